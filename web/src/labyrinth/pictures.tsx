/* Master Labyrinth's pictures: the one on the box, and small ones that illustrate the rules. */
import type { ComponentChildren } from 'preact';
import { seatColours } from '../board';
import { say } from '../words';
import { Disc, MazeTile, Star, Token, Wand } from './art';

// --- the box: a maze of stone blocks seen from a corner, one row half pushed out, and the last token above it ---

const MAZE = ['ES EW ESW EW SW', 'NS ES NEW SW NS', 'NES NSW ES NES NSW', 'NS NE NEW NW NS', 'NE EW NEW EW NW'].map((row) =>
  row.split(' '),
);
const LIT = new Set('00 10 20 30 21 11 01 02 12 04 03 40 41 42 32 22 14 24 34 44 43'.split(' '));
const WIZARDS: Record<string, number> = { '44': 1, '41': 3, '02': 2, '20': 4 };
const DISCS: Record<string, number> = { '12': 12, '32': 8, '13': 17, '14': 14 };
const PUSHED = 3; // the row that is half pushed out
const SCALE = 0.62;
const WALL = 24;
const BLOCK = 48;
const EDGES = [0, 27, 73, 100]; // where walls and corridor meet in a tile

type Spot = readonly [x: number, y: number, z?: number];

const project = ([x, y, z = 0]: Spot): readonly [number, number] => [
  300 + (x - y) * 0.866 * SCALE,
  294 + (x + y) * 0.64 * SCALE - z * SCALE,
];
const polygon = (spots: Spot[]): string =>
  `M${spots
    .map((spot) =>
      project(spot)
        .map((v) => v.toFixed(1))
        .join(' '),
    )
    .join('L')}Z`;

/* Faces of one colour are one path; the order of the list is the order of painting. */
function Block({ column, row }: { column: number; row: number }) {
  const x = column * 100 + (row === PUSHED ? 46 : 0);
  const y = row * 100;
  const sides = MAZE[row]?.[column] ?? 'EW';
  const fixed = column % 2 === 0 && row % 2 === 0;
  const key = `${column}${row}`;
  const open = (i: number, j: number): boolean =>
    (i === 1 && j === 1) ||
    (i === 1 && j === 0 && sides.includes('N')) ||
    (i === 1 && j === 2 && sides.includes('S')) ||
    (i === 0 && j === 1 && sides.includes('W')) ||
    (i === 2 && j === 1 && sides.includes('E'));
  const nine = [0, 1, 2].flatMap((i) => [0, 1, 2].map((j) => [i, j] as const)).sort((a, b) => a[0] + a[1] - b[0] - b[1]);
  const [top, left, right] = fixed ? ['#a98f74', '#5f4a3c', '#41322a'] : ['#d3b181', '#8a5f3c', '#5e3e28'];
  const walls = (near: boolean) =>
    nine
      .filter(([i, j]) => i + j > 2 === near && !open(i, j))
      .map(([i, j]) => {
        const [x0 = 0, x1 = 0] = [x + (EDGES[i] ?? 0), x + (EDGES[i + 1] ?? 0)];
        const [y0 = 0, y1 = 0] = [y + (EDGES[j] ?? 0), y + (EDGES[j + 1] ?? 0)];
        return (
          <g key={`${i}${j}`}>
            {(j === 2 || open(i, j + 1)) && (
              <path
                fill={left}
                d={polygon([
                  [x0, y1, WALL],
                  [x1, y1, WALL],
                  [x1, y1],
                  [x0, y1],
                ])}
              />
            )}
            {(i === 2 || open(i + 1, j)) && (
              <path
                fill={right}
                d={polygon([
                  [x1, y0, WALL],
                  [x1, y1, WALL],
                  [x1, y1],
                  [x1, y0],
                ])}
              />
            )}
            <path
              fill={top}
              d={polygon([
                [x0 - 0.4, y0 - 0.4, WALL],
                [x1 + 0.4, y0 - 0.4, WALL],
                [x1 + 0.4, y1 + 0.4, WALL],
                [x0 - 0.4, y1 + 0.4, WALL],
              ])}
            />
          </g>
        );
      });
  const [px, py] = project([x + 50, y + 50]);
  const wizard = WIZARDS[key];
  const disc = DISCS[key];
  return (
    <g>
      <path
        fill="#4a2f22"
        d={polygon([
          [x, y + 100],
          [x + 100, y + 100],
          [x + 100, y + 100, -BLOCK],
          [x, y + 100, -BLOCK],
        ])}
      />
      <path
        fill="#2f1d18"
        d={polygon([
          [x + 100, y],
          [x + 100, y + 100],
          [x + 100, y + 100, -BLOCK],
          [x + 100, y, -BLOCK],
        ])}
      />
      <path
        fill={LIT.has(key) ? '#ffd98c' : '#e3c391'}
        d={polygon([
          [x, y],
          [x + 100, y],
          [x + 100, y + 100],
          [x, y + 100],
        ])}
      />
      {!open(1, 0) && (
        <path
          fill="#b98a4f"
          d={polygon([
            [x + 27, y + 27],
            [x + 73, y + 27],
            [x + 73, y + 37],
            [x + 27, y + 37],
          ])}
        />
      )}
      {!open(0, 1) && (
        <path
          fill="#b98a4f"
          d={polygon([
            [x + 27, y + 27],
            [x + 37, y + 27],
            [x + 37, y + 73],
            [x + 27, y + 73],
          ])}
        />
      )}
      {walls(false)}
      {wizard !== undefined && (
        <g style={seatColours(wizard)}>
          <ellipse cx={px} cy={py + 4} rx="26" ry="12" opacity=".35" />
          <use href={`#lab-wizard-${wizard}`} x={px - 37} y={py - 82} width="74" height="95" />
        </g>
      )}
      {key === '22' && <ellipse cx={px} cy={py} rx="34" ry="23" fill="#fff3c4" />}
      {walls(true)}
      {disc !== undefined && (
        <g>
          <ellipse cx={px} cy={py + 2} rx="18" ry="11" opacity=".4" />
          <g transform={`translate(${px} ${py - 12})scale(1 .76)`}>
            <circle cy="7" r="22" fill="#0d2a28" />
            <g transform="scale(.72)">
              <Disc n={disc} />
            </g>
          </g>
        </g>
      )}
    </g>
  );
}

const BLOCKS = [...MAZE.flatMap((row, r) => row.map((_, c) => [c, r] as const)), [-1, PUSHED] as const].sort(
  (a, b) => a[0] + a[1] + (a[1] === PUSHED ? 0.46 : 0) - b[0] - b[1] - (b[1] === PUSHED ? 0.46 : 0),
);

/* Seventy stars, always the same. */
const STARS = Array.from({ length: 70 }, (_, i) => {
  const noise = (n: number) => (((Math.sin(n) * 43758.5453) % 1) + 1) % 1;
  return {
    x: Math.round(noise(i * 7.13 + 1) * 600),
    y: Math.round(noise(i * 3.71 + 5) * 330),
    r: i % 7 ? 1 : 1.9,
    opacity: 0.25 + (i % 5) * 0.15,
  };
});

export function Cover() {
  const [x, y] = project([250, 250]);
  const name = say('game.labyrinth');
  const split = name.lastIndexOf(' ') + 1;
  return (
    <svg class="lab-cover" viewBox="0 0 600 800" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
      <defs>
        <linearGradient id="lab-sky" x2="0" y2="1">
          <stop stop-color="#0d1c33" />
          <stop offset=".5" stop-color="#2b2143" />
          <stop offset=".82" stop-color="#6b3434" />
          <stop offset="1" stop-color="#3a1a18" />
        </linearGradient>
        <radialGradient id="lab-glow">
          <stop stop-color="#ffd879" stop-opacity=".75" />
          <stop offset=".45" stop-color="#ffb84a" stop-opacity=".22" />
          <stop offset="1" stop-color="#ffb84a" stop-opacity="0" />
        </radialGradient>
        <linearGradient id="lab-beam" x2="0" y2="1">
          <stop stop-color="#ffe7a8" stop-opacity="0" />
          <stop offset="1" stop-color="#fff0c0" stop-opacity=".75" />
        </linearGradient>
      </defs>
      <rect width="600" height="800" fill="url(#lab-sky)" />
      <g fill="#ffe9c2">
        {STARS.map((star, i) => (
          <circle key={i} cx={star.x} cy={star.y} r={star.r} opacity={star.opacity} />
        ))}
      </g>
      <g transform="translate(300 492)" fill="none" stroke="#f2c46a" stroke-opacity=".34" stroke-width="2">
        <circle r="278" />
        <circle r="262" />
        {Array.from({ length: 12 }, (_, i) => (
          <path key={i} d="M0-262V-278" transform={`rotate(${i * 30})`} />
        ))}
        <path d="M0-262 227 131H-227Z" />
        <path d="M-113.5-65.5H113.5V131H-113.5Z" />
        <circle cy="33" r="98" />
      </g>
      <ellipse cx="300" cy="548" rx="300" ry="170" fill="url(#lab-glow)" opacity=".55" />
      <g class="lab-cover-maze">
        {BLOCKS.map(([column, row]) => (
          <Block key={`${column} ${row}`} column={column} row={row} />
        ))}
      </g>
      <path
        d={`M${x - 34} ${y + 4}L${x - 58} ${y - 122}H${x + 58}L${x + 34} ${y + 4}Q${x} ${y + 26} ${x - 34} ${y + 4}Z`}
        fill="url(#lab-beam)"
      />
      <circle cx={x} cy={y - 122} r="170" fill="url(#lab-glow)" />
      <g transform={`translate(${x} ${y - 122})scale(1.5)`}>
        <Disc n={25} next />
      </g>
      <text class="lab-cover-title lab-cover-small" x="300" y="84">
        {name.slice(0, split)}
      </text>
      <text class="lab-cover-title" x="300" y="168">
        {name.slice(split)}
      </text>
    </svg>
  );
}

// --- the rules ---

const At = ({ x, y, scale = 0.5, children }: { x: number; y: number; scale?: number; children: ComponentChildren }) => (
  <g transform={`translate(${x} ${y})scale(${scale})`}>{children}</g>
);

const Row = ({ tiles, lit, fixed = false }: { tiles: string[]; lit?: boolean; fixed?: boolean }) => (
  <>
    {tiles.map((tile, i) => (
      <g key={i} transform={`translate(${i * 100} 0)`}>
        <MazeTile tile={tile} lit={lit} fixed={fixed && i % 2 === 0} />
      </g>
    ))}
  </>
);

const Pawn = ({ x, y, seat = 1 }: { x: number; y: number; seat?: number }) => (
  <use href={`#lab-wizard-${seat}`} x={x - 36} y={y - 90} width="72" height="92" style={seatColours(seat)} />
);

/* The illustrations that the rules ask for. */
export type PictureName = 'wizards' | 'maze' | 'shift' | 'walk' | 'tokens' | 'formula' | 'wand' | 'deal' | 'last';

const DRAWN: Record<PictureName, () => ComponentChildren> = {
  wizards: () => (
    <>
      <At x={10} y={90} scale={0.75}>
        <Row tiles={['EW', 'ESW', 'NEW', 'EW']} lit />
      </At>
      {[1, 2, 3, 4].map((seat) => (
        <At key={seat} x={seat * 75 - 27} y={146} scale={1.15}>
          <Pawn x={0} y={0} seat={seat} />
        </At>
      ))}
    </>
  ),
  wand: () => (
    <>
      <svg x="40" y="22" width="110" height="136" viewBox="0 0 32 40">
        <use href="#lab-wand" width="32" height="40" />
      </svg>
      <path class="lab-arrow-line" d="M152 90h36m-14-12 15 12-15 12" />
      <At x={206} y={42} scale={0.95}>
        <MazeTile tile="NES" />
      </At>
    </>
  ),
  deal: () => (
    <>
      <At x={78} y={160} scale={1.5}>
        <Pawn x={0} y={0} seat={1} />
      </At>
      <At x={242} y={160} scale={1.5}>
        <Pawn x={0} y={0} seat={2} />
      </At>
      <svg x="130" y="18" width="58" height="72" viewBox="0 0 32 40">
        <use href="#lab-wand" width="32" height="40" />
      </svg>
      <path class="lab-arrow-line" d="M128 104h60m-14-12 15 12-15 12" />
      <path class="lab-arrow-line" d="M192 140h-60m14-12-15 12 15 12" />
    </>
  ),
  last: () => (
    <At x={160} y={90} scale={1.6}>
      <Disc n={25} next />
    </At>
  ),
  maze: () => (
    <At x={60} y={15}>
      <Row tiles={['ES', 'EW', 'ESW', 'SW']} fixed />
      <g transform="translate(0 100)">
        <Row tiles={['NS', 'NE', 'EW', 'NW']} />
      </g>
      <g transform="translate(0 200)">
        <Row tiles={['NES', 'SW', 'NES', 'EW']} fixed />
      </g>
    </At>
  ),
  shift: () => (
    <At x={14} y={62} scale={0.55}>
      <g class="lab-coming">
        <MazeTile tile="NE" />
        <rect x="3" y="3" width="94" height="94" rx="8" />
      </g>
      <g transform="translate(134 0)">
        <Row tiles={['EW', 'NS', 'SW']} />
      </g>
      <g transform="translate(450 0)" opacity=".45">
        <MazeTile tile="NES" />
      </g>
      <path class="lab-arrow-line" d="M150-28H420m-16-12 17 12-17 12" />
    </At>
  ),
  walk: () => (
    <At x={60} y={38}>
      <Row tiles={['ES', 'EW', 'SW', 'NS']} lit />
      <g transform="translate(0 100)">
        <Row tiles={['NS', 'ES', 'NEW', 'NW']} lit />
      </g>
      <g class="lab-trail" style={seatColours(1)}>
        <path class="lab-way lab-way-under" pathLength="1" d="M50 153V53H250V153H350" />
        <path class="lab-way" pathLength="1" d="M50 153V53H250V153H350" />
        <path class="lab-dots" d="M50 153V53H250V153H350" />
      </g>
      <g transform="translate(350 152)">
        <Disc n={7} next />
      </g>
      <Pawn x={50} y={188} />
    </At>
  ),
  tokens: () =>
    [{ n: 7, next: true }, { n: 8, mine: true }, { n: 12 }, { n: 25 }].map((token, i) => (
      <At key={token.n} x={52 + i * 72} y={90} scale={0.85}>
        <Disc {...token} />
      </At>
    )),
  formula: () => (
    <g>
      <rect class="lab-card" x="50" y="36" width="220" height="108" rx="16" />
      {[2, 8, 17].map((n, i) => (
        <At key={n} x={98 + i * 62} y={90} scale={0.85}>
          <Disc n={n} mine />
        </At>
      ))}
    </g>
  ),
};

export function Picture({ of }: { of: string }) {
  return (
    <svg class="lab-picture" viewBox="0 0 320 180" aria-hidden="true">
      {DRAWN[of as PictureName]?.()}
    </svg>
  );
}

// --- signs ---

export type SignName = 'next' | 'token' | 'star' | 'arrow' | 'barred' | 'fixed' | 'wand' | 'points';

const Signpost = ({ barred }: { barred: boolean }) => (
  <svg class={`lab-arrow${barred ? ' lab-barred' : ''}`} viewBox="-36 -36 72 72">
    <rect class="lab-pocket" x="-34" y="-27" width="68" height="54" rx="13" />
    <path d={barred ? 'M-17 0H17' : 'M-21-18H21V-2L0 19-21-2Z'} />
  </svg>
);

const SIGNS: Record<SignName, () => ComponentChildren> = {
  next: () => <Token n={1} next />,
  token: () => <Token n={12} />,
  star: () => <Star />,
  arrow: () => <Signpost barred={false} />,
  barred: () => <Signpost barred />,
  fixed: () => (
    <svg viewBox="0 0 100 100">
      <MazeTile tile="NES" fixed />
    </svg>
  ),
  wand: () => <Wand />,
  points: () => <Token n={7} />,
};

export const SignOf = ({ of }: { of: string }) => <>{SIGNS[of as SignName]?.()}</>;
