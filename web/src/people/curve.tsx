/* A rating after each rated game, drawn: a line over time, with its highest and its last point. */
import { language, say } from '../words';

const [WIDTH, HEIGHT, EDGE] = [320, 96, 8];

interface Point {
  at: number;
  rating: number;
}

export function Curve({ points }: { points: Point[] }) {
  const ratings = points.map(({ rating }) => rating);
  const [low, high] = [Math.min(...ratings), Math.max(...ratings)];
  const range = Math.max(40, high - low); // a small change is not a mountain
  const x = (i: number) => EDGE + (i / (points.length - 1)) * (WIDTH - 2 * EDGE);
  const y = (rating: number) => HEIGHT - EDGE - ((rating - (low + high - range) / 2) / range) * (HEIGHT - 2 * EDGE);
  const line = points.map(({ rating }, i) => `${i ? 'L' : 'M'}${x(i).toFixed(1)} ${y(rating).toFixed(1)}`).join('');
  const last = points.length - 1;
  const best = ratings.indexOf(high);
  const day = (point: Point | undefined) =>
    new Intl.DateTimeFormat(language.value, { day: 'numeric', month: 'short' }).format(point?.at ?? 0);
  return (
    <figure class="curve">
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        role="img"
        aria-label={say('profile.curve', { from: ratings[0] ?? 0, to: ratings[last] ?? 0, best: high })}
      >
        <path class="under" d={`${line}L${x(last)} ${HEIGHT}L${x(0)} ${HEIGHT}Z`} />
        <path class="line" d={line} />
        <circle class="best" cx={x(best)} cy={y(high)} r="4" />
        <circle class="last" cx={x(last)} cy={y(ratings[last] ?? 0)} r="4.5" />
      </svg>
      <figcaption aria-hidden="true">
        <span>{day(points[0])}</span>
        <span>{say('profile.best', { n: high })}</span>
        <span>{day(points[last])}</span>
      </figcaption>
    </figure>
  );
}
