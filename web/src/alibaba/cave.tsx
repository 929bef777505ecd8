/* The cave: the pyramid of tiles, what lies beside it, and how tiles and coins move.
 *
 * It is seen straight from above with one oblique step: each layer stands higher than the one below by the thickness of
 * a tile, and is a little larger. Lower backs are darker; faces never are, so that what can be taken is the brightest
 * thing on the screen. */
import { useCallback, useRef } from 'preact/hooks';
import { boxIn, effectOf, fly, mayPlay, rankOf, seatCard, seatColours, memo, tap, useMotion, useRoving } from '../board';
import type { Phase } from '../face';
import type { Step } from '../protocol';
import type { Sound } from '../sound';
import { say } from '../words';
import { Cave, Coin, colourOf, Seal, TILE_THICKNESS, Tile, TileEdge, TileFace } from './art';
import * as speech from './speech';
import { barredBy, partsOf, tileName, tileOf } from './speech';
import type { AlibabaEffect, AlibabaView, AlibabaScene } from './view';

// --- where a tile lies ---

interface Place {
  x: number;
  y: number;
  scale: number;
  layer: number;
}

const isSmall = (view: AlibabaView): boolean => view.options.variant === 'small';
const wide = (small: boolean): number => (small ? 4 : 5); // tiles of the lowest layer, both ways

function place(small: boolean, slot: string): Place {
  const size = wide(small);
  const layer = Number(slot[0]);
  const east = slot.charCodeAt(1) - 97 + (layer - 1) / 2;
  const north = Number(slot[2]) - 1 + (small ? Math.max(0, layer - 2) : layer - 1) / 2; // [2.5]
  const scale = 1 + 0.022 * (layer - 1);
  const middle = { x: size * 50 + 20, y: size * 50 + 26 };
  return {
    x: middle.x + (24 + east * 100 - middle.x) * scale,
    y: middle.y + (20 + (size - 1 - north) * 100 - middle.y) * scale - TILE_THICKNESS * (layer - 1),
    scale,
    layer,
  };
}

const at = ({ x, y, scale }: Place): string => `translate(${x.toFixed(1)} ${y.toFixed(1)}) scale(${scale})`;

/* From the lowest layer up, and within one from north to south, so that an edge never covers a face in front of it. */
function drawingOrder(slots: string[]): string[] {
  const rank = (s: string) => Number(s[0]) * 1000 - Number(s[2]) * 10 + s.charCodeAt(1) - 97;
  return [...slots].sort((a, b) => rank(a) - rank(b));
}

function lowestPlaces(small: boolean): string[] {
  const size = wide(small);
  return Array.from({ length: size * size }, (_, i) => `1${'abcde'[i % size]}${Math.floor(i / size) + 1}`);
}

/* A soft shadow is the same one drawn a few times, each a little larger, thinly: a blur would be computed anew for every
 * picture. Those of a layer are one path, so that they do not darken each other. */
const SOFT = [-6, -3, 0, 3, 6];

function shadow({ x, y, scale }: Place, lifted: boolean, grown: number): string {
  const more = lifted ? 9 : 0;
  const r = 10 + grown;
  const [width, height] = [94 * scale + more + 2 * grown - 2 * r, 98 * scale + more + 2 * grown - 2 * r]; // of the straight parts
  const corner = (dx: number, dy: number) => `a${r} ${r} 0 0 1 ${dx} ${dy}`;
  return `M${x + 3 - grown + r} ${y + 16 - grown}h${width}${corner(r, r)}v${height}${corner(-r, r)}h${-width}${corner(-r, -r)}v${-height}${corner(r, -r)}z`;
}

// --- the cave ---

/* A tap on a slot means this move now. */
const moveAt = (view: AlibabaView, slot: string): string => (view.phase === 'green' ? `green:${slot}` : slot);

/* How a tile looks in the scene. While some tiles can be chosen, the others are veiled. */
function about(scene: AlibabaScene, slot: string, choosing: boolean): Omit<SlotProps, 'freed' | 'tabIndex' | 'press'> {
  const { view } = scene;
  const tile = view.board[slot] ?? '?';
  const up = tile !== '?';
  const move = moveAt(view, slot);
  const may = mayPlay(scene, move);
  const bars = up ? barredBy(view, tile) : [];
  const heard = () => [
    say('alibaba.layer', { tile: tileName(tile), n: slot.charAt(0) }),
    ...bars.map((seat) => say('alibaba.barred', { who: scene.seats[seat - 1]?.name ?? '' })),
    ...(may ? [speech.describe(scene, move)] : []),
  ];
  return {
    small: isSmall(view),
    slot,
    tile,
    label: up ? heard().join('; ') : '',
    bars: bars.join(''),
    may,
    on: scene.selected === move,
    veiled: up && !may && (choosing || bars.some((seat) => seat !== view.turn)),
    beckons: may && view.phase === 'green',
  };
}

/* From where each player has taken last; not where another tile is face up by now. */
function takenLast({ turns, view }: AlibabaScene): { slot: string; seat: number }[] {
  return turns.flatMap(({ seat, steps }) =>
    steps.flatMap(({ move }) => {
      const [verb, slot] = partsOf(move ?? '');
      return (verb === 'take' || verb === 'green') && slot && !(slot in view.board) ? [{ slot, seat }] : [];
    }),
  );
}

const CAVE = <Cave />; // constant, so Preact skips its diff

export function Board(scene: AlibabaScene) {
  const { view, you, selected, now } = scene;
  const latest = useRef(scene);
  latest.current = scene;
  const press = useCallback((slot: string) => tap(latest.current, moveAt(latest.current.view, slot)), []);
  const svg = useRef<SVGSVGElement>(null);
  const slots = drawingOrder(Object.keys(view.board));
  const faceUp = Object.keys(view.board).filter((slot) => view.board[slot] !== '?');
  const swapping = view.phase === 'lamp';
  const keys = useRoving(
    [...faceUp, ...view.side.map((tile) => `lamp:${tile}`)],
    now?.legal.map((move) => (partsOf(move)[0] === 'green' ? partsOf(move)[1] : move)).find((spot) => faceUp.includes(spot)),
    () => scene.select(null),
  );
  const small = isSmall(view);
  const effect = effectOf(scene, selected);
  const onBoard = now?.legal.some((move) => ['take', 'green'].includes(partsOf(move)[0])) ?? false;

  useMotion(scene, (phase) => svg.current && showMotion(scene, phase, svg.current));

  const selectedSlot = selected !== null && ['take', 'green'].includes(partsOf(selected)[0]) ? partsOf(selected)[1] : null;
  const layers = [1, 2, 3, 4].map((layer) => slots.filter((slot) => Number(slot[0]) === layer));
  return (
    <div
      class={`ab-cave${view.side.length ? ' ab-with-side' : ''}`}
      role="group"
      aria-label={say('alibaba.cave', { down: slots.length - faceUp.length, up: faceUp.length })}
      onClick={() => selected !== null && scene.select(null)}
      {...keys.group}
    >
      {CAVE}
      <svg class="ab-board" ref={svg} viewBox={small ? '-14 -30 468 496' : '0 -4 540 558'}>
        {lowestPlaces(small)
          .filter((slot) => !(slot in view.board))
          .map((slot) => {
            const { x, y } = place(small, slot);
            return <rect key={slot} class="ab-hole" x={x} y={y} width="92" height="100" rx="11" />;
          })}
        {layers.map((layer, i) => (
          <g key={i}>
            {SOFT.map((grown) => (
              <path
                key={grown}
                class="ab-shadow"
                d={layer.map((slot) => shadow(place(small, slot), slot === selectedSlot, grown)).join('')}
              />
            ))}
            {layer.map((slot) => (
              <Slot
                key={slot}
                {...about(scene, slot, onBoard)}
                freed={effect.frees?.includes(slot) ?? false}
                tabIndex={keys.tabIndex(slot)}
                press={press}
              />
            ))}
          </g>
        ))}
        <g class="ab-marks" aria-hidden="true">
          {takenLast(scene).map(({ slot, seat }) => (
            <g key={`last ${slot}`} transform={at(place(small, slot))} style={seatColours(seat)}>
              <circle class="ab-last" cx="46" cy="50" r="11" />
            </g>
          ))}
          {effect.bars?.map((slot) => (
            <g key={slot} transform={at(place(small, slot))} style={seatColours(you)}>
              <rect class="ab-will-bar" x="1" y="1" width="90" height="90" rx="8.5" />
              <rect class="ab-will-bar ab-dashed" x="1" y="1" width="90" height="90" rx="8.5" />
              <Seal x={12} y={12} seat={you} />
            </g>
          ))}
          {selectedSlot !== null && selectedSlot in view.board && (
            <g key="chosen" transform={at(place(small, selectedSlot))}>
              <g class="ab-chosen">
                <rect x="-3" y="-3" width="98" height="111" rx="12" />
                <rect x="-3" y="-3" width="98" height="111" rx="12" />
              </g>
            </g>
          )}
          {scene.hints.slice(0, 3).map(({ move }, i) => {
            const [verb, slot] = partsOf(move);
            if ((verb !== 'take' && verb !== 'green') || !(slot in view.board)) return null;
            return (
              <g key={`hint ${i}`} transform={at(place(small, slot))}>
                <Rank n={i + 1} x={82} y={12} />
              </g>
            );
          })}
        </g>
      </svg>
      {view.side.length > 0 && (
        <div class="ab-beside" role="group" aria-label={say('alibaba.beside')}>
          <h3>{say('alibaba.beside')}</h3>
          {view.side.map((tile) => {
            const move = `lamp:${tile}`;
            return (
              <button
                key={tile}
                type="button"
                data-spot={move}
                data-side={tile}
                data-sign={`alibaba.${colourOf(tile)}`}
                class={selected === move ? 'ab-on' : swapping && mayPlay(scene, move) ? 'ab-may' : ''}
                tabIndex={keys.tabIndex(move)}
                aria-pressed={selected === move}
                aria-disabled={!mayPlay(scene, move)}
                aria-label={mayPlay(scene, move) ? speech.describe(scene, move) : tileName(tile)}
                onClick={(event) => {
                  event.stopPropagation();
                  tap(scene, move);
                }}
              >
                <Tile tile={tile} />
                <Medallion n={rankOf(scene, move)} />
              </button>
            );
          })}
        </div>
      )}
    </div>
  );
}

interface SlotProps {
  small: boolean; // the cave
  slot: string;
  tile: string;
  label: string; // for screen readers
  bars: string; // the seats whose ban names it
  may: boolean; // be chosen
  on: boolean; // is chosen
  veiled: boolean;
  freed: boolean; // by the tile that is chosen
  beckons: boolean;
  tabIndex: 0 | -1;
  press(slot: string): void;
}

/* One tile in its place. Its back and its face are both there, so that it can turn over. */
const Slot = memo(({ small, slot, tile, label, bars, may, on, veiled, freed, beckons, tabIndex, press }: SlotProps) => {
  const up = tile !== '?';
  const where = place(small, slot);
  const spot = up
    ? {
        role: 'button' as const,
        tabindex: tabIndex,
        'data-spot': slot,
        'data-sign': `alibaba.${colourOf(tile)}`,
        'aria-pressed': on,
        'aria-disabled': !may,
        'aria-label': label,
      }
    : { 'aria-hidden': true as const };
  return (
    <g
      class={`ab-tile${up ? ' ab-up' : ''}${may ? ' ab-may' : ''}${on ? ' ab-on' : ''}`}
      transform={at(where)}
      onClick={(event) => {
        event.stopPropagation();
        press(slot);
      }}
      {...spot}
    >
      {up && <title>{label}</title>}
      <g class="ab-lift">
        <TileEdge up={up} />
        <g class="ab-turn ab-back">
          <use href="#ab-back" width="92" height="92" />
          <rect class={`ab-dim ab-dim-${where.layer}`} width="92" height="92" rx="9" />
          <path class="ab-shine" d="M2 9a8 8 0 0 1 7-7h74a8 8 0 0 1 7 7" />
        </g>
        <g class="ab-turn ab-front">
          {up && <TileFace tile={tile} />}
          {veiled && <use class="ab-veil" href="#ab-medallion" />}
          {bars && <Bars seats={bars.split('').map(Number)} hatched={veiled} />}
          {beckons && <rect class="ab-beckons" x="1" y="1" width="90" height="90" rx="8.5" />}
        </g>
        {freed && <rect class="ab-frees" x="3" y="3" width="86" height="86" rx="7" />}
        <rect class="ab-focus ab-focus-out" x="-4" y="-4" width="100" height="113" rx="13" />
        <rect class="ab-focus" x="-4" y="-4" width="100" height="113" rx="13" />
      </g>
    </g>
  );
});

/* The bans on a tile: a rim with a part for each seat, and each seat's seal. */
function Bars({ seats, hatched }: { seats: number[]; hatched: boolean }) {
  const length = 100 / seats.length;
  return (
    <>
      {hatched && <use href="#ab-medallion" fill="url(#ab-hatch)" />}
      <rect class="ab-bar-line" x="1" y="1" width="90" height="90" rx="8.5" />
      {seats.map((seat, i) => (
        <rect
          key={seat}
          class="ab-bar"
          x="1"
          y="1"
          width="90"
          height="90"
          rx="8.5"
          pathLength="100"
          stroke-dasharray={seats.length > 1 ? `${length} ${100 - length}` : undefined}
          stroke-dashoffset={seats.length > 1 ? -i * length : undefined}
          style={seatColours(seat)}
        />
      ))}
      <g data-sign="alibaba.seal">
        {seats.map((seat, i) => (
          <Seal key={seat} x={12 + i * 26} y={12} seat={seat} r={seats.length > 1 ? 14 : 18} />
        ))}
      </g>
    </>
  );
}

/* The number of an advised move, on the board and beside a choice. */
function Rank({ n, x, y }: { n: number; x: number; y: number }) {
  return (
    <g class="ab-rank" transform={`translate(${x} ${y})`}>
      <circle r="17" />
      <text y="8">{n}</text>
    </g>
  );
}

export function Medallion({ n }: { n: number }) {
  if (n === 0) return null;
  return (
    <svg class="ab-medallion" viewBox="-20 -20 40 40" aria-hidden="true">
      <Rank n={n} x={0} y={0} />
    </svg>
  );
}

// --- motion ---

const TAKE_MS = 540;
const TURN_MS = 300;
const COIN_MS = 400;

/* Tiles fly behind the screen of who took them, then coins to who won them; turning over is left to CSS. */
function showMotion({ step, before, view }: AlibabaScene, phase: string, svg: SVGSVGElement): void {
  if (step.move === null || !before) return;
  const [verb, what] = partsOf(step.move);
  const tile = tileOf(before, step.move);
  const small = isSmall(view);
  const slotBox = (slot: string) => {
    const { x, y, scale } = place(small, slot);
    return boxIn(svg, x - 2 * scale, y - 2 * scale, 96 * scale, 109 * scale);
  };
  const card = (seat: number) => seatCard(seat)?.getBoundingClientRect();
  const overCard = (box: DOMRect) => {
    const { width, height } = slotBox('1a1');
    return new DOMRect(box.left + (box.width - width) / 2, box.top + (box.height - height) / 2, width, height);
  };
  const home = card(step.by);
  if (home && phase === 'flies') {
    if (verb === 'take' || verb === 'green') fly(<Tile tile={tile} />, { from: slotBox(what), to: home, ms: TAKE_MS });
    const giver = verb === 'pick' ? card(Number(what)) : undefined;
    if (giver) fly(<Tile tile={tile} />, { from: overCard(giver), to: home, ms: TAKE_MS });
    const side = verb === 'lamp' && what !== 'keep' ? document.querySelector(`[data-side="${before.taken?.tile ?? ''}"]`) : null;
    if (side) {
      fly(<Tile tile={tile} />, { from: side.getBoundingClientRect(), to: home, ms: TAKE_MS });
      fly(<Tile tile={before.taken?.tile ?? '?'} />, {
        from: overCard(home),
        to: side.getBoundingClientRect(),
        ms: TAKE_MS,
        shrink: 0.8,
      });
    }
  }
  if (phase !== 'pays') return;
  view.points.forEach((points, i) => {
    const winner = card(i + 1);
    const source = view.taken ?? before.taken;
    if (points <= (before.points[i] ?? 0) || !winner || !source) return;
    const box = slotBox(source.slot);
    const from = new DOMRect(box.left + box.width / 4, box.top + box.height / 4, box.width / 2, box.width / 2);
    for (let k = 0; k < 3; k++) fly(<Coin />, { from, to: winner, ms: COIN_MS, wait: 70 * k, shrink: 0.6 });
  });
}

/* Tiles that turn one after another overlap; the last is waited for. */
export function phases(step: Step<AlibabaView, AlibabaEffect>, before: AlibabaView): Phase[] {
  const [verb, what] = partsOf(step.move ?? '');
  const scored = step.view.points.some((points, i) => points > (before.points[i] ?? 0));
  const pays: Phase[] = scored ? [{ is: 'pays', ms: COIN_MS + 140, ends: 'coin' }] : [];
  const flies = (starts: Sound): Phase[] => [{ is: 'flies', ms: TAKE_MS, starts }, ...pays];
  if (verb === 'turn') return [{ is: 'turns', ms: step.view.phase === 'reveal' ? 140 : TURN_MS, starts: 'turn' }, ...pays];
  if (what === 'none' || (verb === 'lamp' && what === 'keep')) return pays;
  if (verb === 'lamp') return flies('wand');
  if (verb === 'ban') return [{ is: 'stamps', ms: 260, starts: 'stamp' }];
  if (verb === 'show') return [{ is: 'shows', ms: 250, starts: 'tile' }];
  return verb === 'yellow' ? [] : flies('tile');
}
