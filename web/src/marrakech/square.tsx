/* The market square: carpets in the order they were laid, Assam, and what may be chosen now.
 *
 * Before the roll each way is a rail with the cells where he may stop, their odds and their toll. When laying, a veil leaves the
 * cells in reach lit, and a stitch marks the seam of each pair that a carpet may cover. Marks are ink and paper only, so that they
 * never look like a seat's. */
import { signal } from '@preact/signals';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Phase } from '../face';
import { effectOf, fly, mayPlay, rankOf, seatCard, memo, tap, useMotion, useRoving } from '../board';
import type { Seat, Step } from '../protocol';
import { motionScale } from '../settings';
import { explains } from '../sign';
import { keyed, say } from '../words';
import { ANGLE, Assam, Cloth, Coin, Square } from './art';
import { cellAt, legs, liesUpright, middle, nearestPair, pairAt, pathData, seam, towards, rotations } from './geometry';
import type { Leg, Point } from './geometry';
import { cellsOf, colourName, colourOf, isHeading, odds, outcomes, ownerOf } from './speech';
import * as speech from './speech';
import type { Heading, MarrakechEffect, MarrakechView, MarrakechScene, Roll } from './view';

export const pairs = (scene: MarrakechScene): string[] => (scene.view.phase === 'lay' ? (scene.now?.legal ?? []) : []);

/* The carpet's colour that the player lays now. */
export function carpetInHand(view: MarrakechView): string {
  return view.drawn ?? Object.keys(view.carpets[view.player - 1] ?? {})[0] ?? 'red';
}

// --- carpets ---

interface Carpet {
  number: number;
  colour: string;
  pair: string;
}

/* The carpets of which something shows. The view has the halves that show; where the other half of a carpet lay is remembered or,
 * if we did not see it laid, guessed among the neighbours that were covered later: it is out of sight. */
function useCarpets(view: MarrakechView): Carpet[] {
  const seen = useRef(new Map<number, Carpet>());
  const shown = new Map<number, { colour: string; cells: string[] }>();
  for (const [cell, carpet] of Object.entries(view.cells)) {
    const number = numberOf(carpet);
    shown.set(number, { colour: colourOf(carpet), cells: [...(shown.get(number)?.cells ?? []), cell] });
  }
  const found = [...shown].map(([number, { colour, cells }]) => {
    const known = seen.current.get(number);
    const fits = known && known.colour === colour && cells.every((cell) => cellsOf(known.pair).includes(cell));
    if (fits && cells.length === 1) return known;
    return { number, colour, pair: cells.length > 1 ? cells.join('') : withHiddenHalf(view, cells[0] ?? 'a1', number) };
  });
  seen.current = new Map([...seen.current, ...found.map((carpet) => [carpet.number, carpet] as const)]);
  return found.sort((a, b) => a.number - b.number);
}

const numberOf = (carpet: string): number => Number(carpet.split('.')[1]);

function withHiddenHalf(view: MarrakechView, cell: string, number: number): string {
  const [column, row] = [cell.charCodeAt(0) - 97, Number(cell[1]) - 1];
  const around = [cellAt(column + 1, row), cellAt(column - 1, row), cellAt(column, row + 1), cellAt(column, row - 1)];
  return cell + (around.find((other) => numberOf(view.cells[other] ?? '.0') > number) ?? cell);
}

/* Shadow and lip stay with the light, only the cloth is turned; a breath of rotation, as if laid by hand. */
const CarpetOn = memo(({ number, colour, pair, unrolls }: Carpet & { unrolls: 'no' | 'forwards' | 'backwards' }) => {
  const upright = liesUpright(pair);
  const [cx, cy] = seam(pair);
  const [w, h] = upright ? [88, 180] : [180, 88];
  const [x, y] = [cx - w / 2, cy - h / 2];
  return (
    <g
      data-sign="marrakech.carpet"
      class={`mk-carpet${unrolls === 'no' ? '' : ' mk-unrolls'}${unrolls === 'backwards' ? ' mk-backwards' : ''}`}
      transform={`rotate(${(((number * 37) % 7) - 3) * 0.35} ${cx} ${cy})`}
    >
      <rect class="mk-carpet-shadow" x={x - 1} y={y + 5} width={w + 2} height={h + 2} rx="4" />
      <rect class={`mk-lip mk-lip-${colour}`} x={x} y={y + 3.5} width={w} height={h} rx="3" />
      <g transform={upright ? `translate(${cx + 50} ${cy - 100}) rotate(90)` : `translate(${cx - 100} ${cy - 50})`}>
        <g class="mk-weave">
          <Cloth colour={colour} />
        </g>
        {unrolls !== 'no' && <rect class={`mk-roll mk-lip-${colour}`} x="-14" y="2" width="28" height="96" rx="13" />}
      </g>
    </g>
  );
});

/* From Assam's side: backwards where he stands at the cloth's far end. */
function unrolling(pair: string, assam: string): 'forwards' | 'backwards' {
  const along = liesUpright(pair) ? 1 : 0;
  return middle(assam)[along] > seam(pair)[along] ? 'backwards' : 'forwards';
}

// --- dragging a carpet ---

export const dragged = signal<string | null>(null); // the pair under the finger
let start: Point = [0, 0];
let moved = false;

/* Handlers for what can be dragged onto the square: the carpet in preview, and the one in the hand. */
export function dragging(scene: MarrakechScene) {
  const over = (event: PointerEvent): string | null => {
    const svg = document.querySelector<SVGSVGElement>('.mk-square');
    return svg ? nearestPair(pairs(scene), pointIn(svg, event), 150) : null;
  };
  return {
    onPointerDown(event: PointerEvent) {
      if (!(event.currentTarget instanceof Element) || event.button !== 0) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      start = [event.clientX, event.clientY];
      moved = false;
    },
    onPointerMove(event: PointerEvent) {
      if (!(event.currentTarget instanceof Element) || !event.currentTarget.hasPointerCapture(event.pointerId)) return;
      moved ||= Math.hypot(event.clientX - start[0], event.clientY - start[1]) > 8;
      if (moved) dragged.value = over(event);
    },
    onPointerUp(event: PointerEvent) {
      const pair = moved ? over(event) : null;
      dragged.value = null;
      if (pair !== null && pair !== scene.selected) scene.select(pair);
    },
    onPointerCancel() {
      dragged.value = null;
    },
  };
}

function pointIn(svg: SVGSVGElement, event: MouseEvent): Point {
  const matrix = svg.getScreenCTM();
  if (!matrix) return [0, 0];
  const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
  return [x, y];
}

/* Turns the carpet in preview to its next orientation. */
export function turn(scene: MarrakechScene): void {
  const all = pairs(scene);
  const round = scene.selected === null ? all : rotations(all, scene.selected, scene.view.assam);
  const next = round[(round.indexOf(scene.selected ?? '') + 1) % round.length];
  if (next !== undefined && next !== scene.selected) scene.select(next);
}

// --- the board ---

const SQUARE = <Square />; // constant, so Preact skips its diff

export function Board(scene: MarrakechScene) {
  const { view, now, selected, step, phase } = scene;
  const orienting = view.phase === 'orient' && now !== null;
  const laying = pairs(scene);
  const legal = now?.legal ?? [];
  const keys = useRoving(legal, selected ?? (legal.includes(view.facing) ? view.facing : legal[0]), () => scene.select(null));
  const carpets = useCarpets(view);
  const preview = laying.length ? (dragged.value ?? selected) : null;
  const unrolled = phase === 'unrolls' ? view.laid : 0;

  useMotion(scene, (part) => part === 'pays' && showCoins(scene));

  const onKeyDown = (event: KeyboardEvent) => {
    const way = { ArrowUp: 'N', ArrowRight: 'E', ArrowDown: 'S', ArrowLeft: 'W' }[event.key];
    if (event.key.toLowerCase() === 'r' && laying.length) turn(scene);
    else if (orienting && way && mayPlay(scene, way)) {
      if (selected !== way) scene.select(way);
      (event.currentTarget as Element).querySelector<SVGElement>(`[data-spot="${way}"]`)?.focus();
    } else return keys.group.onKeyDown(event);
    event.preventDefault();
    event.stopPropagation();
  };
  const onClick = (event: MouseEvent) => {
    const point = pointIn(event.currentTarget as SVGSVGElement, event);
    if (!laying.length && !orienting) return;
    event.stopPropagation(); // it is a move
    if (laying.length) tapSquare(scene, point);
    else tapWay(scene, point);
  };
  return (
    <div class="mk-frame" role="group" aria-label={say('marrakech.square')} {...keys.group} onKeyDown={onKeyDown}>
      <svg class="mk-square" viewBox="-70 -70 840 840" onClick={onClick}>
        {SQUARE}
        {carpets.map((carpet) => (
          <CarpetOn
            key={carpet.number}
            {...carpet}
            unrolls={carpet.number === unrolled ? unrolling(carpet.pair, view.assam) : 'no'}
          />
        ))}
        <Coordinates />
        <LastCarpets scene={scene} />
        {phase === 'pays' && <Toll cells={step.effect.group ?? []} />}
        {laying.length > 0 && <Reach pairs={laying} assam={view.assam} />}
        {orienting && scene.aids && <Rails scene={scene} />}
        {laying.map((pair) => (
          <Stitch key={pair} scene={scene} pair={pair} tabIndex={keys.tabIndex(pair)} />
        ))}
        <Walker scene={scene} />
        {orienting &&
          legal.filter(isHeading).map((way) => <Arrow key={way} scene={scene} heading={way} tabIndex={keys.tabIndex(way)} />)}
        {preview !== null && !isHeading(preview) && <Preview scene={scene} pair={preview} />}
        {(phase === 'rolls' || phase === 'walks') && scene.before && (
          <RollingDie face={Number(step.move)} at={middle(scene.before.assam)} />
        )}
      </svg>
      <Described view={view} seats={scene.seats} />
    </div>
  );
}

/* A tap on the square while laying: the pair at the nearest edge, else the nearest stitch of that cell. */
function tapSquare(scene: MarrakechScene, point: Point): void {
  const pair = pairAt(point);
  if (pair === null) return scene.selected === null ? undefined : scene.select(null);
  if (mayPlay(scene, pair)) return tap(scene, pair);
  const near = nearestPair(pairs(scene), point, 75);
  if (near === null) scene.refuse(pair);
  else tap(scene, near);
}

/* A tap beside Assam while turning him: the way that it lies in. */
function tapWay(scene: MarrakechScene, [x, y]: Point): void {
  const [ax, ay] = middle(scene.view.assam);
  const [dx, dy] = [x - ax, y - ay];
  const heading: Heading = Math.abs(dx) > Math.abs(dy) ? (dx > 0 ? 'E' : 'W') : dy > 0 ? 'S' : 'N';
  if (Math.hypot(dx, dy) > 30 && Math.min(Math.abs(dx), Math.abs(dy)) < 50) tap(scene, heading);
  else if (scene.selected !== null) scene.select(null);
}

/* The names of columns and rows, as the log uses them. */
const Coordinates = memo(() => (
  <g class="mk-coordinates" aria-hidden="true">
    {[0, 1, 2, 3, 4, 5, 6].map((i) => (
      <g key={i}>
        <text x={i * 100 + 92} y="692" text-anchor="end">
          {'abcdefg'.charAt(i)}
        </text>
        <text x="8" y={(6 - i) * 100 + 26}>
          {i + 1}
        </text>
      </g>
    ))}
  </g>
));

/* Corners round the carpet that each player has laid last. */
function LastCarpets({ scene: { turns, view } }: { scene: MarrakechScene }) {
  const laid = turns.flatMap(({ steps }) => steps.flatMap(({ move }) => (move?.length === 4 ? [move] : [])));
  const shows = (cell: string, pair: string) => view.cells[cell] !== undefined && view.cells[cell] === view.cells[pair];
  return (
    <g class="mk-last" aria-hidden="true">
      {laid
        .filter((pair) => shows(cellsOf(pair)[0], cellsOf(pair)[1]))
        .map((pair) => {
          const [w, h] = liesUpright(pair) ? [46, 96] : [96, 46];
          const [x, y] = seam(pair);
          const d = [
            [-1, -1],
            [1, -1],
            [1, 1],
            [-1, 1],
          ]
            .map(([dx = 1, dy = 1]) => `M${x + dx * w} ${y + dy * (h - 22)}V${y + dy * h}H${x + dx * (w - 22)}`)
            .join('');
          return (
            <g key={pair}>
              <path class="mk-last-under" d={d} />
              <path d={d} />
            </g>
          );
        })}
    </g>
  );
}

/* All 49 cells for screen readers. */
const Described = memo(({ view, seats }: { view: MarrakechView; seats: Seat[] }) => {
  const said = (cell: string) => {
    const carpet = view.cells[cell];
    const colour = carpet && colourOf(carpet);
    const lies = colour
      ? say('marrakech.cell.carpet', { colour: colourName(colour), who: seats[ownerOf(view, colour) - 1]?.name ?? '' })
      : say('marrakech.cell.empty');
    return cell === view.assam ? `${say(keyed('marrakech.facing.', view.facing))}; ${lies}` : lies;
  };
  return (
    <ul class="hidden">
      {Array.from({ length: 49 }, (_, i) => cellAt(i % 7, Math.floor(i / 7))).map((cell) => (
        <li key={cell}>
          {cell}: {said(cell)}
        </li>
      ))}
    </ul>
  );
});

// --- turning Assam ---

function Rails({ scene }: { scene: MarrakechScene }) {
  const { now, selected } = scene;
  const ways = (now?.legal ?? [])
    .map((heading, i) => ({ heading, rolls: now?.effects[i]?.rolls ?? [] }))
    .filter((way) => way.rolls.length)
    .sort((a, b) => Number(a.heading === selected) - Number(b.heading === selected));
  return (
    <>
      {ways.map(({ heading, rolls }, i) => {
        const above = ways.slice(i + 1).flatMap((way) => way.rolls.map(stopOf));
        // The selected one is drawn anew on top, not moved there: Chromium forgets to restyle an element that is moved and changed
        // at once.
        return (
          <Rail
            key={heading === selected ? 'selected' : heading}
            scene={scene}
            heading={heading}
            rolls={rolls}
            under={new Set(above)}
          />
        );
      })}
    </>
  );
}

const stopOf = (roll: Roll): string => roll.path[roll.path.length - 1]?.slice(0, 2) ?? '';

/* A way with its stops: a tap selects it, and one on a stop of the selected way explains the sign. A stop shared with a way drawn above it is only a ring round that one's. */
function Rail({ scene, heading, rolls, under }: { scene: MarrakechScene; heading: string; rolls: Roll[]; under: Set<string> }) {
  const d = pathData(rolls[rolls.length - 1]?.path ?? []);
  const stops = [...new Set(rolls.map(stopOf))];
  const on = scene.selected === heading;
  return (
    <g
      class={`mk-way${on ? ' mk-on' : ''}`}
      aria-hidden="true"
      onClick={(event) => {
        event.stopPropagation();
        tap(scene, heading);
      }}
    >
      <path class="mk-rail-outer" d={d} />
      <path class="mk-rail-inner" d={d} />
      <path class="mk-flow" d={d} />
      {stops.map((stop, i) => {
        const weight = rolls.reduce((sum, roll) => (stopOf(roll) === stop ? sum + roll.weight : sum), 0);
        const pay = rolls.find((roll) => stopOf(roll) === stop)?.pay ?? 0;
        const [x, y] = middle(stop);
        const shared = under.has(stop);
        return (
          <g
            key={stop}
            class="mk-stop"
            transform={`translate(${x} ${y})`}
            {...(on ? explains('marrakech.odds') : { 'data-sign': 'marrakech.odds' })}
          >
            <g class="mk-pop" style={{ '--i': i }}>
              <circle class="mk-dot" r={shared ? 36 : weight > 1 ? 30 : 26} />
              {!shared && <text y="9">{odds(weight)}</text>}
              {!shared && pay > 0 && (
                <g transform="translate(27 25)" {...(on ? explains('marrakech.toll') : { 'data-sign': 'marrakech.toll' })}>
                  <circle class="mk-toll-coin" r="17.5" />
                  <text class="mk-toll-text" y="8">
                    {pay}
                  </text>
                </g>
              )}
            </g>
          </g>
        );
      })}
    </g>
  );
}

function Arrow({ scene, heading, tabIndex }: { scene: MarrakechScene; heading: Heading; tabIndex: 0 | -1 }) {
  const { view, selected } = scene;
  const rolls = effectOf(scene, heading).rolls ?? [];
  const loops = legs(rolls[0]?.path ?? [])[0]?.loop ?? false;
  const [ax, ay] = middle(view.assam);
  const [dx, dy] = towards(heading);
  const reach = loops ? 67 : 56;
  const rank = rankOf(scene, heading);
  const heard = [speech.moveName(scene, heading), ...(scene.aids ? outcomes(scene, rolls) : [])].join('; ');
  return (
    <g
      class={`mk-way mk-arrow${selected === heading ? ' mk-on' : ''}`}
      role="button"
      tabindex={tabIndex}
      data-spot={heading}
      aria-pressed={selected === heading}
      aria-label={heard}
      transform={`translate(${ax + dx * reach} ${ay + dy * reach})`}
      onClick={(event) => {
        event.stopPropagation();
        tap(scene, heading);
      }}
    >
      <circle class="mk-touch" r="48" />
      <path class="mk-tip-mark" transform={`rotate(${ANGLE[heading]})`} d="M-25-11Q0-4 25-11L0 17z" />
      {rank > 0 && <Rank n={rank} x={dx * 8 - dy * 32} y={dy * 8 + dx * 32} />}
    </g>
  );
}

function Rank({ n, x, y }: { n: number; x: number; y: number }) {
  return (
    <g class="mk-rank" transform={`translate(${x} ${y})`}>
      <circle r="21" />
      <text y="9">{n}</text>
    </g>
  );
}

// --- laying ---

/* Everything out of reach goes pale. */
function Reach({ pairs, assam }: { pairs: string[]; assam: string }) {
  const lit = [...new Set([assam, ...pairs.flatMap(cellsOf)])];
  const holes = lit.map((cell) => `M${middle(cell)[0] - 50} ${middle(cell)[1] - 50}h100v100h-100z`).join('');
  return <path class="mk-veil" fill-rule="evenodd" d={`M0 0h700v700H0z${holes}`} />;
}

function Stitch({ scene, pair, tabIndex }: { scene: MarrakechScene; pair: string; tabIndex: 0 | -1 }) {
  const [x, y] = seam(pair);
  const [w, h] = liesUpright(pair) ? [16, 44] : [44, 16];
  const rank = rankOf(scene, pair);
  const on = scene.selected === pair;
  return (
    <g
      class={`mk-stitch${on ? ' mk-on' : ''}`}
      role="button"
      tabindex={tabIndex}
      data-spot={pair}
      data-sign="marrakech.stitch"
      aria-pressed={on}
      aria-label={`${speech.moveName(scene, pair)}; ${speech.describe(scene, pair)}`}
      transform={`translate(${x} ${y})`}
      onClick={(event) => {
        event.stopPropagation();
        tap(scene, pair);
      }}
    >
      <circle class="mk-touch" r="30" />
      {rank ? <Rank n={rank} x={0} y={0} /> : <rect class="mk-thread" x={-w / 2} y={-h / 2} width={w} height={h} rx="8" />}
    </g>
  );
}

/* The carpet as it would lie: lifted a little, in a dashed frame. It slides and turns when another place is chosen. */
function Preview({ scene, pair }: { scene: MarrakechScene; pair: string }) {
  const upright = liesUpright(pair);
  const [cx, cy] = seam(pair);
  const [w, h] = upright ? [98, 198] : [198, 98];
  const [ax, ay] = middle(scene.view.assam);
  const [fx, fy]: Point = upright ? [cx, cy + (cy < ay ? -100 : 100)] : [cx + (cx < ax ? -100 : 100), cy]; // the far end
  const [sx, sy]: Point = upright ? [50, 0] : [0, 50];
  const held = pair === scene.selected;
  const more = rotations(pairs(scene), pair, scene.view.assam).length > 1;
  const group = held ? (effectOf(scene, pair).group ?? []).filter((cell) => !cellsOf(pair).includes(cell)) : [];
  const angle = useRef(upright ? 90 : 0);
  if ((angle.current % 180 !== 0) !== upright) angle.current += 90;
  return (
    <g class="mk-preview" aria-hidden="true">
      {group.map((cell) => (
        <circle key={cell} class="mk-patch" cx={middle(cell)[0]} cy={middle(cell)[1]} r="11" />
      ))}
      <g
        class="mk-lifted"
        {...dragging(scene)}
        onClick={(event) => {
          event.stopPropagation();
          if (!moved) tap(scene, pair);
        }}
      >
        <rect class="mk-lifted-shadow" x={cx - w / 2 + 12} y={cy - h / 2 + 20} width={w - 6} height={h - 6} rx="6" />
        <g class="mk-moves" style={{ transform: `translate(${cx}px, ${cy - 7}px) rotate(${angle.current}deg)` }}>
          <g transform="translate(-100 -50)">
            <Cloth colour={carpetInHand(scene.view)} />
          </g>
          <rect class="mk-dashes" x="-99" y="-49" width="198" height="98" rx="9" />
          <rect class="mk-dashes" x="-99" y="-49" width="198" height="98" rx="9" />
        </g>
      </g>
      {held && (
        <g class="mk-handles">
          {more && (
            <g
              class="mk-handle"
              transform={`translate(${fx - sx} ${fy - sy - 7})`}
              onClick={(event) => {
                event.stopPropagation();
                turn(scene);
              }}
            >
              <circle r="26" />
              <path d="M10-3A10.5 10.5 0 1 0 9.5 5M11-12v9h-9" />
            </g>
          )}
          <g
            class="mk-handle mk-yes"
            transform={`translate(${fx + sx} ${fy + sy - 7})`}
            onClick={(event) => {
              event.stopPropagation();
              scene.play(pair);
            }}
          >
            <circle r="26" />
            <path d="M-10 1l7 7L11-8" />
          </g>
        </g>
      )}
    </g>
  );
}

// --- motion ---

const DIE_MS = 860; // it tumbles for 560, and is read
const COIN_MS = 520;
const STEP_MS = 180;
const LOOP_MS = 340;
const UNROLL_MS = 400;

const legMs = (leg: Leg): number => (leg.loop ? LOOP_MS : STEP_MS);
const walkMs = (step: Step<MarrakechView, MarrakechEffect>): number =>
  legs(step.effect.path ?? []).reduce((sum, leg) => sum + legMs(leg), 0);
const coinsOf = (step: Step<MarrakechView, MarrakechEffect>): number => Math.min(step.effect.pay ?? 0, 6);

export function phases(step: Step<MarrakechView, MarrakechEffect>, before: MarrakechView): Phase[] {
  if (before.phase === 'orient') return [{ is: 'turns', ms: 240, starts: 'turn' }];
  if (before.phase === 'lay') return [{ is: 'unrolls', ms: UNROLL_MS, starts: 'cloth' }];
  if (before.phase === 'draw') return [{ is: 'draws', ms: 250 }];
  const pays: Phase[] = step.effect.pay ? [{ is: 'pays', ms: COIN_MS + 40 * coinsOf(step), ends: 'coin' }] : [];
  return [{ is: 'rolls', ms: DIE_MS, starts: 'die' }, { is: 'walks', ms: walkMs(step) + 60, starts: 'walk' }, ...pays];
}

/* Assam where he stands. After a roll he hops from cell to cell and round the loops, and turns there. */
function Walker({ scene }: { scene: MarrakechScene }) {
  const { step, phase } = scene;
  const view = (phase === 'rolls' && scene.before) || scene.view;
  const figure = useRef<SVGGElement>(null);
  const [turned, setTurned] = useState<Heading | null>(null); // his heading on the way
  const angle = useRef(ANGLE[view.facing]);
  const heading = turned ?? view.facing;
  angle.current += ((ANGLE[heading] - angle.current + 540) % 360) - 180;

  useLayoutEffect(() => {
    const walked = step.effect.path;
    const factor = motionScale();
    if (phase !== 'walks' || !walked || walked.length < 2 || factor === 0 || !figure.current) return;
    const way = legs(walked);
    const total = walkMs(step);
    const walk = figure.current.animate(frames(way, total), {
      duration: total * factor,
    });
    setTurned(walked[0]?.[2] as Heading);
    let passed = 0;
    const timers = way.map((leg) => {
      const when = passed + legMs(leg) / 2;
      passed += legMs(leg);
      return setTimeout(() => setTurned(leg.heading), when * factor);
    });
    const done = () => {
      timers.forEach(clearTimeout);
      setTurned(null);
    };
    walk.onfinish = done;
    return () => {
      walk.cancel();
      done();
    };
  }, [phase, step]);

  const [x, y] = middle(view.assam);
  return (
    <g class="mk-assam" ref={figure} style={{ transform: `translate(${x}px, ${y}px)` }}>
      <Assam heading={heading} angle={angle.current} />
    </g>
  );
}

/* Where he is from moment to moment: a hop for each step, an even run round each loop. */
function frames(way: Leg[], total: number): Keyframe[] {
  const track = document.createElementNS('http://www.w3.org/2000/svg', 'path');
  const all: Keyframe[] = [];
  let passed = 0;
  for (const leg of way) {
    const points = leg.loop ? 10 : 4;
    track.setAttribute('d', `M${leg.from.join(' ')}${leg.d}`);
    for (let i = 0; i <= points; i++) {
      const part = i / points;
      const { x, y } = track.getPointAtLength(track.getTotalLength() * part);
      const hop = leg.loop ? 0 : 16 * Math.sin(Math.PI * part);
      all.push({ transform: `translate(${x}px, ${y - hop}px)`, offset: Math.min(1, (passed + legMs(leg) * part) / total) });
    }
    passed += legMs(leg);
  }
  return all;
}

function RollingDie({ face, at: [x, y] }: { face: number; at: Point }) {
  const [dx, dy] = [x < 350 ? 150 : -150, y < 350 ? 120 : -120];
  const others = [1, 2, 3, 4].filter((other) => other !== face);
  return (
    <g class="mk-tumbles" aria-hidden="true" style={{ transform: `translate(${x + dx}px, ${y + dy}px)` }}>
      <g class="mk-thrown">
        {others.slice(0, 2).map((other, i) => (
          <use key={other} class={`mk-flash mk-flash-${i + 1}`} href={`#mk-die${other}`} x="-60" y="-60" width="120" height="120" />
        ))}
        <use class="mk-flash mk-flash-3" href={`#mk-die${face}`} x="-60" y="-60" width="120" height="120" />
      </g>
    </g>
  );
}

/* The patch that is paid for lights up once. */
function Toll({ cells }: { cells: string[] }) {
  return (
    <g class="mk-toll" aria-hidden="true">
      {cells.map((cell) => (
        <rect key={cell} x={middle(cell)[0] - 47} y={middle(cell)[1] - 47} width="94" height="94" rx="8" />
      ))}
    </g>
  );
}

/* Coins fly from the payer to the payee. */
function showCoins({ step, before }: MarrakechScene): void {
  const [payer, payee] = [seatCard(before?.player ?? 0), seatCard(step.effect.to ?? 0)];
  if (!payer || !payee) return;
  const [from, to] = [payer.getBoundingClientRect(), payee.getBoundingClientRect()];
  const hand = new DOMRect(from.left + from.width / 2 - 13, from.top + from.height / 2 - 13, 26, 26);
  for (let i = 0; i < coinsOf(step); i++) fly(<Coin />, { from: hand, to, ms: COIN_MS, wait: 40 * i, shrink: 0.9 });
}
