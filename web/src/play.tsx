/* The table: one frame for all games. Bar, seats, one sentence, the board, what is yours, and the action bar; on a wide screen the
 * board takes the height and the rest is beside it. A game's face fills in the parts. */
import { effect, signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { ActionBar, Tool } from './action_bar';
import { nameOf } from './board';
import type { Scene } from './face';
import { gameNamed } from './games';
import { moving } from './playback';
import { ChatButton } from './chat';
import { Choices } from './choices';
import { Curtain, PassBar } from './curtain';
import { CrossFade } from './cross_fade';
import { Final, finalOpen, useOpenAtEnd } from './final';
import { Icon } from './icons';
import { LessonCard } from './learn';
import { Log, LogSheet, logOpen, sentences } from './log';
import { Menu, menuOpen } from './menu';
import { PageHeader } from './page_header';
import { Clock } from './clock';
import { Presence, SpectatorCount } from './presence';
import { Refusal } from './refusal';
import { Replay } from './replay';
import { lazy } from './lazy';
import { reviewOpen } from './review/review';
import { Seats } from './seats';
import { Since, turnsSince } from './since';
import { inRoom, room } from './room';
import { HOME } from './route';
import {
  hintPending,
  backToNow,
  moveRefusal,
  curtain,
  forced,
  goTo,
  hint,
  landedIndex,
  landed,
  last,
  live,
  myTurn,
  mode,
  over,
  replaying,
  scene,
  select,
  shared,
  openRefusal,
  undo,
  veil,
} from './session';
import { now } from './table';
import { titleOf } from './shelf';
import { openLegend, Signs } from './sign';
import { signPresses } from './sign_press';
import { Reaction } from './travellers/reactions';
import { say } from './words';

const ReviewDialog = lazy(() => import('./review/review_dialog').then(({ ReviewDialog }) => ReviewDialog));

export const choicesOpen = signal(false);
effect(() => {
  if (!myTurn.value) choicesOpen.value = false;
});

/* Whether a player is here, and how much time a person has left. */
function AboutPlayer({ seat, scene }: { seat: number; scene: Scene }) {
  return (
    <>
      <Presence seat={seat} />
      {scene.seats[seat - 1]?.level === undefined && (
        <Clock seat={seat} running={scene.view.player === seat && live.value && !over.value} />
      )}
    </>
  );
}

/* The message to the player: why not, what the selection would do, the best moves, or what happened last. */
function Message({ scene }: { scene: Scene }) {
  const { speech } = gameNamed(scene.view.game).face;
  const why = moveRefusal.value;
  const description = scene.selected === null ? '' : speech.describe(scene, scene.selected);
  const happened = sentences.value.slice(-1)[0]?.text;
  const hints = mode.value === 'lesson' ? [] : scene.hints;
  const since = scene.now && mode.value !== 'lesson' ? turnsSince(scene) : [];
  return (
    <div class="message">
      <p role="status" class={why ? 'bad' : ''}>
        {why ? <Refusal why={why} /> : description}
      </p>
      {!why &&
        !description &&
        (hints.length > 0 ? (
          <Hints scene={scene} />
        ) : since.length > 0 ? (
          <Since scene={scene} turns={since} />
        ) : (
          happened && <p class="soft">{happened}</p>
        ))}
    </div>
  );
}

/* Hints with their chance to win and what speaks for them; the board shows by the same numbers which moves they are. */
function Hints({ scene }: { scene: Scene }) {
  const { speech } = gameNamed(scene.view.game).face;
  return (
    <ol class="hints" aria-label={say('hint.best')}>
      {scene.hints.map(({ move, value }, i) => (
        <li key={move}>
          <button type="button" onClick={() => select(move)}>
            <strong>
              <span class="rank">{i + 1}</span> {say('hint.value', { n: Math.round(value * 100) })}
            </strong>
            <HintText name={speech.moveName(scene, move)} why={speech.why?.(scene, move)} />
          </button>
        </li>
      ))}
    </ol>
  );
}

/* A reason is short enough to be read whole; with the name of the move it would not be. */
function HintText({ name, why }: { name: string; why: string | undefined }) {
  return (
    <span class="what">
      {why ? <span class="hidden">{name}: </span> : name}
      {why}
    </span>
  );
}

function Tools({ scene }: { scene: Scene }) {
  return (
    <ActionBar scene={scene}>
      <Tool icon="log" label={say('log')} press={() => (logOpen.value = true)} />
      <Tool icon="choices" label={say('choices')} off={!myTurn.value} press={() => (choicesOpen.value = true)} />
      <Tool
        icon="hint"
        label={say('hint')}
        off={!myTurn.value || mode.value === 'lesson' || (inRoom() && room.value?.rated !== false)}
        busy={hintPending.value}
        press={hint}
      />
      <Tool
        icon="undo"
        label={say('undo')}
        off={!live.value || !now.value?.undo || (mode.value !== 'play' && !inRoom())}
        press={undo}
      />
      {inRoom() && <ChatButton kind="tool" />}
      {over.value && live.value && !moving.value && (
        <Tool icon="star" label={say('result')} press={() => (finalOpen.value = true)} />
      )}
    </ActionBar>
  );
}

function ActionArea({ scene }: { scene: Scene }) {
  const { Actions } = gameNamed(scene.view.game).face;
  return (
    <section class="actions" aria-label={say('actions')}>
      {replaying.value ? (
        <Replay />
      ) : (
        <>
          {(mode.value !== 'lesson' || moveRefusal.value) && <Message scene={scene} />}
          <Actions {...scene} />
          {curtain.value > 0 && !veil.value ? <PassBar /> : <Tools scene={scene} />}
        </>
      )}
    </section>
  );
}

/* What to do now; where there is nothing to choose, what will be done; or who takes the device. */
function promptOf(scene: Scene): string {
  const { speech } = gameNamed(scene.view.game).face;
  const only = forced.value;
  if (curtain.value > 0) return say('curtain.pass', { name: nameOf(scene.seats, curtain.value) });
  return (only !== null && speech.describe({ ...scene, now: now.value }, only)) || speech.prompt(scene);
}

/* Keyboard shortcuts, except where keys have a meaning of their own: in fields, dialogs, and arrows on the board. */
function onKey(event: KeyboardEvent): void {
  const target = event.target instanceof HTMLElement ? event.target : null;
  if (event.ctrlKey || event.altKey || event.metaKey || event.defaultPrevented) return;
  if (target?.closest('input, select, textarea, dialog')) return;
  const ways: Record<string, () => void> = {
    ',': () => goTo(landedIndex.value - 1),
    '.': () => goTo(landedIndex.value + 1),
    Escape: () => (replaying.value ? backToNow() : select(null)),
  };
  if (!target?.closest('.board, .actions'))
    Object.assign(ways, {
      ArrowLeft: ways[','],
      ArrowRight: ways['.'],
      Home: () => goTo(0),
      End: () => goTo(last.value),
    });
  const way = ways[event.key];
  if (!way) return;
  event.preventDefault();
  way();
}

export function Play() {
  const [shown, told] = [scene.value, landed.value];
  useEffect(() => {
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
  useOpenAtEnd();

  if (openRefusal.value)
    return (
      <main class="notice-page">
        <h1>{say('broken.title')}</h1>
        <p role="alert">{say('broken.text')}</p>
        <p class="soft">
          <Refusal why={openRefusal.value} />
        </p>
        <a class="button act" href={HOME}>
          {say('home')}
        </a>
      </main>
    );
  if (!shown || !told) return <main class="notice-page" aria-busy="true" />;

  const { signs, face } = gameNamed(shown.view.game);
  const { Board, Mine, speech } = face;
  const veiled = veil.value;
  return (
    <div class={`play play-${shown.view.game} of-${shown.seats.length}`}>
      <PageHeader title={titleOf(shown.view.game)}>
        <SpectatorCount />
        <p class="soft progress">{speech.progress(told.view)}</p>
        {signs.length > 0 && (
          <button type="button" class="round" aria-label={say('signs')} onClick={() => openLegend(shown.view.game)}>
            <Icon name="signs" />
          </button>
        )}
        <button type="button" class="round" aria-label={say('menu')} onClick={() => (menuOpen.value = true)}>
          <Icon name="menu" />
        </button>
      </PageHeader>
      <main class="frame" aria-hidden={veiled} data-landed={landedIndex.value} aria-keyshortcuts="?" {...signPresses}>
        <Seats scene={told} about={(seat) => <AboutPlayer seat={seat} scene={told} />} />
        {mode.value === 'lesson' ? (
          <LessonCard scene={told} />
        ) : (
          <p class="prompt" role="status">
            {shared.value && !replaying.value && told.now && (
              <strong class={`who seat-${told.you}`}>{told.seats[told.you - 1]?.name}</strong>
            )}
            {replaying.value
              ? say('replay.at', { step: landedIndex.value, last: last.value })
              : told.view.player === 0
                ? say('over')
                : promptOf(told)}
          </p>
        )}
        <CrossFade scene={shown}>
          <Board {...shown} />
        </CrossFade>
        <section class="mine" aria-label={say('mine')}>
          <Mine {...told} />
        </section>
        <section class="log-panel" aria-label={say('log')}>
          <h2>{say('log')}</h2>
          <Log />
        </section>
        <div class="legend">
          <Signs game={shown.view.game} />
        </div>
        <ActionArea scene={told} />
      </main>
      <Menu />
      <LogSheet />
      {choicesOpen.value && myTurn.value && <Choices scene={told} close={() => (choicesOpen.value = false)} />}
      <Final />
      {reviewOpen.value && <ReviewDialog />}
      <Reaction />
      <Curtain />
    </div>
  );
}
