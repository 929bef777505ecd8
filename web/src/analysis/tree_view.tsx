/* The tree of a game: its moves one below the other, and each variation set in under the move that it replaces. */
import { useEffect, useRef } from 'preact/hooks';
import type { Scene } from '../face';
import { gameNamed } from '../games';
import type { Seat } from '../protocol';
import { say } from '../words';
import { goTo, type Node } from './tree';

/* A move in words; what the game leaves out of its log, by its name. */
function textOf(node: Node, seats: Seat[]): string {
  const { step, parent } = node;
  if (!parent) return say('analysis.start');
  const { speech } = gameNamed(step.view.game).face;
  const before = parent.step.view;
  const move = step.move ?? '';
  const scene = { view: before, step: parent.step, seats, you: step.by, me: 0, now: null } as Scene;
  const named = step.by > 0 ? speech.moveName(scene, move) : (speech.outcomeName?.(before, move) ?? move);
  return speech.logText(step, before, seats, 0) || named;
}

/* A node and what follows it: a run of first children. */
function runFrom(node: Node): Node[] {
  const run = [node];
  for (let next = node.children[0]; next; next = next.children[0]) run.push(next);
  return run;
}

function Line({ first, at, seats }: { first: Node; at: Node; seats: Seat[] }) {
  return (
    <ol class={first.made ? 'log' : 'log variation'}>
      {runFrom(first).map((node) => {
        const others = node.parent?.children[0] === node ? node.parent.children.slice(1) : [];
        return (
          <li key={node.depth} class={`seat-${node.step.by}`}>
            <button
              type="button"
              tabIndex={node === at ? 0 : -1}
              aria-current={node === at ? 'step' : undefined}
              onClick={() => void goTo(node)}
            >
              {textOf(node, seats)}
            </button>
            {others.map((other) => (
              <Line key={other.step.move} first={other} at={at} seats={seats} />
            ))}
          </li>
        );
      })}
    </ol>
  );
}

/* One tab stop, where the board is; up and down move through the rest. */
function walk(event: KeyboardEvent): void {
  const way = { ArrowUp: -1, ArrowDown: 1 }[event.key];
  if (!way) return;
  const items = [...(event.currentTarget as Element).querySelectorAll('button')];
  items[items.indexOf(event.target as HTMLButtonElement) + way]?.focus();
  event.preventDefault();
  event.stopPropagation();
}

export function TreeView({ root, at, seats }: { root: Node; at: Node; seats: Seat[] }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const [outer, inner] = [box.current, box.current?.querySelector('[aria-current]')];
    if (!outer || !inner) return undefined;
    const watch = new ResizeObserver(() => {
      const [a, b] = [outer.getBoundingClientRect(), inner.getBoundingClientRect()];
      outer.scrollTop += b.top - a.top - (a.height - b.height) / 2;
    });
    watch.observe(outer); // at once, and when the bars beside it come
    return () => watch.disconnect();
  }, [at]);
  return (
    <div class="tree" ref={box} role="group" aria-label={say('analysis.moves')} onKeyDown={walk}>
      <Line first={root} at={at} seats={seats} />
    </div>
  );
}
