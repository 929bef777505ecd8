/* The maze with its arrows, on the board.
 *
 * Every loose tile keeps its element for as long as it is in the maze, so that a line slides as one. A push is previewed before it
 * is made: the line moves by a third, and what would be reachable is shown. */
import { useRef } from 'preact/hooks';
import { boxIn, effectOf, fly, mayPlay, nameOf, seatCard, seatColours, tap, useMotion, useRoving } from '../board';
import type { Phase } from '../face';
import type { Step } from '../protocol';
import { motionScale } from '../settings';
import { say } from '../words';
import { Disc, MazeTile, Token, Wand } from './art';
import { spareOf, selectedPush, turnSpare, tapArrow, moveTo, reachableCells } from './choosing';
import { CELLS, PUSHES, column, corner, translate, wayOf, lineOf, outside, isFixed, type Point } from './geometry';
import { parseMove, line, nextToken, sides } from './speech';
import type { LabyrinthEffect, LabyrinthView, LabyrinthScene } from './view';

// --- which tile lies where: each keeps its number from push to push ---

const SPARE = CELLS.length;
const numbered = new WeakMap<LabyrinthView, number[]>(); // for each cell the number of its tile; then the spare's

const pushOf = (step: Step<LabyrinthView, LabyrinthEffect>): string | null => {
  const parsed = step.move === null ? null : parseMove(step.move);
  return parsed?.is === 'shift' ? parsed.push : null;
};

let drawn: LabyrinthView | null = null; // last

/* The same steps come again when a player takes over the device, and when everything is revealed at the end: the maze that is on the
 * board then keeps its tiles. */
function sameMaze(view: LabyrinthView): number[] | undefined {
  const same = drawn !== null && drawn.spare === view.spare && drawn.maze.every((tile, i) => tile === view.maze[i]);
  return same && drawn ? numbered.get(drawn) : undefined;
}

function tilesIn({ view, before, step }: LabyrinthScene): number[] {
  const known = numbered.get(view) ?? (before && numbered.get(before) ? undefined : sameMaze(view));
  const tiles = known ?? pushedTiles(before, step);
  numbered.set(view, tiles);
  drawn = view;
  return tiles;
}

function pushedTiles(before: LabyrinthView | null, step: Step<LabyrinthView, LabyrinthEffect>): number[] {
  const from = (before && numbered.get(before)) ?? Array.from({ length: 50 }, (_, i) => i);
  const tiles = [...from];
  const push = pushOf(step);
  if (push !== null) {
    const cells = [SPARE, ...lineOf(push).map((cell) => CELLS.indexOf(cell)), SPARE];
    for (let i = 1; i < cells.length; i++) tiles[cells[i] ?? 0] = from[cells[i - 1] ?? 0] ?? 0;
  }
  return tiles;
}

// --- the board ---

export function Board(scene: LabyrinthScene) {
  const { view, now, seats, selected } = scene;
  const svg = useRef<SVGSVGElement>(null);
  const pushing = now !== null && (view.phase === 'shift' || view.phase === 'advise');
  const lit = reachableCells(scene);
  const keys = useRoving(
    [...(pushing ? PUSHES : []), ...(lit ?? [])],
    lit ? Object.entries(view.tokens).find(([n]) => Number(n) === nextToken(view))?.[1] : undefined,
    () => scene.select(null),
  );
  const looked = selectedPush(scene);
  const token = nextToken(view);

  useMotion(scene, (phase) => svg.current && showMotion(scene, phase, svg.current));

  const onKeyDown = (event: KeyboardEvent) => {
    const key = event.key.toLowerCase();
    if (pushing && (key === 'q' || key === 'e')) turnSpare(scene, key === 'e' ? 1 : -1);
    else if (view.phase === 'move' && now && key === 's') scene.select('stay');
    else if (lit && key === 'n') svg.current?.querySelector<SVGElement>(`[data-spot="${view.tokens[token]}"]`)?.focus();
    else return keys.group.onKeyDown(event);
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <div
      class="lab-box"
      role="group"
      aria-label={
        Number.isFinite(token) ? say('labyrinth.maze', { token, cell: view.tokens[token] ?? '' }) : say('labyrinth.maze.empty')
      }
      {...keys.group}
      onKeyDown={onKeyDown}
      onWheel={(event) =>
        pushing && Math.abs(event.deltaY) > 2 && (event.preventDefault(), turnSpare(scene, event.deltaY > 0 ? 1 : -1))
      }
    >
      <svg class="lab-board" ref={svg} viewBox="-68 -68 836 836" onClick={() => selected !== null && scene.select(null)}>
        <Frame />
        <svg class="lab-inside" x="-7" y="-7" width="714" height="714" viewBox="-7 -7 714 714">
          <Tiles scene={scene} lit={lit} looked={looked} />
        </svg>
        {looked !== null && <Ghost scene={scene} push={looked} />}
        <Trail scene={scene} />
        <Riders scene={scene} looked={looked} />
        {lit && (
          <g>
            {CELLS.map((cell) => (
              <Cell key={cell} scene={scene} cell={cell} lit={lit.has(cell)} tabIndex={keys.tabIndex(cell)} />
            ))}
          </g>
        )}
        {PUSHES.map((push) => (
          <Arrow
            key={push}
            scene={scene}
            push={push}
            quiet={!pushing || (looked !== null && looked !== push)}
            tabIndex={pushing ? keys.tabIndex(push) : undefined}
          />
        ))}
        <LastPushes scene={scene} />
        <g aria-hidden="true">
          {scene.hints.slice(0, 3).map(({ move }, i) => {
            const place = hintPlace(move);
            return place && <Rank key={i} n={i + 1} at={place} />;
          })}
        </g>
      </svg>
      {!lit && (
        <ul class="hidden">
          {CELLS.filter((cell) => !isFixed(cell) || view.pawns.includes(cell)).map((cell) => (
            <li key={cell}>{cellName(view, seats, cell)}</li>
          ))}
        </ul>
      )}
    </div>
  );
}

function cellName(view: LabyrinthView, seats: LabyrinthScene['seats'], cell: string): string {
  const token = Object.entries(view.tokens).find(([, at]) => at === cell)?.[0];
  return [
    say('labyrinth.cell', { cell, sides: sides(view.maze[CELLS.indexOf(cell)] ?? '') }),
    ...(token === undefined
      ? []
      : [say(Number(token) === nextToken(view) ? 'labyrinth.cell.next' : 'labyrinth.cell.token', { token })]),
    ...view.pawns.flatMap((at, i) => (at === cell ? [say('labyrinth.cell.pawn', { who: nameOf(seats, i + 1) })] : [])),
  ].join('; ');
}

function Frame() {
  return (
    <>
      <rect class="lab-frame" x="-68" y="-68" width="836" height="836" rx="18" />
      <rect class="lab-frame-line" x="-63" y="-63" width="826" height="826" rx="14" />
      <rect class="lab-tray" x="-7" y="-7" width="714" height="714" rx="10" />
      <g class="lab-label" aria-hidden="true">
        {[0, 2, 4, 6].flatMap((i) => [
          ...[-26, 744].map((y) => (
            <text key={`c${i} ${y}`} x={i * 100 + 50} y={y}>
              {'abcdefg'.charAt(i)}
            </text>
          )),
          ...[-36, 736].map((x) => (
            <text key={`r${i} ${x}`} x={x} y={(6 - i) * 100 + 58}>
              {i + 1}
            </text>
          )),
        ])}
      </g>
    </>
  );
}

/* All tiles, in the constant order of their numbers; a line in preview has moved by a third. */
function Tiles({ scene, lit, looked }: { scene: LabyrinthScene; lit: Set<string> | null; looked: string | null }) {
  const { view, step } = scene;
  const tiles = tilesIn(scene);
  const pushed = pushOf(step);
  const entered = pushed === null ? null : (lineOf(pushed)[0] ?? null);
  const moving = looked === null ? [] : lineOf(looked);
  const [dx, dy] = looked === null ? [0, 0] : wayOf(looked);
  const where = tiles.map((_, number) => tiles.indexOf(number));
  return (
    <g>
      {where.map((place, number) => {
        const cell = CELLS[place];
        if (cell === undefined)
          return (
            <g
              key={number}
              class="lab-tile lab-fallen"
              style={{ transform: translate(pushed === null ? [800, 800] : outside(pushed, 'out')) }}
              aria-hidden="true"
            >
              <MazeTile tile={spareOf({ ...scene, selected: null })} />
            </g>
          );
        const [x, y] = corner(cell);
        const shift = moving.includes(cell) ? 33 : 0;
        return (
          <g
            key={number}
            data-tile={cell}
            data-sign={isFixed(cell) ? 'labyrinth.fixed' : undefined}
            class={`lab-tile${cell === entered ? ' lab-jump' : ''}${moving[6] === cell ? ' lab-leaving' : ''}`}
            style={{ transform: translate([x + shift * dx, y + shift * dy]) }}
            aria-hidden="true"
          >
            <MazeTile tile={view.maze[place] ?? 'NS'} fixed={isFixed(cell)} lit={lit ? lit.has(cell) : undefined} />
            {lit && !lit.has(cell) && <rect class="lab-dim" width="100" height="100" />}
          </g>
        );
      })}
    </g>
  );
}

/* The spare tile, a third of the way in. */
function Ghost({ scene, push }: { scene: LabyrinthScene; push: string }) {
  const [x, y] = outside(push, 'in');
  const [dx, dy] = wayOf(push);
  return (
    <g class="lab-coming" style={{ transform: translate([x + 33 * dx, y + 33 * dy]) }} aria-hidden="true">
      <MazeTile key={spareOf(scene)} tile={spareOf(scene)} />
      <rect x="3" y="3" width="94" height="94" rx="8" />
    </g>
  );
}

/* The way to the selected cell; or, in the preview of a push, the way to the next token that it would open. */
function Trail({ scene }: { scene: LabyrinthScene }) {
  const { selected, preview, view, you } = scene;
  const parsed = selected === null ? null : parseMove(selected);
  const path =
    parsed?.is === 'walk'
      ? effectOf(scene, selected).path
      : parsed?.is === 'shift'
        ? preview?.effects.find((effect) => effect.token === nextToken(view))?.path
        : undefined;
  const goal = parsed?.is === 'advise' ? parsed.goal : path?.[path.length - 1];
  if (goal === undefined || goal === 'stay') return null;
  const d =
    path &&
    `M${path
      .map((cell) =>
        corner(cell)
          .map((v, i) => v + 50 + 3 * i)
          .join(' '),
      )
      .join('L')}`;
  const [x, y] = corner(goal);
  return (
    <g class="lab-trail" style={seatColours(parsed?.is === 'advise' ? view.turn : you)} aria-hidden="true">
      {d && (
        <g key={d} class={parsed?.is === 'shift' ? 'lab-maybe' : ''}>
          <path class="lab-way lab-way-under" pathLength="1" d={d} />
          <path class="lab-way" pathLength="1" d={d} />
          <path class="lab-dots" d={d} />
        </g>
      )}
      <rect class="lab-goal lab-goal-under" x={x + 4} y={y + 4} width="92" height="92" rx="14" />
      <rect class="lab-goal" x={x + 4} y={y + 4} width="92" height="92" rx="14" />
    </g>
  );
}

/* Tokens and pawns: they ride on their tiles. What falls out comes in again on the other side. */
function Riders({ scene, looked }: { scene: LabyrinthScene; looked: string | null }) {
  const { view, step, before, you } = scene;
  const formula = view.formulas[you - 1] ?? [];
  const pushed = pushOf(step);
  const [first, last] = pushed === null ? [] : [lineOf(pushed)[0], lineOf(pushed)[6]];
  const walks = step.move !== null && parseMove(step.move).is === 'walk';
  const moving = looked === null ? [] : lineOf(looked);
  const [dx, dy] = looked === null ? [0, 0] : wayOf(looked);
  const ride = (cell: string, [x, y]: Point): Point => {
    const [cx, cy] = corner(cell);
    const shift = moving.includes(cell) ? 33 : 0;
    return [cx + x + shift * dx, cy + y + shift * dy];
  };
  const wraps = (was: string | undefined, is: string) => pushed !== null && was === last && is === first;
  const tokens = Object.entries(view.tokens).map(([n, cell]) => [Number(n), cell] as const);
  const next = nextToken(view);
  return (
    <g aria-hidden="true">
      {tokens.map(([n, cell]) => {
        const shared = view.pawns.includes(cell);
        return (
          <g
            key={`token ${n}`}
            data-token={n}
            data-sign={`labyrinth.${n === next ? 'next' : formula.includes(n) ? 'star' : 'token'}`}
            class={`lab-rider${wraps(before?.tokens[n], cell) ? ' lab-jump' : ''}${moving[6] === cell ? ' lab-leaving' : ''}`}
            style={{ transform: `${translate(ride(cell, shared ? [70, 32] : [50, 52]))}${shared ? ' scale(.8)' : ''}` }}
          >
            <Disc n={n} next={n === next} mine={formula.includes(n)} />
          </g>
        );
      })}
      {view.pawns.map((cell, i) => {
        const here = view.pawns.flatMap((at, seat) => (at === cell ? [seat] : []));
        const crowded = here.length > 1 || tokens.some(([, at]) => at === cell);
        const place = here.indexOf(i);
        const x = here.length > 1 ? 50 + (place % 2 ? 22 : -22) : crowded ? 30 : 50;
        const y = here.length > 2 ? (place > 1 ? 92 : 66) : crowded ? 94 : 88;
        const jumps = wraps(before?.pawns[i], cell) || (walks && step.by === i + 1);
        return (
          <g
            key={`pawn ${i}`}
            data-pawn={i + 1}
            class={`lab-rider${jumps ? ' lab-jump' : ''}${moving[6] === cell ? ' lab-leaving' : ''}`}
            style={{ transform: `${translate(ride(cell, [x, y]))}${crowded ? ' scale(.8)' : ''}`, ...seatColours(i + 1) }}
          >
            {i + 1 === you && <ellipse class="lab-own" cy="-8" rx="38" ry="16" />}
            <ellipse class="lab-foot" cy="-10" rx="32" ry="8" />
            <use href={`#lab-wizard-${i + 1}`} x="-36" y="-90" width="72" height="92" />
          </g>
        );
      })}
    </g>
  );
}

/* A cell, whether it can be walked to or not. */
function Cell({ scene, cell, lit, tabIndex }: { scene: LabyrinthScene; cell: string; lit: boolean; tabIndex: 0 | -1 }) {
  const { view, seats, selected } = scene;
  const move = moveTo(scene, cell);
  const may = mayPlay(scene, move);
  const steps = (effectOf(scene, move).path?.length ?? 1) - 1;
  const [x, y] = corner(cell);
  const name = cellName(view, seats, cell);
  return (
    <rect
      class="lab-hit"
      x={x + 2}
      y={y + 2}
      width="96"
      height="96"
      rx="12"
      {...(lit && {
        role: 'button',
        tabindex: tabIndex,
        'data-spot': cell,
        'aria-pressed': selected === move,
        'aria-disabled': !may,
        'aria-label': steps > 0 ? `${name}; ${say('labyrinth.steps', { n: steps })}` : name,
      })}
      onClick={(event) => {
        event.stopPropagation();
        tap(scene, move);
      }}
    />
  );
}

const ARROWS: Record<string, readonly [x: number, y: number, turn: number]> = {
  N: [0, -36, 0],
  E: [736, 0, 90],
  S: [0, 736, 180],
  W: [-36, 0, 270],
};

function arrowPlace(push: string): readonly [x: number, y: number, turn: number] {
  const [x, y, turn] = ARROWS[push.charAt(0)] ?? [0, 0, 0];
  return turn % 180 === 0 ? [column(push.charAt(1)) * 100 + 50, y, turn] : [x, (7 - Number(push.charAt(1))) * 100 + 50, turn];
}

/* A brass signpost with the name of its line; the barred one is a red plate. */
function Arrow({
  scene,
  push,
  quiet,
  tabIndex,
}: {
  scene: LabyrinthScene;
  push: string;
  quiet: boolean;
  tabIndex: 0 | -1 | undefined;
}) {
  const [x, y, turn] = arrowPlace(push);
  const barred = scene.view.barred === push;
  const looked = selectedPush(scene) === push;
  const upright = turn === 90 ? [-3, 8] : turn === 180 ? [0, 12] : turn === 270 ? [3, 8] : [0, 5];
  const spot =
    tabIndex === undefined
      ? { 'aria-hidden': true as const }
      : {
          role: 'button' as const,
          tabindex: tabIndex,
          'data-spot': push,
          'aria-pressed': looked,
          'aria-disabled': barred,
          'aria-label': barred ? say('labyrinth.barred', { line: line(push) }) : say('labyrinth.into', { line: line(push) }),
          onClick: (event: Event) => {
            event.stopPropagation();
            tapArrow(scene, push);
          },
        };
  return (
    <g
      data-sign={barred ? 'labyrinth.barred' : 'labyrinth.arrow'}
      class={`lab-arrow${barred ? ' lab-barred' : ''}${quiet && !barred ? ' lab-quiet' : ''}${looked ? ' lab-on' : ''}`}
      transform={`translate(${x} ${y})`}
      {...spot}
    >
      <g transform={`rotate(${turn})`}>
        <rect class="lab-pocket" x="-34" y="-27" width="68" height="54" rx="13" />
        <path d={barred ? (turn % 180 === 0 ? 'M-17 0H17' : 'M0-13V13') : 'M-21-18H21V-2L0 19-21-2Z'} />
        {tabIndex !== undefined && <rect class="lab-hit" x="-50" y="-32" width="100" height="100" />}
      </g>
      {!barred && (
        <text x={upright[0]} y={upright[1]} aria-hidden="true">
          {push.charAt(1)}
        </text>
      )}
    </g>
  );
}

/* A dot of the player's colour at the arrow that each has pushed last. */
function LastPushes({ scene: { turns } }: { scene: LabyrinthScene }) {
  const pushes = turns.flatMap(({ seat, steps }) => {
    const push = steps
      .map(pushOf)
      .filter((one) => one !== null)
      .pop();
    return push ? [{ seat, push }] : [];
  });
  return (
    <g aria-hidden="true">
      {pushes.map(({ seat, push }, i) => {
        const [x, y, turn] = arrowPlace(push);
        const beside = 24 + 13 * pushes.slice(0, i).filter((other) => other.push === push).length;
        const [dx, dy] = turn % 180 === 0 ? [beside, 0] : [0, beside];
        return <circle key={seat} class="lab-last" cx={x + dx} cy={y + dy} r="10" style={seatColours(seat)} />;
      })}
    </g>
  );
}

/* Where a hint is marked. */
function hintPlace(move: string): Point | null {
  const parsed = parseMove(move);
  if (parsed.is === 'walk') {
    const [x, y] = corner(parsed.goal);
    return [x + 82, y + 18];
  }
  if (parsed.is !== 'shift') return null;
  const [x, y] = arrowPlace(parsed.push);
  return [x, y];
}

function Rank({ n, at: [x, y] }: { n: number; at: Point }) {
  return (
    <g class="lab-rank" transform={`translate(${x} ${y})`}>
      <circle r="20" />
      <text y="9">{n}</text>
    </g>
  );
}

// --- motion: lines and riders slide by CSS; walks, wraps and tokens are animated here ---

const PUSH_MS = 420;
const TAKE_MS = 520;
const walkMs = (steps: number): number => Math.min(1100, Math.max(300, 90 * steps));

function showMotion({ step, before, view }: LabyrinthScene, phase: string, svg: SVGSVGElement): void {
  const factor = motionScale();
  if (step.move === null || !before || factor === 0) return;
  const push = pushOf(step);
  if (phase === 'slides' && push !== null) {
    const cells = lineOf(push);
    const tile = svg.querySelector(`[data-tile="${cells[0]}"]`);
    tile?.animate([{ transform: translate(outside(push, 'in')) }, {}], {
      duration: PUSH_MS * factor,
      easing: 'cubic-bezier(.3,.7,.3,1)',
    });
    for (const rider of svg.querySelectorAll('.lab-rider.lab-jump'))
      rider.animate([{ opacity: 0 }, { opacity: 0, offset: 0.5 }, { opacity: 1 }], { duration: PUSH_MS * factor });
  }
  if (phase === 'walks') {
    const path = step.effect.path ?? [];
    const pawn = svg.querySelector(`[data-pawn="${step.by}"]`);
    const at = path.map((cell) => ({ transform: translate([corner(cell)[0] + 50, corner(cell)[1] + 88]) }));
    pawn?.animate([...at.slice(0, -1), {}], { duration: walkMs(path.length - 1) * factor, easing: 'linear' });
  }
  if (phase === 'takes') {
    const n = nextToken(before);
    const home = seatCard(step.by)?.getBoundingClientRect();
    const [x, y] = corner(before.tokens[n] ?? 'a1');
    if (home) fly(<Token n={n} />, { from: boxIn(svg, x + 18, y + 20, 64, 64), to: home, ms: TAKE_MS });
  }
  if (phase !== 'pays') return;
  for (const [i, wands] of view.wands.entries()) {
    const from = seatCard(before.turn)?.getBoundingClientRect();
    const to = seatCard(i + 1)?.getBoundingClientRect();
    if (wands > (before.wands[i] ?? 0) && from && to)
      fly(<Wand />, { from: new DOMRect(from.left + from.width / 2, from.top, 24, 30), to, ms: TAKE_MS });
  }
}

export function phases(step: Step<LabyrinthView, LabyrinthEffect>, before: LabyrinthView): Phase[] {
  const paid = step.view.wands.some((wands, i) => wands > (before.wands[i] ?? 0));
  const pays: Phase[] = paid ? [{ is: 'pays', ms: TAKE_MS, ends: 'wand' }] : [];
  const parsed = parseMove(step.move ?? '');
  if (parsed.is === 'shift') return [{ is: 'slides', ms: PUSH_MS + 80, starts: 'push' }];
  if (parsed.is === 'walk') return [{ is: 'walks', ms: walkMs((step.effect.path?.length ?? 1) - 1) + 80, starts: 'walk' }, ...pays];
  if (step.move === 'take') return [{ is: 'takes', ms: TAKE_MS, ends: 'take' }, ...pays];
  if (step.move === 'wand') return [{ is: 'glows', ms: 300, starts: 'wand' }];
  return pays;
}
