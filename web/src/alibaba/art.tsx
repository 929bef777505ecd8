/* Ali Baba's art: ten treasures, six magic signs, and the tiles they stand on.
 *
 * A treasure is told by the ink of its silhouette, a magic by colour and sign. A tile is two-ply like a mah-jong stone,
 * so its edge says which way up it lies: night over bone is face down, bone over night is face up. */
import { seatColours, addSymbols } from '../board';

export const KINDS = ['carpet', 'chest', 'crown', 'diamond', 'lamp', 'necklace', 'ring', 'ruby', 'statue', 'sword'];
export const COLOURS = ['pink', 'blue', 'brown', 'green', 'yellow', 'white'];

/* Treasures are 48 units square, signs 24, the top of a tile 92. Colours come in by custom properties, since <use> does not
 * inherit other styles from where it stands. */
addSymbols(
  <>
    <symbol class="ab-line" id="ab-carpet" viewBox="0 0 48 48">
      <path d="M7 14 3 15M6.2 19 2 20M5.4 24 1.3 25M4.6 29 1 30M44 17l3 1M43 22l3.5 1M42 27l3.6 1M41 32l3.5 1.5" stroke-width="2" />
      <path d="M8 12c8-5 14 4 22 1 6-2.3 10-2 15 0l-5 22c-5-1.5-9-1.5-14 1-8 4-14-5-22-1Z" fill="#b23a30" />
      <path
        d="M12.5 17c6-2.5 11 3 18 1 4-1.2 6-1.2 9-.6l-2.5 12.2c-5-.8-8-.3-12 1.6-6 2.5-10-2.5-16-1.8Z"
        fill="#e9c46a"
        stroke-width="1.4"
      />
      <path d="m24.5 19.5 6 4.6-6.8 4.7-6-4.3Z" fill="#23588c" stroke-width="1.4" />
    </symbol>
    <symbol class="ab-line" id="ab-chest" viewBox="0 0 48 48">
      <path d="M6 24h36v17h-3v3h-6v-3H15v3H9v-3H6Z" fill="#8a4f28" />
      <path d="M3 24C2 12 8 6 17 6h14c9 0 15 6 14 18Z" fill="#b4723f" />
      <path d="M11 7.7h6V41h-6ZM31 7.7h6V41h-6Z" fill="#e3b04b" stroke-width="1.6" />
      <path d="M3 21.5h42V27H3Z" fill="#e3b04b" />
      <path d="M19.5 19h9v9a4.5 4.5 0 0 1-9 0Z" fill="#f7dc8c" />
      <path d="M24 23.5V27" />
    </symbol>
    <symbol class="ab-line" id="ab-crown" viewBox="0 0 48 48">
      <path d="M8 33 4.5 15l10.5 8L24 9l9 14 10.5-8L40 33Z" fill="#f0bd45" />
      <path d="M8 33h32v8H8Z" fill="#d9932b" />
      <circle cx="24" cy="8" r="3.2" fill="#d2574a" />
      <circle cx="4.8" cy="14" r="2.8" fill="#d2574a" />
      <circle cx="43.2" cy="14" r="2.8" fill="#d2574a" />
      <path d="m24 33.8 3.4 3.2-3.4 3.2-3.4-3.2ZM13.5 37h.1M34.5 37h.1" fill="#3f7fbd" stroke-width="1.6" />
    </symbol>
    <symbol class="ab-line" id="ab-diamond" viewBox="0 0 48 48">
      <path d="M13 8h22l10 12-21 23L3 20Z" fill="#a9dcec" />
      <path d="m17 20 7-12 7 12-7 23Z" fill="#e8f8fb" stroke="none" />
      <path d="M35 8l10 12H31ZM13 8 3 20h14Z" fill="#7cc0da" stroke="none" />
      <path d="M13 8h22l10 12-21 23L3 20Z" />
      <path d="M3 20h42M24 43l-7-23 7-12 7 12Z M13 8l4 12M35 8l-4 12" stroke-width="1.4" />
    </symbol>
    <symbol class="ab-line" id="ab-lamp" viewBox="0 0 48 48">
      <path d="M33 27c10-9 15 5-1 8" stroke-width="7" />
      <path d="M33 27c10-9 15 5-1 8" stroke="#e3a93a" stroke-width="3" />
      <path d="M3 19c8-1 8 6 15 5h18c1 8-4 14-11 14-10 0-12-11-22-15Z" fill="#f0bd45" />
      <path d="M18 24c0-6 4-8 8.5-8s8.5 2 8.5 8Z" fill="#d9932b" />
      <circle cx="26.5" cy="13" r="2.6" fill="#d2574a" />
      <path d="M20 38h11l3 6H17Z" fill="#d9932b" />
      <path d="M5 17C-.5 13 4.5 9.5 5 5c5 4 5 9 0 12Z" fill="#f08a3c" stroke-width="1.6" />
    </symbol>
    <symbol class="ab-line" id="ab-necklace" viewBox="0 0 48 48">
      <path d="M7 5c-2 18 6 27 17 27S43 23 41 5" stroke-width="9" stroke-dasharray="0 7.06" />
      <path d="M7 5c-2 18 6 27 17 27S43 23 41 5" stroke="#fff" stroke-width="5.6" stroke-dasharray="0 7.06" />
      <path d="M24 29c5 6 6.5 8.5 6.5 11.5a6.5 6 0 0 1-13 0C17.5 37.5 19 35 24 29Z" fill="#3f9a62" />
      <path d="M21.5 39.5c0-1.5.8-2.6 1.6-3.8" stroke="#c8f0d4" stroke-width="1.8" />
    </symbol>
    <symbol class="ab-line" id="ab-ring" viewBox="0 0 48 48">
      <circle cx="24" cy="31" r="11.5" stroke-width="8.6" />
      <circle cx="24" cy="31" r="11.5" stroke="#f0bd45" stroke-width="4.6" />
      <path d="M17 3h14l5 6.5L24 22 12 9.5Z" fill="#8e5bb5" />
      <path d="M12 9.5h24M24 22l-4.5-12.5L24 3l4.5 6.5Z" stroke-width="1.4" fill="#c9a3e4" />
    </symbol>
    <symbol class="ab-line" id="ab-ruby" viewBox="0 0 48 48">
      <path d="M24 3 41 13v22L24 45 7 35V13Z" fill="#c22838" />
      <path d="M24 3v9l-9 5.5L7 13Z" fill="#f07a80" stroke="none" />
      <path d="M7 13l8 4.5v13L7 35Z" fill="#dc4a56" stroke="none" />
      <path d="M41 35 24 45v-9l9-5.5Z" fill="#96182a" stroke="none" />
      <path d="m24 12 9 5.5v13L24 36l-9-5.5v-13Z" fill="#e2414f" stroke-width="1.5" />
      <path d="M24 3v9M41 13l-8 4.5M41 35l-8-4.5M24 45v-9M7 35l8-4.5M7 13l8 4.5" stroke-width="1.5" />
      <path d="M24 3 41 13v22L24 45 7 35V13Z" />
      <path d="m19.5 24 5.5-6.5" stroke="#ffe0e0" stroke-width="2.2" />
    </symbol>
    <symbol class="ab-line" id="ab-statue" viewBox="0 0 48 48">
      <path d="M19 19c-1 5-5.5 9-7 14-.8 3-.6 5.5 0 8h24c.6-2.5.8-5 0-8-1.5-5-6-9-7-14Z" fill="#7fbfa2" />
      <path d="M30 22c1.5 4 4.8 7.5 6 11.5.7 2.5.6 5 0 7.5h-7c2-6 2-13 1-19Z" fill="#559a7d" stroke="none" />
      <path d="M20 41v-9M28 41v-9" stroke-width="1.6" />
      <path
        d="M14.5 2c3 1.5 4.6 3.4 6 5.6 2.3-.6 4.7-.6 7 0 1.4-2.2 3-4.1 6-5.6.9 4.6.8 8.4-.4 12-1.4 4.5-4.9 7-9.1 7s-7.7-2.5-9.1-7c-1.2-3.6-1.3-7.4-.4-12Z"
        fill="#a5d8bf"
      />
      <path d="M17.3 20.5c4.3 2.6 9.1 2.6 13.4 0l1.3 3.6c-5 3.2-11 3.2-16 0Z" fill="#f0bd45" stroke-width="1.8" />
      <path d="M19 13.2c1-.9 2.2-.9 3.2 0M25.8 13.2c1-.9 2.2-.9 3.2 0" stroke-width="1.9" />
      <path d="m22.7 16.6 1.3 1.1 1.3-1.1" stroke-width="1.6" />
      <path d="M8 41h32v5.5H8Z" fill="#d9932b" />
    </symbol>
    <symbol class="ab-line" id="ab-sword" viewBox="0 0 48 48">
      <path d="M12 31C24 28 34 18 38 3c9 16-1 31-19 35Z" fill="#cfd9de" />
      <path d="M16 34C28 31 37 22 39.5 9" stroke="#fff" stroke-width="2.2" />
      <path d="m12 36-6 6.5" stroke-width="7.6" />
      <path d="m12 36-6 6.5" stroke="#b23a30" stroke-width="3.8" />
      <path d="M8.5 27.5 20.5 41" stroke-width="7.6" />
      <path d="M8.5 27.5 20.5 41" stroke="#f0bd45" stroke-width="3.8" />
      <circle cx="5" cy="43.5" r="3" fill="#f0bd45" />
    </symbol>
    <symbol class="ab-line ab-sign" id="ab-pink" viewBox="0 0 24 24">
      <path d="M1.5 12.5h7M5 9v7M21 5h-7l-.8 6.6c4-2.6 8.3-.8 8.3 3.2 0 4.6-5.8 6-9 3" />
    </symbol>
    <symbol class="ab-line ab-sign" id="ab-blue" viewBox="0 0 24 24">
      <path d="M3 12h9v9H3Z" class="ab-full" />
      <path d="M6 7c2-5 12-6 13 5" />
      <path d="m15.5 9.5 3.6 3.8 3.4-4" />
    </symbol>
    <symbol class="ab-line ab-sign" id="ab-brown" viewBox="0 0 24 24">
      <path d="M3 12h9v9H3Z" class="ab-full" />
      <path d="M8 7.5h8.5V16M12.5 3H21v8.5" />
    </symbol>
    <symbol class="ab-line ab-sign" id="ab-green" viewBox="0 0 24 24">
      <path d="M2 7.5h9v9H2Z" class="ab-full" />
      <path d="M15 7.5h7v9h-7" />
    </symbol>
    <symbol class="ab-line ab-sign" id="ab-yellow" viewBox="0 0 24 24">
      <path d="M1.5 12C6 4.5 18 4.5 22.5 12 18 19.5 6 19.5 1.5 12Z" />
      <circle cx="12" cy="12" r="3.4" class="ab-full" stroke="none" />
    </symbol>
    <symbol class="ab-line ab-sign" id="ab-white" viewBox="0 0 24 24">
      <circle cx="12" cy="12" r="9.3" />
      <path d="m5.5 5.5 13 13" />
    </symbol>
    <symbol id="ab-back" viewBox="0 0 92 92">
      <rect width="92" height="92" rx="9" fill="var(--back)" />
      <rect x="5" y="5" width="82" height="82" rx="6" fill="none" stroke="var(--back-line)" stroke-width="1.6" opacity=".75" />
      <path
        d="M46 13l9.7 9.7H69.3v13.6L79 46l-9.7 9.7v13.6H55.7L46 79l-9.7-9.7H22.7V55.7L13 46l9.7-9.7V22.7h13.6Z"
        fill="var(--back-2)"
        stroke="var(--back-line)"
        stroke-width="1.8"
      />
      <path
        d="M46 29l5 7 8.5-1.5L58 43l6 3-6 3 1.5 8.5L51 56l-5 7-5-7-8.5 1.5L34 49l-6-3 6-3-1.5-8.5L41 36Z"
        fill="none"
        stroke="var(--back-line)"
        stroke-width="1.6"
      />
      <circle cx="46" cy="46" r="4" fill="var(--back-line)" />
      <path
        d="M5 19A14 14 0 0 0 19 5M73 5a14 14 0 0 0 14 14M87 73a14 14 0 0 0-14 14M19 87A14 14 0 0 0 5 73"
        fill="none"
        stroke="var(--back-line)"
        stroke-width="1.6"
        opacity=".75"
      />
    </symbol>
    <path id="ab-medallion" d="M19 6h54a13 13 0 0 0 13 13v42a25 25 0 0 0-25 25H19A13 13 0 0 0 6 73V19A13 13 0 0 0 19 6Z" />
    <symbol id="ab-screen" viewBox="0 0 54 38">
      <path d="M1 7c5-1 8-3 9-6 1 3 4 5 8 6v27L1 37Z" fill="currentColor" />
      <path d="M18 7c4-1 8-3 9-6 1 3 5 5 9 6v27l-9 3-9-3Z" fill="currentColor" />
      <path d="M36 7c4-1 7-3 8-6 1 3 4 5 9 6v30l-17-3Z" fill="currentColor" />
      <path d="M1 7c5-1 8-3 9-6 1 3 4 5 8 6v27L1 37ZM36 7c4-1 7-3 8-6 1 3 4 5 9 6v30l-17-3Z" fill="#000" opacity=".2" />
      <path
        d="M3.5 10c3-.8 5-2 6.5-4 1.5 2 3 3.2 5.5 4v22l-12 2ZM38.5 10c2.5-.8 4.2-2 5.5-4 1.5 2 3.5 3.2 6.5 4v24l-12-2Z"
        fill="none"
        stroke="#fff"
        stroke-opacity=".55"
      />
      <path d="M20.5 10c3-.8 5-2 6.5-4 1.5 2 3.5 3.2 6.5 4v22.5l-6.5 2-6.5-2Z" fill="none" stroke="#fff" stroke-opacity=".55" />
    </symbol>
    <symbol id="ab-coin" viewBox="0 0 18 18">
      <circle cx="9" cy="9" r="8.2" fill="#e3a93a" stroke="#7a4c10" stroke-width="1.2" />
      <path d="m9 4 1.5 3.5L14 9l-3.5 1.5L9 14l-1.5-3.5L4 9l3.5-1.5Z" fill="#fbe6a4" />
    </symbol>
    <pattern id="ab-hatch" width="8" height="8" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
      <path d="M0 0H8" stroke="#2a1c13" stroke-width="2.2" opacity=".3" />
    </pattern>
    <radialGradient id="ab-lit">
      <stop offset="0" class="ab-lit" />
      <stop offset="1" class="ab-lit" stop-opacity="0" />
    </radialGradient>
  </>,
);

export const kindOf = (tile: string): string => tile.split('.')[0] ?? '';
export const colourOf = (tile: string): string => tile.split('.')[1] ?? '';

/* The top of a tile that lies face up, 92 units square. */
export function TileFace({ tile }: { tile: string }) {
  const colour = colourOf(tile);
  return (
    <g class={`ab-face ab-${colour}`}>
      <rect class="ab-frame" width="92" height="92" rx="9" />
      <rect class="ab-frame-line" x=".8" y=".8" width="90.4" height="90.4" rx="8.4" />
      <use class="ab-medal" href="#ab-medallion" />
      <use href={`#ab-${kindOf(tile)}`} x="11" y="9" width="65" height="65" />
      <use href={`#ab-${colour}`} x="66.5" y="66.5" width="21" height="21" />
    </g>
  );
}

/* How thick a tile is: what shows of its south edge, and how much a layer stands higher than the one below. */
export const TILE_THICKNESS = 13;

export function TileEdge({ up }: { up: boolean }) {
  return (
    <>
      <rect class={up ? 'ab-night' : 'ab-bone'} y="60" width="92" height={32 + TILE_THICKNESS} rx="9" />
      <rect class={up ? 'ab-bone' : 'ab-night'} y="60" width="92" height={32 + TILE_THICKNESS - (up ? 5 : 7)} rx="9" />
    </>
  );
}

/* A tile as a picture of its own, outside the cave. */
export function Tile({ tile }: { tile: string }) {
  return (
    <svg class="ab-tile-picture" viewBox="-2 -2 96 109" aria-hidden="true">
      <TileEdge up />
      {tile === '?' ? <use href="#ab-back" width="92" height="92" /> : <TileFace tile={tile} />}
    </svg>
  );
}

export function Treasure({ kind }: { kind: string }) {
  return (
    <svg class="ab-treasure" viewBox="0 0 48 48" aria-hidden="true">
      <use href={`#ab-${kind}`} />
    </svg>
  );
}

/* A magic's colour with its sign. */
export function Magic({ colour }: { colour: string }) {
  return (
    <svg class={`ab-chip ab-${colour}`} viewBox="0 0 46 46" aria-hidden="true">
      <rect class="ab-frame" x="1" y="1" width="44" height="44" rx="9" stroke="#2a1c13" stroke-opacity=".35" />
      <use href={`#ab-${colour}`} x="9" y="9" width="28" height="28" />
    </svg>
  );
}

export function Coin() {
  return (
    <svg class="ab-coin" viewBox="0 0 18 18" aria-hidden="true">
      <use href="#ab-coin" />
    </svg>
  );
}

/* The folding screen that treasures stand behind. */
export function Screen() {
  return (
    <svg class="ab-screen" viewBox="0 0 54 38" aria-hidden="true">
      <use href="#ab-screen" />
    </svg>
  );
}

/* The seal of a ban, in the colour of the seat that set it. */
export function Seal({ x, y, seat, r = 18 }: { x: number; y: number; seat: number; r?: number }) {
  return (
    <g class="ab-seal" transform={`translate(${x} ${y})`} style={seatColours(seat)}>
      <g class="ab-stamp">
        <circle r={r} />
        <use href="#ab-white" x={-0.64 * r} y={-0.64 * r} width={1.28 * r} height={1.28 * r} />
      </g>
    </g>
  );
}

// --- the cave: terraces of rock round a lit floor, and on wide screens gold in its corners ---

const TERRACES = [
  'M99.6 57.4Q101 64.8 98.9 72.3Q96.8 79.8 93.9 88.4Q91.1 97 82 98.4Q72.9 99.7 65.2 100.5Q57.5 101.3 50 101.6Q42.5 101.9 34.4 101.6Q26.3 101.4 18.5 98.2Q10.7 94.9 3.3 89.7Q-4.2 84.5 -3.9 75Q-3.7 65.6 -3.2 57.8Q-2.7 50 -3.8 42Q-4.9 34 -4.4 24.9Q-3.9 15.7 3.9 11Q11.8 6.3 18.7 1.6Q25.6 -3 33.8 -3.5Q42.1 -4.1 49.7 -1.8Q57.2 0.5 65.4 -0.4Q73.7 -1.3 82.7 0.5Q91.7 2.4 94.1 11.4Q96.5 20.4 100.4 27.3Q104.3 34.2 101.2 42.1Q98.2 50 99.6 57.4Z',
  'M97.3 56.8Q96.9 63.6 95.8 71.1Q94.8 78.5 92.7 87.4Q90.6 96.4 80.8 96Q71.1 95.7 64.1 97.3Q57.1 98.8 49.8 99.9Q42.6 101 35.4 99Q28.3 97.1 20.3 95.1Q12.4 93 4.7 88.3Q-3 83.7 -1.1 74Q0.8 64.3 0.4 57.1Q-0.1 50 -1.9 42.2Q-3.6 34.4 -1.5 26.5Q0.7 18.6 7 13.3Q13.2 8 19.6 3.1Q26.1 -1.9 34.4 -0.7Q42.8 0.5 49.8 1.6Q56.9 2.7 65.1 1.1Q73.2 -0.4 80.7 3Q88.2 6.3 91.5 13.9Q94.7 21.6 98.9 28.1Q103.1 34.6 100.4 42.3Q97.8 50 97.3 56.8Z',
  'M94.8 56.3Q93.7 62.7 94.2 70.5Q94.7 78.4 91.7 86.3Q88.7 94.2 79.2 93.5Q69.7 92.7 63.3 95.3Q57 97.9 50 98.1Q43 98.3 36.4 96.1Q29.8 93.8 21.2 93.3Q12.6 92.7 6.3 87.2Q0.1 81.7 2.3 72.5Q4.5 63.2 2.7 56.6Q0.9 50 0.2 42.7Q-0.5 35.3 1.9 28.2Q4.4 21 8.8 14.5Q13.3 8 20.3 4.5Q27.4 1 35.4 2.7Q43.4 4.3 50.1 3.8Q56.8 3.3 64.4 2.8Q72 2.3 78.9 5.7Q85.7 9.2 90.2 15.4Q94.7 21.6 97.3 28.5Q100 35.5 98 42.7Q96 50 94.8 56.3Z',
  'M92.7 56.1Q92.3 62.3 93.2 70.2Q94.2 78.1 90.2 84.7Q86.2 91.3 77.7 91.4Q69.1 91.4 62.9 94Q56.8 96.6 50.1 95.7Q43.5 94.9 37 93.6Q30.5 92.3 21.8 92.2Q13.1 92.1 8.5 85.7Q3.9 79.3 5.1 71Q6.2 62.7 4.3 56.4Q2.4 50 2.9 43.2Q3.4 36.5 4.8 29.3Q6.2 22.2 10 15.4Q13.7 8.5 21.4 6.6Q29.1 4.7 36.3 5.4Q43.6 6.2 50.1 5.2Q56.6 4.3 63.6 5Q70.5 5.6 77.6 8Q84.7 10.4 89.4 16.2Q94.1 22 95.1 29.3Q96.2 36.6 94.7 43.3Q93.2 50 92.7 56.1Z',
];

const GOLD =
  '96 4.6, 93 7, 94.8 7.5, 93.7 7.8, 92.9 8, 89.9 8.7, 94 8.8, 93.7 9.6, 87.8 10.6, 3.5 79.2, 88.4 84, 98.4 84, 87 85.1, 93.9 86.2, 11.7 87.1, 93.6 87.3, 99.5 87.8, 2.4 88, 3.2 88, 93.2 88.2, 94.6 88.5, 2.9 89.2, 6.3 89.6, 6 90.1, 5.4 90.2, 88.4 90.7, 8.6 90.9, ' +
  '91.9 91.1, 99.3 91.2, 1.3 91.5, 2.3 91.7, 5.1 91.9, 90.3 92.2, 87.3 92.9, 92 93.5, 12 94.1, 1.2 94.1, 96.4 94.4, 8.6 94.5, 96 94.7, 0.6 95, 93.8 95.1, 6.5 95.8, 99.8 96, 5.2 96.1, 95.1 96.3, 87.4 96.8, -0.6 96.9, 94.5 96.9, 96 97.4, 98.4 97.9, 6.8 98, 7 98.3, -1.5 99.9, 90.5 104.4';

export function Cave() {
  return (
    <>
      <svg class="ab-rock" viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
        {TERRACES.map((d, i) => (
          <path key={i} class={`ab-terrace-${i + 1}`} d={d} />
        ))}
        <ellipse cx="50" cy="48" rx="50" ry="50" fill="url(#ab-lit)" />
      </svg>
      <svg class="ab-gold" aria-hidden="true">
        {GOLD.split(', ').map((at) => {
          const [x, y] = at.split(' ');
          return (
            <svg key={at} x={`${x}%`} y={`${y}%`} width="26" height="26" overflow="visible">
              <circle class="ab-gold-shadow" cx="14" cy="17" r="12" />
              <use href="#ab-coin" width="26" height="26" />
            </svg>
          );
        })}
      </svg>
    </>
  );
}
