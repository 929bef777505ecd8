/* A board beside the game: a position on which whoever is at the screen may move, in the frame of the table. */
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { ComponentChildren } from 'preact';
import { CrossFade } from '../cross_fade';
import type { Preview, Scene } from '../face';
import { gameNamed } from '../games';
import { PageHeader } from '../page_header';
import type { Seat, Step } from '../protocol';
import type { Reason } from '../refusal';
import { Seats } from '../seats';
import { aids, expert } from '../settings';
import { say } from '../words';
import { isPosition, positionAt, type Place, type Position } from './position';

interface Shown {
  place: Place;
  position: Position;
  seats: Seat[];
  you: number; // whose view
  me: number; // who is called "you"
  hints?: string[]; // moves that the board marks, best first
  shows?: string | null; // the move that the board shows; then nothing can be chosen
  play: (move: string) => void;
}

/* The scene of a position, and why the last choice was refused. The selection is kept here. */
export function useScene(shown: Shown): { scene: Scene; refusal: Reason | null } {
  const { place, position, seats, you, me, hints = [], shows = null, play } = shown;
  const { view, tally, legal, effects, ply } = position;
  const still = shows !== null;
  const selected = useSignal<string | null>(null);
  const preview = useSignal<Preview | null>(null);
  const refusal = useSignal<Reason | null>(null);
  const after = (move: string) => positionAt({ ...place, moves: [...place.moves, move], from: ply + 1 });
  useEffect(() => {
    selected.value = preview.value = refusal.value = null;
  }, [position]);

  const choose = async (move: string) => {
    if (!gameNamed(view.game).face.previews) return;
    const found = await after(move);
    if (isPosition(found) && selected.peek() === move) preview.value = { ...found, moves: [move] };
  };
  const made = (move: string) => {
    if (still) return;
    selected.value = preview.value = refusal.value = null;
    play(move);
  };
  useEffect(() => {
    if (shows !== null) void choose((selected.value = shows));
  }, [position, shows]);
  const last = position.steps[position.steps.length - 1] as Step;
  const scene: Scene = {
    view,
    step: { ...last, view, tally },
    before: null,
    phase: null,
    turns: [],
    seats,
    you,
    me,
    now: { ply, legal, effects, undo: false, winners: [] },
    selected: selected.value,
    preview: preview.value?.moves[0] === selected.value ? preview.value : null,
    hints: hints.map((move) => ({ move, value: 0, visits: 0 })),
    aids: aids.value,
    select: (move) => {
      if (still) return;
      refusal.value = null;
      if (move !== null && (move === selected.value || expert.value)) return made(move);
      selected.value = move;
      preview.value = null;
      if (move !== null) void choose(move);
    },
    play: made,
    refuse: (move) =>
      void after(move).then((found) => {
        if (!isPosition(found)) refusal.value = found;
      }),
  };
  return { scene, refusal: refusal.value };
}

interface Frame {
  scene: Scene;
  still?: boolean; // nothing can be chosen any more
  title: string;
  back: string; // an address
  backLabel?: string | undefined; // for screen readers
  tools?: ComponentChildren; // in the bar on top
  prompt: string;
  side: ComponentChildren; // what is told about the position
  children: ComponentChildren; // what can be done
}

export function BoardFrame(frame: Frame) {
  const { scene, still = false, title, back, backLabel = say('study.back'), tools, prompt, side, children } = frame;
  const { Board, Mine } = gameNamed(scene.view.game).face;
  return (
    <div class={`play study ${still ? 'still ' : ''}play-${scene.view.game} of-${scene.seats.length}`}>
      <PageHeader title={title} back={back} label={backLabel}>
        {tools}
      </PageHeader>
      <main class="frame">
        <Seats scene={scene} />
        <p class="prompt" role="status">
          {prompt}
        </p>
        <CrossFade scene={scene}>
          <Board {...scene} />
        </CrossFade>
        <section class="mine" aria-label={say('mine')}>
          <Mine {...scene} />
        </section>
        <section class="side">{side}</section>
        <section class="actions" aria-label={say('actions')}>
          {children}
        </section>
      </main>
    </div>
  );
}
