/* Two graphs over the moves of a game, as wide as their box: chances in bands that fill it, and sums as lines. */
import type { ComponentChildren } from 'preact';

const [WIDTH, HEIGHT] = [1000, 100];

const x = (i: number, moves: number): number => (moves === 0 ? 0 : (i / moves) * WIDTH);

/* The line through the points, and back along the other if there is one. */
function path(line: number[], moves: number, back: number[] = []): string {
  const points = line.map((y, i) => [x(i, moves), y]);
  const returning = back.map((y, i) => [x(i, moves), y]).reverse();
  const all = [...points, ...returning].map(([a = 0, b = 0]) => `${a.toFixed(1)} ${b.toFixed(2)}`);
  return `M${all.join('L')}${back.length > 0 ? 'z' : ''}`;
}

function Graph({ label, kind, children }: { label: string; kind: string; children: ComponentChildren }) {
  return (
    <svg class={`graph ${kind}`} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" role="img" aria-label={label}>
      {children}
    </svg>
  );
}

/* Everybody's chance after each move, one band on the other: the first of `seats` is at the foot. */
export function Bands(props: { label: string; values: number[][]; seats: number[]; moves: number; at: number | null }) {
  const { label, values, seats, moves, at } = props;
  let foot = values.map(() => HEIGHT);
  const bands = seats.map((seat) => {
    const top = values.map((value, i) => {
      const whole = value.reduce((sum, share) => sum + share, 0) || 1;
      return (foot[i] ?? HEIGHT) - ((value[seat - 1] ?? 0) / whole) * HEIGHT;
    });
    const band = { seat, d: path(top, moves, foot), edge: path(top, moves) };
    foot = top;
    return band;
  });
  return (
    <Graph label={label} kind="bands">
      {bands.map(({ seat, d }) => (
        <path key={seat} class={`band seat-${seat}`} d={d} />
      ))}
      {bands.slice(0, -1).map(({ seat, edge }) => (
        <path key={seat} class="edge" d={edge} />
      ))}
      <path class="half" d={`M0 ${HEIGHT / 2}H${WIDTH}`} />
      {at !== null && <path class="here" d={`M${x(at, moves)} 0V${HEIGHT}`} />}
    </Graph>
  );
}

/* Sums that begin at 0, in shares of `whole`. */
export function Lines(props: {
  label: string;
  lines: { kind: string; sums: number[] }[];
  moves: number;
  whole: number;
  at: number | null;
}) {
  const { label, lines, moves, whole, at } = props;
  const all = lines.flatMap(({ sums }) => sums);
  const [low, high] = [Math.min(-whole / 20, ...all), Math.max(whole / 20, ...all)];
  const y = (sum: number) => ((high - sum) / (high - low)) * HEIGHT;
  return (
    <Graph label={label} kind="sums">
      <path class="zero" d={`M0 ${y(0)}H${WIDTH}`} />
      {lines.map(({ kind, sums }) => (
        <path key={kind} class={`line ${kind}`} d={path(sums.map(y), moves)} />
      ))}
      {at !== null && <path class="here" d={`M${x(at, moves)} 0V${HEIGHT}`} />}
    </Graph>
  );
}
