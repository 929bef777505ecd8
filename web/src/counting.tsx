/* The points are counted, part by part: treasures gather, carpets light up on the board, and the standing changes as they fall. It
 * takes ten seconds at most, and a tap or a key ends it. With reduced motion it is the same, and nothing moves. */
import { computed, signal } from '@preact/signals';
import type { VNode } from 'preact';
import { useEffect } from 'preact/hooks';
import { seatColours } from './board';
import type { Piece } from './face';
import { gameNamed } from './games';
import type { Seat, Step } from './protocol';
import { timeScale } from './settings';
import { sound } from './sound';
import { say } from './words';

const LONGEST_MS = 9000;
const PIECE_MS = 150;
const SHORTEST_MS = 500; // of a part
const PAUSE_MS = 420; // after a part

/* A part of the points of all seats. */
interface Beat {
  label: string;
  pieces: Piece[][]; // by seat
  points: number[];
  most: number; // pieces of a seat
}

export function beatsOf({ view, tally }: Step): Beat[] {
  const { pieces, speech } = gameNamed(view.game).face;
  if (!pieces) return [];
  const parts = tally.map((own) => speech.scoreParts(own));
  const labels = new Map(parts.flat().map(({ part, label }) => [part, label]));
  return [...labels].flatMap(([part, label]) => {
    const points = parts.map((own) => own.find((one) => one.part === part)?.points ?? 0);
    if (!points.some((n) => n !== 0)) return [];
    const all = points.map((n, i) => (n === 0 ? [] : pieces(view, i + 1, part)));
    return [{ label, pieces: all, points, most: Math.max(1, ...all.map(({ length }) => length)) }];
  });
}

/* What is being counted: so many pieces of one part. */
const at = signal<{ beats: Beat[]; beat: number; piece: number } | null>(null);
export const counting = computed(() => at.value !== null);

let timer = 0;
let whenCounted: () => void = () => undefined;

/* Counts, unless the page takes no time for motion at all. */
export function count(step: Step, done: () => void): void {
  const beats = beatsOf(step);
  const scale = timeScale();
  whenCounted = done;
  if (beats.length === 0 || scale === 0) return done();
  const length = ({ most }: Beat) => Math.max(SHORTEST_MS, most * PIECE_MS) + PAUSE_MS;
  const whole = beats.reduce((sum, beat) => sum + length(beat), 0) * scale;
  const pace = scale * Math.min(1, LONGEST_MS / whole);
  const next = (beat: number, piece: number) => {
    const counted = beats[beat];
    if (!counted) return stopCounting();
    at.value = { beats, beat, piece };
    sound('count');
    const rest = piece < counted.most ? Math.max(SHORTEST_MS / counted.most, PIECE_MS) : PAUSE_MS;
    timer = window.setTimeout(() => (piece < counted.most ? next(beat, piece + 1) : next(beat + 1, 1)), rest * pace);
  };
  next(0, 1);
}

function stopCounting(): void {
  cancelCounting();
  whenCounted();
}

export function cancelCounting(): void {
  clearTimeout(timer);
  at.value = null;
}

/* The points of a seat so far: of the part that is counted, as large a share as of its pieces. */
function pointsSoFar(beats: Beat[], beat: number, piece: number, seat: number): number {
  const before = beats.slice(0, beat).reduce((sum, { points }) => sum + (points[seat] ?? 0), 0);
  const now = beats[beat];
  const [all, own] = [now?.pieces[seat]?.length ?? 0, now?.points[seat] ?? 0];
  return before + (piece >= all ? own : Math.round((own * piece) / all));
}

/* The pieces that lie on the board, lit where they are. */
function Lights({ pieces, piece }: { pieces: Piece[][]; piece: number }) {
  return (
    <>
      {pieces.flatMap((own, seat) =>
        own.slice(0, piece).flatMap(({ at }, i): VNode[] => {
          const box = at?.();
          if (!box) return [];
          const place = { left: `${box.left}px`, top: `${box.top}px`, width: `${box.width}px`, height: `${box.height}px` };
          return [<span key={`${seat} ${i}`} class="count-light" style={{ ...place, ...seatColours(seat + 1) }} />];
        }),
      )}
    </>
  );
}

export function Counting({ seats, names }: { seats: Seat[]; names: string[] }) {
  const now = at.value;
  const counts = now !== null;
  useEffect(() => {
    if (!counts) return undefined;
    const skip = (event: Event) => {
      event.stopPropagation();
      event.preventDefault();
      stopCounting();
    };
    addEventListener('click', skip, { capture: true });
    addEventListener('keydown', skip, { capture: true });
    return () => {
      removeEventListener('click', skip, { capture: true });
      removeEventListener('keydown', skip, { capture: true });
    };
  }, [counts]);
  if (!now) return null;
  const { beats, beat, piece } = now;
  const counted = beats[beat];
  const sums = seats.map((_, i) => pointsSoFar(beats, beat, piece, i));
  const whole = Math.max(1, ...seats.map((_, i) => pointsSoFar(beats, beats.length, 1, i)));
  const lead = Math.max(...sums);
  return (
    <section class="counting" aria-label={say('result')}>
      <Lights pieces={counted?.pieces ?? []} piece={piece} />
      <div class="count-panel">
        <p class="count-part">
          <strong key={beat}>{counted?.label}</strong>
          <span class="soft">{say('final.skip')}</span>
        </p>
        <ul>
          {seats.map((_, i) => (
            <li key={i} class={sums[i] === lead ? 'leads' : ''} style={seatColours(i + 1)}>
              <span class="count-name">{names[i]}</span>
              <span class="count-pieces" aria-hidden="true">
                {counted?.pieces[i]?.slice(0, piece).map(({ picture }, j) => (
                  <i key={`${beat} ${j}`}>{picture}</i>
                ))}
              </span>
              <b>{sums[i]}</b>
              <span class="count-bar" style={{ transform: `scaleX(${Math.max(0, (sums[i] ?? 0) / whole)})` }} />
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
