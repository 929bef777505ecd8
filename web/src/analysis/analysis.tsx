/* The analysis board, for any position of a game: everybody's moves are made, chance is rolled or chosen, and every move has a bar that
 * grows more exact while one waits. Beside it is the tree of variations. */
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { ActionBar, Tool } from '../action_bar';
import { Choices } from '../choices';
import { Dialog } from '../dialog';
import { gameNamed } from '../games';
import { Icon } from '../icons';
import { Item, shareLink, showToast } from '../menu';
import { percent } from '../percent';
import { Refusal } from '../refusal';
import { route } from '../route';
import { download, linkOf } from '../saved';
import { currentGame, index } from '../session';
import { titleOf } from '../shelf';
import { analysisFrom } from '../study';
import { say } from '../words';
import { Bars } from './bars';
import { BoardFrame, useScene } from './board_frame';
import { Import } from './import';
import { PlayOn } from './play_on';
import { CLOSER, weigh, type Position, type Worth } from './position';
import { Together } from './together';
import { dropVariation, goTo, here, openTree, placeAt, play, savedTree, tree, type Node, type Tree } from './tree';
import { TreeView } from './tree_view';

/* A game has its board, and so has a puzzle, which opened it; on its own the page asks for a position. */
export function Analysis({ back }: { back: string }) {
  const game = ['home', 'puzzle'].includes(route.value.at) ? null : currentGame();
  useEffect(() => {
    const at = analysisFrom.value ?? index.peek();
    if (game && (game.record !== tree.peek()?.record || analysisFrom.value !== null)) void openGame(game, at);
    analysisFrom.value = null;
  }, [game?.record]);
  const [of, at] = [tree.value, here.value];
  if (!game && !of) return <Import back={back} />;
  if (!of || !at || (game && game.record !== of.record)) return <main class="notice-page" aria-busy="true" />;
  return <AnalysisBoard of={of} node={at.node} position={at.position} back={back} />;
}

/* The variations of the same game stay. */
async function openGame(game: NonNullable<ReturnType<typeof currentGame>>, at: number): Promise<void> {
  const known = tree.peek();
  if (known?.record !== game.record) return openTree(game, at);
  let node = known.root;
  while (node.depth < at && node.children[0]?.made) node = node.children[0];
  await goTo(node);
}

/* What the position and its moves are worth: a quick look at once, then closer ones. */
function useWorth(of: Tree, node: Node, position: Position): { worth: Worth | null; looks: number } {
  const found = useSignal<{ position: Position; worth: Worth; looks: number } | null>(null);
  useEffect(() => {
    let looks = 0;
    return weigh(placeAt(of, node), CLOSER, (worth) => (found.value = { position, worth, looks: ++looks }));
  }, [position]);
  return found.value?.position === position ? found.value : { worth: null, looks: 0 };
}

/* Everybody's chance to win. */
function ChanceStrip({ worth, seats }: { worth: Worth; seats: { name: string }[] }) {
  const whole = worth.value.reduce((sum, share) => sum + share, 0) || 1;
  return (
    <div class="chance-strip">
      <div class="strip" aria-hidden="true">
        {worth.value.map((share, i) => (
          <span key={i} class={`seat-${i + 1}`} style={{ width: `${(100 * share) / whole}%` }} />
        ))}
      </div>
      <ul class="readout" aria-label={say('review.chances')}>
        {worth.value.map((share, i) => (
          <li key={i} class={`seat-${i + 1}`}>
            <span class="seat-dot" /> {seats[i]?.name} <b>{percent(share, whole, worth.solved ? 1 : 0)}</b>
          </li>
        ))}
      </ul>
    </div>
  );
}

function AnalysisBoard({ of, node, position, back }: { of: Tree; node: Node; position: Position; back: string }) {
  const open = useSignal<'moves' | 'menu' | 'play' | null>(null);
  const close = () => (open.value = null);
  const { view, legal, by } = position;
  const { worth, looks } = useWorth(of, node, position);
  const chance = by === 0 && legal.length > 0;
  const { scene: full, refusal } = useScene({
    place: placeAt(of, node),
    position,
    seats: of.seats,
    you: by,
    me: 0,
    play: (move) => void play(move),
  });
  const scene = by > 0 ? full : { ...full, now: null, selected: null };
  const { Actions, speech } = gameNamed(view.game).face;
  const next = node.children[0];
  useKeys(node);
  const looked = worth?.solved ? say('analysis.solved') : say('analysis.look', { n: looks, all: CLOSER.length });
  return (
    <BoardFrame
      scene={scene}
      title={titleOf(view.game)}
      back={back}
      backLabel={route.value.at === 'puzzle' ? say('puzzles.any') : undefined}
      tools={
        <button type="button" class="round" aria-label={say('menu')} onClick={() => (open.value = 'menu')}>
          <Icon name="menu" />
        </button>
      }
      prompt={by > 0 ? `${of.seats[by - 1]?.name ?? ''}: ${speech.prompt(scene)}` : chance ? speech.prompt(scene) : say('over')}
      side={
        <>
          <Together node={node} />
          {worth && <ChanceStrip worth={worth} seats={of.seats} />}
          {worth && legal.length > 0 && (
            <section class="worth">
              <p class="soft">
                {looked}
                {!worth.solved && looks < CLOSER.length && <progress max={CLOSER.length} value={looks} aria-hidden="true" />}
              </p>
              <Bars
                scene={full}
                worth={worth}
                chosen={full.selected}
                choose={(move) => (chance ? void play(move) : full.select(move))}
              />
            </section>
          )}
          <TreeView root={of.root} at={node} seats={of.seats} />
        </>
      }
    >
      <div class="message">
        <p role="status" class={refusal ? 'bad' : ''}>
          {refusal ? <Refusal why={refusal} /> : scene.selected !== null ? speech.describe(scene, scene.selected) : ''}
        </p>
      </div>
      <Actions {...scene} />
      <ActionBar scene={scene}>
        <Tool icon="previous" label={say('analysis.back')} off={!node.parent} press={() => node.parent && void goTo(node.parent)} />
        <Tool icon="next" label={say('analysis.forward')} off={!next} press={() => next && void goTo(next)} />
        {chance ? (
          <Tool icon="dice" label={say('analysis.roll')} press={() => void play('?')} />
        ) : (
          <Tool icon="choices" label={say('choices')} off={by === 0} press={() => (open.value = 'moves')} />
        )}
        <Tool icon="forget" label={say('analysis.drop')} off={node.made} press={() => void dropVariation(node)} />
        <Tool icon="play" label={say('analysis.play.short')} off={legal.length === 0} press={() => (open.value = 'play')} />
      </ActionBar>
      {open.value === 'moves' && <Choices scene={scene} close={close} />}
      {open.value === 'play' && <PlayOn place={placeAt(of, node)} seats={of.seats} mover={by || view.player} close={close} />}
      {open.value === 'menu' && <AnalysisMenu of={of} position={position} close={close} />}
    </BoardFrame>
  );
}

function AnalysisMenu({ of, position, close }: { of: Tree; position: Position; close: () => void }) {
  const copy = async () => {
    await navigator.clipboard.writeText(JSON.stringify(position.view));
    showToast(say('analysis.copied'));
  };
  return (
    <Dialog title={say('menu')} close={close}>
      <ul class="menu" onClick={close}>
        <Item
          icon="link"
          label={say('analysis.link')}
          press={() => void linkOf(savedTree(of)).then((link) => shareLink(link, say('menu.link.done')))}
        />
        <Item icon="save" label={say('menu.file')} press={() => download(savedTree(of))} />
        <Item icon="copy" label={say('analysis.copy')} press={() => void copy()} />
        {route.value.at === 'home' && <Item icon="open" label={say('analysis.other')} press={() => (tree.value = null)} />}
      </ul>
    </Dialog>
  );
}

/* Arrows go through the game, except where keys have a meaning of their own. */
function useKeys(node: Node): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const target = event.target instanceof Element ? event.target : null;
      if (event.ctrlKey || event.altKey || event.metaKey || target?.closest('input, select, textarea, dialog, .board, .actions'))
        return;
      const to = { ArrowLeft: node.parent, ',': node.parent, ArrowRight: node.children[0], '.': node.children[0] }[event.key];
      if (!to) return;
      event.preventDefault();
      void goTo(to);
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [node]);
}
