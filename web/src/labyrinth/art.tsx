/* Master Labyrinth's art: stone tiles, wizards, tokens and wands.
 *
 * A tile is three strokes on stone: the lip of the wall, its face, and the floor between. The floor is nudged south after
 * the tile is turned, so that the light comes from the same side whichever way it lies; hence ten oriented symbols. */
import { seatColours, addSymbols } from '../board';

const SHAPES = { straight: 'M50-9V109', corner: 'M50-9V50H109', tee: 'M50-9V109M50 50H109' } as const;

export type Shape = keyof typeof SHAPES;

/* Each tile by its open sides: its shape, and by how much that is turned. */
export const TILES: Record<string, readonly [shape: Shape, turned: number]> = {
  NS: ['straight', 0],
  EW: ['straight', 90],
  NE: ['corner', 0],
  ES: ['corner', 90],
  SW: ['corner', 180],
  NW: ['corner', 270],
  NES: ['tee', 0],
  ESW: ['tee', 90],
  NSW: ['tee', 180],
  NEW: ['tee', 270],
};

/* The ways that a shape can lie, each a quarter turn on from the one before. */
export const waysOf = (shape: string): string[] => Object.keys(TILES).filter((tile) => TILES[tile]?.[0] === shape);

const HATS = [
  'M9 29Q32 37 55 29 53 24 43 23 40 11 49 5 33-1 24 9 21 14 20 23 11 24 9 29Z',
  'M13 27C8 13 19 5 32 5S56 13 51 27Q32 34 13 27Z',
  'M2 26Q3 21 18 21L20 5Q32 1 44 5L46 21Q61 21 62 26 60 32 32 32T2 26Z',
  'M32 3Q52 12 50 34 50 44 44 48 46 24 32 22 18 24 20 48 14 44 14 34 12 12 32 3Z',
];
const ROBE = 'M32 36C45 38 51 58 57 74Q32 88 7 74C13 58 19 38 32 36Z';
const EYES = 'M27.5 37v.1M36.5 37v.1';
const SIGNS = [
  <>
    <path class="lab-crease" d="M20 23Q32 27 43 23" />
    <circle class="lab-sign" cx="32" cy="67" r="7" />
    <circle class="lab-sign-full" cx="32" cy="67" r="2" />
  </>,
  <>
    <path class="lab-crease" d="M14 20Q34 22 44 7M22 29Q44 27 51 17" />
    <circle class="lab-bone" cx="32" cy="18" r="5" />
    <path class="lab-sign-full" d="M36 59A9 9 0 1 0 40 73 8 8 0 0 1 36 59Z" />
  </>,
  <>
    <path class="lab-crease" d="M18 21Q32 25 46 21" />
    <path class="lab-sign-full" d="M32 57 34.5 64.5 42 67 34.5 69.5 32 77 29.5 69.5 22 67 29.5 64.5Z" />
  </>,
  <>
    <path class="lab-bone" d="M20 46Q18 24 32 22T44 46Q38 56 32 57 26 56 20 46Z" />
    <path class="lab-eyes" d={EYES} />
    <path class="lab-sign" d="M32 61 39 74H25Z" />
  </>,
];

const studs = [12, 88].flatMap((x) => [12, 86].map((y) => `M${x - 4.6} ${y}a4.6 4.6 0 1 0 9.2 0a4.6 4.6 0 1 0-9.2 0`)).join('');

/* Colours come in by custom properties, since <use> does not inherit other styles from where it stands. */
addSymbols(
  <>
    <g id="lab-stone">
      <rect class="lab-edge" x=".8" y=".8" width="98.4" height="98.4" rx="6" />
      <rect class="lab-wall" x=".8" y=".8" width="98.4" height="94" rx="6" />
      <path
        class="lab-bricks"
        d="M1 14H27M14 1V14M73 14H99M86 14V27M1 86H27M14 73V86M73 86H99M86 86V98M1 50H27M1 32H27M14 32V50M73 50H99M73 68H99M86 50V68M50 1V14M32 14H68M50 86V98M32 86H68"
      />
    </g>
    <path id="lab-studs" class="lab-stud" d={studs} />
    {Object.entries(TILES).map(([tile, [shape, turned]]) => (
      <symbol key={tile} id={`lab-${tile}`} viewBox="0 0 100 100">
        <use href="#lab-stone" />
        <path class="lab-lip" d={SHAPES[shape]} transform={`rotate(${turned} 50 50)`} />
        <path class="lab-side" d={SHAPES[shape]} transform={`rotate(${turned} 50 50)`} />
        <path class="lab-floor" d={SHAPES[shape]} transform={`translate(0 3)rotate(${turned} 50 50)`} />
        <path class="lab-joint" d={SHAPES[shape]} transform={`translate(0 3)rotate(${turned} 50 50)`} />
      </symbol>
    ))}
    {HATS.map((hat, i) => (
      <symbol key={i} id={`lab-wizard-${i + 1}`} viewBox="-4 -4 72 92">
        <path class="lab-halo" d={ROBE} />
        <path class="lab-halo" d={hat} />
        <path class="lab-cloth" d={ROBE} />
        {i < 3 && (
          <>
            <path class="lab-bone" d="M21 27H43Q44 44 32 58 20 44 21 27Z" />
            <path class="lab-eyes" d={EYES} />
          </>
        )}
        <path class="lab-cloth" d={hat} />
        {SIGNS[i]}
      </symbol>
    ))}
    <path
      id="lab-rays"
      d="M0-45 6-34A35 35 0 0 1 20-28L32-32 28-20A35 35 0 0 1 34-6L45 0 34 6A35 35 0 0 1 28 20L32 32 20 28A35 35 0 0 1 6 34L0 45-6 34A35 35 0 0 1-20 28L-32 32-28 20A35 35 0 0 1-34 6L-45 0-34-6A35 35 0 0 1-28-20L-32-32-20-28A35 35 0 0 1-6-34Z"
    />
    <path id="lab-star" d="M0-11 2.6-2.6 11 0 2.6 2.6 0 11-2.6 2.6-11 0-2.6-2.6Z" />
    <symbol id="lab-wand" viewBox="0 0 32 40">
      <path d="M9 37 19 16" stroke="#24160d" stroke-width="7" stroke-linecap="round" />
      <path d="M9 37 19 16" stroke="#a9753f" stroke-width="4" stroke-linecap="round" />
      <path
        d="M20 1 22.6 8 30 10 22.6 12.6 20 20 17.4 12.6 10 10 17.4 8Z"
        fill="#f2b63c"
        stroke="#6d4708"
        stroke-width="1.6"
        stroke-linejoin="round"
      />
    </symbol>
  </>,
);

// --- pieces, in units of the board: a cell is 100 wide ---

export function MazeTile({ tile, fixed = false, lit }: { tile: string; fixed?: boolean; lit?: boolean | undefined }) {
  return (
    <g class={`${fixed ? 'lab-fixed ' : ''}${lit === undefined ? '' : lit ? 'lab-lit' : 'lab-unlit'}`}>
      <use href={`#lab-${tile}`} width="100" height="100" />
      {fixed && <use href="#lab-studs" />}
    </g>
  );
}

export function Disc({ n, next = false, mine = false }: { n: number; next?: boolean; mine?: boolean }) {
  return (
    <g class={`lab-token${next ? ' lab-next' : n === 25 ? ' lab-last' : ''}`}>
      {next && <use href="#lab-rays" class="lab-rays" />}
      <circle class="lab-rim" r="30" />
      <circle class="lab-ring" r="26" />
      <text y="11.5">{n}</text>
      {mine && <use href="#lab-star" class="lab-mine" x="22" y="-22" />}
    </g>
  );
}

// --- the same, as pictures of their own ---

export function Token({ n, next = false, done = false }: { n: number; next?: boolean; done?: boolean }) {
  return (
    <svg class="lab-disc" viewBox={next ? '-47 -47 94 94' : '-34 -34 68 68'} aria-hidden="true">
      <Disc n={n} next={next} />
      {done && (
        <g transform="translate(20 20)">
          <circle r="13" fill="var(--good)" stroke="var(--surface)" stroke-width="3" />
          <path
            d="M-6 0-1 5 6-5"
            fill="none"
            stroke="var(--surface)"
            stroke-width="3.5"
            stroke-linecap="round"
            stroke-linejoin="round"
          />
        </g>
      )}
    </svg>
  );
}

export function Wizard({ seat }: { seat: number }) {
  return (
    <svg class="lab-wizard" viewBox="0 0 72 92" style={seatColours(seat)} aria-hidden="true">
      <use href={`#lab-wizard-${seat}`} width="72" height="92" />
    </svg>
  );
}

export function Wand() {
  return (
    <svg class="lab-wand" viewBox="0 0 32 40" aria-hidden="true">
      <use href="#lab-wand" width="32" height="40" />
    </svg>
  );
}

export function Star() {
  return (
    <svg class="lab-star" viewBox="-12 -12 24 24" aria-hidden="true">
      <use href="#lab-star" class="lab-mine" />
    </svg>
  );
}
