/* The picture over the result: the inn under three skies. At sunrise the caravan comes home with flags (won), lanterns hang between two
 * houses (shared), and at night a camel rests by the fire (lost). A watcher sees the day. */
export type Ending = 'won' | 'shared' | 'lost' | 'watched';

const DUNES = 'M0 92c40-16 74-14 112-2s70 12 104-2 66-12 104 0v40H0z';
const CAMEL =
  'M0 0c1-5 3-8 6-8 2-5 5-5 7 0 2-5 5-5 7 0h2c2 0 3-2 3-6 0-2 1-3 3-3l4 1c1 1 1 2-1 2l-3 1c0 6-2 9-5 10l-1 12h-2l-1-9c-3 1-6 1-9 0l-1 9H7L6 0c-1 1-2 2-2 5H3z';

const TENT = 'M0 0 16-22 32 0zM16-22v-9M16-31l9 3-9 3z';

function Lantern({ x, y, late }: { x: number; y: number; late: number }) {
  return (
    <g class="end-lantern" style={{ animationDelay: `calc(${late}ms * var(--pace))` }} transform={`translate(${x} ${y})`}>
      <circle r="9" class="end-shine" />
      <path d="M0-7v-3M-4-6h8l2 6-2 6h-8l-2-6z" />
    </g>
  );
}

export function EndingPicture({ of }: { of: Ending }) {
  return (
    <svg class={`end end-${of}`} viewBox="0 0 320 120" preserveAspectRatio="xMidYMax slice" aria-hidden="true">
      {of === 'lost' ? (
        <g class="end-moon">
          <path d="M258 18a17 17 0 1 0 14 27 14 14 0 1 1-14-27z" />
          {[
            [40, 22],
            [96, 40],
            [140, 16],
            [196, 34],
            [300, 60],
            [20, 56],
          ].map(([x, y]) => (
            <circle key={x} cx={x} cy={y} r="1.4" />
          ))}
        </g>
      ) : (
        <g class="end-sun">
          <path d="M160 88 40-40h40zM160 88 120-60h32zM160 88 200-60h-32zM160 88 280-40h-40zM160 88-40 30V0zM160 88 360 30V0z" />
          <circle cx="160" cy="84" r="30" />
        </g>
      )}
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
        <>
          <path class="end-inn" d="M20 92V60h8v-7h8v7h12V46q8-11 16 0v14h12v-7h8v7h8v32z" />
          <path class="end-rope" d="M78 52Q160 92 244 52" />
          {[98, 130, 162, 194, 224].map((x, i) => (
            <Lantern key={x} x={x} y={[68, 79, 83, 79, 69][i] ?? 70} late={120 * i} />
          ))}
        </>
      ) : (
        <g class="end-caravan">
          {[40, 88, 136].map((x, i) => (
            <g key={x} transform={`translate(${x} ${93 - 2 * i})scale(1.25)`}>
              <path class="end-camel" d={CAMEL} />
              {of === 'won' && <path class="end-flag" d="M10-8V-24M10-24l10 3.5-10 3.5z" />}
            </g>
          ))}
          {of === 'watched' && <path class="end-tent" transform="translate(4 96)" d={TENT} />}
        </g>
      )}
      <path class="end-dunes" d={DUNES} />
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
