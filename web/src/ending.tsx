/* The picture over the result: the inn under three skies, and whoever has won is its light. At sunrise the caravan comes home with
 * flags, and the winner is in the sun (won); lanterns with the winners hang between two houses (shared); at night a camel rests by
 * the fire, under a moon with the winner (lost). A watcher sees the day. */
import { PortraitAt } from './travellers/portrait';
import type { Seat } from './protocol';

export type Ending = 'won' | 'shared' | 'lost' | 'watched';

/* A seat that has won. */
type Winner = { seat: number; level: number | undefined };

const MIDDLE = 160; // x of what shines; and y of the sun and the moon
const [SUN, MOON] = [50, 40];
const DUNES = 'M0 92c40-16 74-14 112-2s70 12 104-2 66-12 104 0v40H0z';
const CAMEL =
  'M0 0c1-5 3-8 6-8 2-5 5-5 7 0 2-5 5-5 7 0h2c2 0 3-2 3-6 0-2 1-3 3-3l4 1c1 1 1 2-1 2l-3 1c0 6-2 9-5 10l-1 12h-2l-1-9c-3 1-6 1-9 0l-1 9H7L6 0c-1 1-2 2-2 5H3z';

function Lantern({ x, y, late }: { x: number; y: number; late: number }) {
  return (
    <g class="end-lantern" style={{ animationDelay: `calc(${late}ms * var(--pace))` }} transform={`translate(${x} ${y})`}>
      <circle r="9" class="end-shine" />
      <path d="M0-7v-3M-4-6h8l2 6-2 6h-8l-2-6z" />
    </g>
  );
}

/* The rope hangs between the roofs of two houses: a parabola, as deep as `SAG` pulls. */
const [LEFT, RIGHT, ROOF, SAG] = [56, 267, 32, 62];
const ROPE = `M${LEFT} ${ROOF}Q${(LEFT + RIGHT) / 2} ${SAG} ${RIGHT} ${ROOF}`;
const ropeAt = (x: number): number => {
  const t = (x - LEFT) / (RIGHT - LEFT);
  return ROOF + 2 * (SAG - ROOF) * t * (1 - t);
};

/* A lantern for each winner, and small ones on both sides of them. */
function Lanterns({ winners }: { winners: Winner[] }) {
  const r = winners.length > 3 ? 16 : 20;
  const apart = 2 * r + 9;
  const first = MIDDLE - (apart * (winners.length - 1)) / 2;
  const outer = [first - apart * 0.85, first + apart * (winners.length - 0.15)];
  return (
    <>
      <path class="end-rope" d={ROPE} />
      {outer.map((x) => (
        <Lantern key={x} x={x} y={ropeAt(x) + 10} late={500} />
      ))}
      {winners.map(({ seat, level }, i) => {
        const x = first + apart * i;
        const y = ropeAt(x) + r + 5;
        return (
          <g key={seat} class="end-lantern" style={{ animationDelay: `calc(${160 * i}ms * var(--pace))` }}>
            <circle class="end-shine" cx={x} cy={y} r={r + 5} />
            <path d={`M${x - 6} ${y - r}l2-6h8l2 6zM${x - 5} ${y + r - 1}h10l-2 5h-6z`} />
            <PortraitAt x={x} y={y} r={r} seat={seat} level={level} />
          </g>
        );
      })}
    </>
  );
}

const STARS = [
  [40, 22],
  [84, 44],
  [108, 14],
  [214, 16],
  [228, 48],
  [292, 20],
  [20, 56],
] as const;

/* Several moons leave the inn free. */
function Moon({ winners }: { winners: Winner[] }) {
  const r = winners.length > 1 ? 20 : 25;
  const apart = 2 * r + 14;
  return (
    <g class="end-moon">
      {STARS.map(([x, y]) => (
        <circle key={x} cx={x} cy={y} r="1.4" />
      ))}
      {winners.map(({ seat, level }, i) => {
        const x = MIDDLE + apart * (i - 0.75 * (winners.length - 1));
        return (
          <g key={seat}>
            <circle class="end-shine" cx={x} cy={MOON} r={r + 9} />
            <circle cx={x} cy={MOON} r={r + 4} />
            <PortraitAt x={x} y={MOON} r={r} seat={seat} level={level} />
          </g>
        );
      })}
    </g>
  );
}

function Sun({ winner }: { winner: Winner | undefined }) {
  const rays = Array.from({ length: 14 }, (_, i) => {
    const [a, b] = [i - 0.22, i + 0.22].map((n) => (n * Math.PI) / 7);
    const at = (angle = 0) => `${(MIDDLE + 300 * Math.sin(angle)).toFixed(0)} ${(SUN - 300 * Math.cos(angle)).toFixed(0)}`;
    return `M${MIDDLE} ${SUN}L${at(a)} ${at(b)}z`;
  });
  return (
    <g class="end-sun">
      <path d={rays.join('')} />
      <g class="end-rises">
        <circle cx={MIDDLE} cy={SUN} r="38" />
        {winner && <PortraitAt x={MIDDLE} y={SUN} r={30} {...winner} />}
      </g>
    </g>
  );
}

export function EndingPicture({ of, winners, seats }: { of: Ending; winners: number[]; seats: Seat[] }) {
  const won = winners.map((seat) => ({ seat, level: seats[seat - 1]?.level }));
  return (
    <svg class={`end end-${of}`} viewBox="0 0 320 120" aria-hidden="true">
      {of === 'lost' ? <Moon winners={won} /> : of !== 'shared' && <Sun winner={won[0]} />}
      <path class="end-far" d="M0 84c52-18 96-10 150 0s110 8 170-8v50H0z" />
      <path class="end-inn" d="M226 92V62h10v-8h8v8h14V44q9-12 18 0v18h14v-8h8v8h10v30z" />
      <path class="end-door" d="M260 92V78q7-9 14 0v14zM236 76h7v8h-7zM291 76h7v8h-7z" />
      {of === 'lost' ? (
        <>
          <path
            class="end-camel"
            transform="translate(88 94)scale(1.6)"
            d="M0 0c1-5 3-8 6-8 2-5 5-5 7 0 2-5 5-5 7 0h2c2 0 3-2 3-6 0-2 1-3 3-3l4 1c1 1 1 2-1 2l-3 1c0 6-2 10-5 13H1z"
          />
          <path class="end-fire" d="M168 102c-8-4-4-11 0-15 0 5 3 4 3 0 5 5 6 12-1 15z" />
          <path class="end-wood" d="M158 103l22-3M158 100l22 3" />
        </>
      ) : of === 'shared' ? (
        <path class="end-inn" d="M20 92V60h8v-7h8v7h12V46q8-11 16 0v14h12v-7h8v7h8v32z" />
      ) : (
        <g class="end-caravan">
          {[4, 48, 92].map((x, i) => (
            <g key={x} transform={`translate(${x} ${93 - 2 * i})scale(1.25)`}>
              <path class="end-camel" d={CAMEL} />
              {of === 'won' && <path class="end-flag" d="M10-8V-24M10-24l10 3.5-10 3.5z" />}
            </g>
          ))}
        </g>
      )}
      <path class="end-dunes" d={DUNES} />
      {of === 'shared' && <Lanterns winners={won} />}
      {of === 'won' &&
        Array.from({ length: 14 }, (_, i) => (
          <rect
            key={i}
            class={`end-paper end-paper-${i % 4}`}
            x={12 + ((i * 67) % 300)}
            y="-8"
            width="5"
            height="8"
            rx="1"
            style={{ animationDelay: `calc(${(i * 130) % 900}ms * var(--pace))` }}
          />
        ))}
    </svg>
  );
}
