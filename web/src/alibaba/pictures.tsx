/* Ali Baba's pictures: the one on the box, and small ones that illustrate the rules. */
import type { ComponentChildren } from 'preact';
import { seatColours } from '../board';
import { say } from '../words';
import { Coin, Magic, Screen, Seal, Tile, TILE_THICKNESS, TileEdge, TileFace, Treasure } from './art';

// --- the box: paper-cut gates, one behind the other, and the treasure in the last ---

const GATES = [
  ['M-20 490V290C-23.4 166 96 150 180 82C264 150 380.3 166 380 290V490Z', '#2a2350'],
  ['M-1 490V298C-4.4 186 104 160 180 98C256 160 357.9 186 361 298V490Z', '#4a2750'],
  ['M17 490V306C13.6 205 112 169 180 114C248 169 342.9 205 343 306V490Z', '#7a2f44'],
  ['M34 490V314C30.6 223 119 180 180 130C241 180 328.3 223 326 314V490Z', '#ab4a35'],
  ['M50 490V322C46.6 241 125 189 180 145C235 189 307.2 241 310 322V490Z', '#d98a2d'],
  ['M65 490V330C61.5 259 132 198 180 159C228 198 293.5 259 295 330V490Z', '#f3bf58'],
] as const;

const STARS =
  'M0 164h.01M85 99h.01M143 168h.01M330 149h.01M56 43h.01M96 162h.01M330 84h.01M31 108h.01M340 163h.01M83 159h.01' +
  'M29 126h.01M199 203h.01M245 160h.01M59 196h.01M344 207h.01M85 228h.01M221 192h.01M93 91h.01M57 106h.01M300 97h.01' +
  'M68 94h.01M287 208h.01M156 122h.01M188 131h.01M209 149h.01M336 117h.01M119 113h.01M266 92h.01M181 230h.01M139 142h.01' +
  'M234 81h.01M291 213h.01M50 157h.01M29 111h.01M245 157h.01M359 111h.01M60 133h.01';

const HEAP =
  '289 394, 288 395, 296 397, 283 398, 285 403, 59 405, 275 406, 286 406, 70 407, 68 407, 44 407, 61 408, 311 410, 32 411, ' +
  '64 411, 56 411, 37 411, 267 412, 302 412, 71 413, 301 413, 43 414, 273 414, 294 414, 58 414, 308 416, 303 416, 318 417, ' +
  '27 417, 279 418, 316 418, 298 418, 26 419, 25 419, 24 419, 280 420, 319 420, 306 420, 75 420, 20 421, 322 421, 19 421, ' +
  '342 421, 11 421, 7 421, 341 421, -4 421, 338 421, 0 421, 336 421, 328 421, 331 421, -2 421, -8 421, 1 421, 10 421, ' +
  '343 421, 340 421, -5 421, 6 421, 5 421';

const PILE = [
  ['?', 'sword.yellow', '?', 'ruby.green', '?'],
  ['chest.blue', '?', 'crown.pink', '?'],
  ['?', 'diamond.white', '?'],
  ['necklace.brown', 'statue.green'],
];

export function Cover() {
  const side = 42;
  return (
    <svg class="ab-cover" viewBox="0 0 360 480" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
      <defs>
        <radialGradient id="ab-cover-light" cx=".5" cy=".6" r=".6">
          <stop offset="0" stop-color="#fff6cf" />
          <stop offset=".55" stop-color="#ffdf8a" />
          <stop offset="1" stop-color="#f3bf58" />
        </radialGradient>
        <filter id="ab-cover-blur" x="-20%" y="-20%" width="140%" height="140%">
          <feGaussianBlur stdDeviation="6" />
        </filter>
      </defs>
      <rect width="360" height="480" fill="#171a3c" />
      <path d={STARS} stroke="#f7e6b8" stroke-width="1.7" stroke-linecap="round" opacity=".85" />
      <path
        d="M40 96l1.6 4.4L46 102l-4.4 1.6L40 108l-1.6-4.4L34 102l4.4-1.6ZM318 122l1.3 3.7 3.7 1.3-3.7 1.3-1.3 3.7-1.3-3.7-3.7-1.3 3.7-1.3ZM96 112l1 2.8 2.8 1-2.8 1-1 2.8-1-2.8-2.8-1 2.8-1ZM272 98l1 2.8 2.8 1-2.8 1-1 2.8-1-2.8-2.8-1 2.8-1Z"
        fill="#f7e6b8"
      />
      <g transform="translate(0 24)">
        {GATES.map(([d, fill], i) => (
          <g key={fill}>
            <path d={d} fill="#0a0618" opacity=".5" filter="url(#ab-cover-blur)" />
            <path d={d} fill={i === GATES.length - 1 ? 'url(#ab-cover-light)' : fill} />
          </g>
        ))}
        <path d="M154 206c-3-12 12-14 10-26-1.5-9-12-9-10-18 1 7 15 7 18 18 4 13-12 15-18 26Z" fill="#fffbe8" opacity=".85" />
        {PILE.map((row, i) =>
          row.map((tile, c) => (
            <g
              key={`${i} ${c}`}
              transform={`translate(${180.7 + (c - row.length / 2) * side} ${390 - i * (side - 1)}) scale(${(side - 1.4) / 92})`}
            >
              <rect y="4" width="92" height="92" rx="9" fill="#5a2f12" />
              {tile === '?' ? <use href="#ab-back" width="92" height="92" /> : <TileFace tile={tile} />}
            </g>
          )),
        )}
        <use href="#ab-lamp" x="147" y="199" width="72" height="72" />
        {HEAP.split(', ').map((at) => {
          const [x, y] = at.split(' ');
          return <use key={at} href="#ab-coin" x={x} y={y} width="17" height="17" />;
        })}
        <path d="M0 424c60-16 90 6 180 5s130-16 180-4v60H0Z" fill="#191636" />
        <path d="M0 436c70-12 120 4 190 1s120-8 170 2v48H0Z" fill="#12102a" />
      </g>
      <text class="ab-title" x="180" y="72">
        {say('game.alibaba')}
      </text>
    </svg>
  );
}

// --- the rules: 320 by 180 units each ---

/* A tile at a place, in half its size. */
function Small(props: { x: number; y: number; tile: string; scale?: number; children?: ComponentChildren }) {
  const { x, y, tile, scale = 0.5, children } = props;
  const up = tile !== '?';
  return (
    <g transform={`translate(${x} ${y}) scale(${scale})`}>
      <rect class="ab-picture-shadow" x="3" y="14" width="94" height="98" rx="10" />
      <TileEdge up={up} />
      {up ? <TileFace tile={tile} /> : <use href="#ab-back" width="92" height="92" />}
      {children}
    </g>
  );
}

const Frees = () => <rect class="ab-frees" x="3" y="3" width="86" height="86" rx="7" />;

const Chosen = () => (
  <g class="ab-chosen">
    <rect x="-3" y="-3" width="98" height="111" rx="12" />
    <rect x="-3" y="-3" width="98" height="111" rx="12" />
  </g>
);

const Arrow = ({ d }: { d: string }) => (
  <>
    <path class="ab-arrow-under" d={d} />
    <path class="ab-arrow" d={d} />
  </>
);

/* A little pyramid: four tiles and what lies on them. */
function Four({
  x,
  y,
  tiles,
  marks,
  children,
}: {
  x: number;
  y: number;
  tiles: string[];
  marks?: boolean;
  children?: ComponentChildren;
}) {
  return (
    <g transform={`translate(${x} ${y})`}>
      {tiles.map((tile, i) => (
        <Small key={i} x={(i % 2) * 50} y={Math.floor(i / 2) * 50} tile={tile}>
          {marks && <Frees />}
        </Small>
      ))}
      {children}
    </g>
  );
}

/* The illustrations that the rules ask for. */
export type PictureName = 'thief' | 'cave' | 'magic' | 'free' | 'ban' | 'sets' | 'end' | 'lamp';

const DRAWN: Record<PictureName, () => ComponentChildren> = {
  thief: () => (
    <>
      {['crown.pink', 'crown.blue', 'ring.green'].map((tile, i) => (
        <Small key={tile} x={70 + i * 62} y={18 - (i % 2) * 6} scale={0.6} tile={tile} />
      ))}
      <svg x="40" y="48" width="240" height="132" viewBox="0 0 54 38" style={{ color: 'var(--seat-1)' }}>
        <use href="#ab-screen" />
      </svg>
    </>
  ),
  cave: () => {
    const rows = [5, 4, 3, 2];
    const tops = ['ring.blue', 'sword.yellow', 'crown.pink', 'ruby.green'];
    return rows.map((n, layer) =>
      Array.from({ length: n * n }, (_, i) => {
        const size = 30;
        const x = 160 - (n * size) / 2 + (i % n) * size;
        const y = 88 - (n * size) / 2 + Math.floor(i / n) * size - layer * TILE_THICKNESS * 0.32;
        return <Small key={`${layer} ${i}`} x={x} y={y} scale={0.3} tile={layer === 3 ? (tops[i] ?? '?') : '?'} />;
      }),
    );
  },
  free: () => (
    <>
      <Four x={30} y={40} tiles={['?', '?', '?', '?']} marks>
        <Small x={25} y={18} tile="ring.blue">
          <Chosen />
        </Small>
      </Four>
      <Arrow d="M146 90h36m-10-9 11 9-11 9" />
      <Four x={196} y={36} tiles={['lamp.yellow', 'sword.brown', 'ruby.pink', 'chest.white']} />
    </>
  ),
  magic: () =>
    ['crown.pink', 'ring.blue', 'sword.brown', 'ruby.green', 'lamp.yellow', 'chest.white'].map((tile, i) => (
      <Small key={tile} x={62 + (i % 3) * 70} y={20 + Math.floor(i / 3) * 76} scale={0.6} tile={tile} />
    )),
  ban: () => (
    <>
      <Small x={36} y={44} scale={0.85} tile="chest.white" />
      <Arrow d="M132 88h40m-10-9 11 9-11 9" />
      {['crown.green', 'crown.blue'].map((tile, i) => (
        <Small key={tile} x={186 + i * 60} y={60} scale={0.56} tile={tile}>
          <use class="ab-veil" href="#ab-medallion" />
          <use href="#ab-medallion" fill="url(#ab-hatch)" />
          <rect class="ab-bar-line" x="1" y="1" width="90" height="90" rx="8.5" />
          <rect class="ab-bar" x="1" y="1" width="90" height="90" rx="8.5" style={seatColours(2)} />
          <Seal x={12} y={12} seat={2} />
        </Small>
      ))}
    </>
  ),
  lamp: () => (
    <>
      <Small x={40} y={48} scale={0.8} tile="lamp.pink" />
      <Arrow d="M130 84h52m-10-9 11 9-11 9M182 104h-52m10-9-11 9 11 9" />
      {['ring.blue', 'chest.brown', 'ruby.green', 'statue.yellow'].map((tile, i) => (
        <Small key={tile} x={204 + (i % 2) * 50} y={36 + Math.floor(i / 2) * 56} scale={0.46} tile={tile} />
      ))}
    </>
  ),
  end: () =>
    ['ring.blue', '', 'ruby.green', 'sword.yellow', '', 'chest.white', '', 'crown.brown', ''].map(
      (tile, i) => tile && <Small key={tile} x={80 + (i % 3) * 54} y={8 + Math.floor(i / 3) * 54} scale={0.54} tile={tile} />,
    ),
  sets: () =>
    [1, 3, 6, 10, 15, 21].map((points, i) => (
      <g key={points}>
        <rect class="ab-stair" x={22 + i * 47} y={146 - points * 4} width="43" height={points * 4 + 16} rx="4" />
        <text class="ab-stair-points" x={43.5 + i * 47} y={156}>
          {points}
        </text>
        {Array.from({ length: i + 1 }, (_, n) => {
          const alone = i === n && n % 2 === 0;
          const [x, y] = [22 + i * 47 + (alone ? 11 : (n % 2) * 21), 123 - points * 4 - Math.floor(n / 2) * 19];
          return <use key={n} href="#ab-crown" x={x} y={y} width="22" height="22" />;
        })}
      </g>
    )),
};

export function Picture({ of }: { of: string }) {
  const draw = DRAWN[of as PictureName];
  return (
    <svg class="ab-picture" viewBox="0 0 320 180" aria-hidden="true">
      {draw?.()}
    </svg>
  );
}

// --- signs ---

export type SignName = 'tile' | 'pink' | 'blue' | 'brown' | 'green' | 'yellow' | 'white' | 'set' | 'screen' | 'coin' | 'seal';

const SIGNS: Record<SignName, () => ComponentChildren> = {
  tile: () => <Tile tile="ring.blue" />,
  pink: () => <Magic colour="pink" />,
  blue: () => <Magic colour="blue" />,
  brown: () => <Magic colour="brown" />,
  green: () => <Magic colour="green" />,
  yellow: () => <Magic colour="yellow" />,
  white: () => <Magic colour="white" />,
  set: () => <Treasure kind="crown" />,
  screen: () => (
    <span style={{ color: 'var(--seat-1)' }}>
      <Screen />
    </span>
  ),
  coin: () => <Coin />,
  seal: () => (
    <svg viewBox="-20 -20 40 40">
      <Seal x={0} y={0} seat={2} />
    </svg>
  ),
};

export const SignOf = ({ of }: { of: string }) => <>{SIGNS[of as SignName]?.()}</>;
