/* Master Labyrinth's face: the maze with its arrows, your formula and wands, the spare tile at the thumb, and deals.
 *
 * Every loose tile keeps its element for as long as it is in the maze, so that a line slides as one. A push is looked at
 * before it is made: the line moves by a third, and what would be open then is told. */
import { signal } from '@preact/signals';
import { useRef, useState } from 'preact/hooks';
import { boxIn, effectOf, fly, mayPlay, nameOf, rankOf, seatCard, seatColours, tap, useRoving, useStep } from '../board';
import { Dialog } from '../dialog';
import type { Face, Scene } from '../face';
import type { LabyrinthView, Step, Tally } from '../protocol';
import { pace } from '../settings';
import { say } from '../words';
import { Disc, MazeTile, Star, Token, Wand, waysOf, Wizard } from './art';
import './labyrinth.css';
import { Cover, Picture } from './pictures';
import * as speech from './speech';
import { deedOf, line, nextToken, shapeName, sides } from './speech';

type Of = Scene<LabyrinthView>;

// --- where things are: a cell is 100 wide, the frame 68 ---

const CELLS = Array.from({ length: 49 }, (_, i) => `${'abcdefg'.charAt(i % 7)}${Math.floor(i / 7) + 1}`);
const PUSHES = ['Nb', 'Nd', 'Nf', 'E6', 'E4', 'E2', 'Sf', 'Sd', 'Sb', 'W2', 'W4', 'W6']; // clockwise

const column = (cell: string): number => cell.charCodeAt(0) - 97;
const row = (cell: string): number => Number(cell.charAt(1)) - 1;
const cellAt = (x: number, y: number): string => `${'abcdefg'.charAt(x)}${y + 1}`;

type Point = readonly [x: number, y: number];

/* The north-west corner of a cell. */
const corner = (cell: string): Point => [column(cell) * 100, (6 - row(cell)) * 100];
const translate = ([x, y]: Point): string => `translate(${x}px, ${y}px)`;

/* Which way a push moves its line, on the screen. */
const WAYS: Record<string, Point> = { N: [0, 1], E: [-1, 0], S: [0, -1], W: [1, 0] };
const wayOf = (push: string): Point => WAYS[push.charAt(0)] ?? [0, 0];

/* The cells of a push's line, from where the tile goes in. */
function lineOf(push: string): string[] {
  const at = push.charAt(1);
  const seven = [0, 1, 2, 3, 4, 5, 6];
  const upwards = 'NS'.includes(push.charAt(0))
    ? seven.map((y) => cellAt(column(at), y))
    : seven.map((x) => cellAt(x, Number(at) - 1));
  return 'NE'.includes(push.charAt(0)) ? upwards.reverse() : upwards;
}

/* The place just outside the maze before a line's first cell, or after its last. */
function outside(push: string, end: 'in' | 'out'): Point {
  const cells = lineOf(push);
  const [x, y] = corner((end === 'in' ? cells[0] : cells[6]) ?? 'a1');
  const [dx, dy] = wayOf(push);
  return end === 'in' ? [x - 100 * dx, y - 100 * dy] : [x + 100 * dx, y + 100 * dy];
}

const isFixed = (cell: string): boolean => column(cell) % 2 === 0 && row(cell) % 2 === 0;

// --- which tile lies where: each keeps its number from push to push ---

const SPARE = CELLS.length;
const numbered = new WeakMap<LabyrinthView, number[]>(); // for each cell the number of its tile; then the spare's

const pushOf = (step: Step<LabyrinthView>): string | null => {
  const deed = step.move === null ? null : deedOf(step.move);
  return deed?.is === 'shift' ? deed.push : null;
};

function tilesIn({ view, before, step }: Of): number[] {
  const known = numbered.get(view);
  if (known) return known;
  const from = (before && numbered.get(before)) ?? Array.from({ length: 50 }, (_, i) => i);
  const tiles = [...from];
  const push = pushOf(step);
  if (push !== null) {
    const cells = [SPARE, ...lineOf(push).map((cell) => CELLS.indexOf(cell)), SPARE];
    for (let i = 1; i < cells.length; i++) tiles[cells[i] ?? 0] = from[cells[i - 1] ?? 0] ?? 0;
  }
  numbered.set(view, tiles);
  return tiles;
}

// --- what is chosen on the way to a move ---

const turned = signal('NS'); // how the spare tile lies
const advised = signal<{ ply: number; push: string } | null>(null); // the push that an adviser has in mind

/* How the spare lies: as in the selected push, else as it was turned last. */
function spareOf({ view, selected }: Of): string {
  const deed = selected === null ? null : deedOf(selected);
  if (deed?.is === 'shift' || deed?.is === 'advise') return deed.tile;
  const ways = waysOf(view.spare);
  return ways.includes(turned.value) ? turned.value : (ways[0] ?? 'NS');
}

/* The push that is looked at, selected by the player or named by an adviser who is still choosing a cell. */
function lookedAt(scene: Of): string | null {
  const deed = scene.selected === null ? null : deedOf(scene.selected);
  if (deed?.is === 'shift' || deed?.is === 'advise') return deed.push;
  return scene.view.phase === 'advise' && advised.value?.ply === scene.now?.ply ? (advised.value?.push ?? null) : null;
}

function turnSpare(scene: Of, by: number): void {
  const ways = waysOf(scene.view.spare);
  const tile = ways[(ways.indexOf(spareOf(scene)) + by + ways.length) % ways.length] ?? 'NS';
  const push = lookedAt(scene);
  turned.value = tile;
  if (scene.view.phase === 'advise') scene.select(null);
  else if (push !== null) scene.select(`${push}.${tile}`);
}

function tapArrow(scene: Of, push: string): void {
  const tile = spareOf(scene);
  if (scene.view.phase !== 'advise') tap(scene, `${push}.${tile}`);
  else if (!mayPlay(scene, `advise:${push}.${tile}:stay`)) scene.refuse(`advise:${push}.${tile}:stay`);
  else {
    scene.select(null);
    if (scene.now) advised.value = { ply: scene.now.ply, push };
  }
}

/* The move that a cell stands for now, whether it can be made or not. */
function moveTo(scene: Of, cell: string): string {
  const push = lookedAt(scene);
  return scene.view.phase === 'advise' ? `advise:${push ?? ''}.${spareOf(scene)}:${cell}` : cell;
}

/* The cells that can be walked to, or null while no cell is asked for. */
function litCells(scene: Of): Set<string> | null {
  const { view, now, you } = scene;
  if (!now) return null;
  if (view.phase === 'advise' ? lookedAt(scene) === null : view.phase !== 'move') return null;
  const lit = new Set(CELLS.filter((cell) => mayPlay(scene, moveTo(scene, cell))));
  if (view.phase === 'move') lit.add(view.pawns[you - 1] ?? '');
  return lit;
}

// --- the board ---

function Board(scene: Of) {
  const { view, now, seats, selected } = scene;
  const svg = useRef<SVGSVGElement>(null);
  const pushing = now !== null && (view.phase === 'shift' || view.phase === 'advise');
  const lit = litCells(scene);
  const keys = useRoving(
    [...(pushing ? PUSHES : []), ...(lit ?? [])],
    lit ? Object.entries(view.tokens).find(([n]) => Number(n) === nextToken(view))?.[1] : undefined,
    () => scene.select(null),
  );
  const looked = lookedAt(scene);
  const token = nextToken(view);

  useStep(scene, () => svg.current && showMotion(scene, svg.current));

  const onKeyDown = (event: KeyboardEvent) => {
    const key = event.key.toLowerCase();
    if (pushing && (key === 'q' || key === 'e')) turnSpare(scene, key === 'e' ? 1 : -1);
    else if (view.phase === 'move' && now && key === 's') scene.select('stay');
    else if (lit && key === 'n') svg.current?.querySelector<SVGElement>(`[data-spot="${view.tokens[token]}"]`)?.focus();
    else return keys.group.onKeyDown(event);
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <div
      class="lab-box"
      role="group"
      aria-label={
        Number.isFinite(token) ? say('labyrinth.maze', { token, cell: view.tokens[token] ?? '' }) : say('labyrinth.maze.empty')
      }
      {...keys.group}
      onKeyDown={onKeyDown}
      onWheel={(event) =>
        pushing && Math.abs(event.deltaY) > 2 && (event.preventDefault(), turnSpare(scene, event.deltaY > 0 ? 1 : -1))
      }
    >
      <svg class="lab-board" ref={svg} viewBox="-68 -68 836 836" onClick={() => selected !== null && scene.select(null)}>
        <Frame />
        <svg class="lab-inside" x="-7" y="-7" width="714" height="714" viewBox="-7 -7 714 714">
          <Tiles scene={scene} lit={lit} looked={looked} />
        </svg>
        {looked !== null && <Ghost scene={scene} push={looked} />}
        <Trail scene={scene} />
        <Riders scene={scene} looked={looked} />
        {lit && (
          <g>
            {CELLS.map((cell) => (
              <Cell key={cell} scene={scene} cell={cell} lit={lit.has(cell)} tabIndex={keys.tabIndex(cell)} />
            ))}
          </g>
        )}
        {PUSHES.map((push) => (
          <Arrow
            key={push}
            scene={scene}
            push={push}
            quiet={!pushing || (looked !== null && looked !== push)}
            tabIndex={pushing ? keys.tabIndex(push) : undefined}
          />
        ))}
        <g aria-hidden="true">
          {scene.hints.slice(0, 3).map(({ move }, i) => {
            const place = hintPlace(move);
            return place && <Rank key={i} n={i + 1} at={place} />;
          })}
        </g>
      </svg>
      {!lit && (
        <ul class="hidden">
          {CELLS.filter((cell) => !isFixed(cell) || view.pawns.includes(cell)).map((cell) => (
            <li key={cell}>{cellName(view, seats, cell)}</li>
          ))}
        </ul>
      )}
    </div>
  );
}

function cellName(view: LabyrinthView, seats: Of['seats'], cell: string): string {
  const token = Object.entries(view.tokens).find(([, at]) => at === cell)?.[0];
  return [
    say('labyrinth.cell', { cell, sides: sides(view.maze[CELLS.indexOf(cell)] ?? '') }),
    ...(token === undefined
      ? []
      : [say(Number(token) === nextToken(view) ? 'labyrinth.cell.next' : 'labyrinth.cell.token', { token })]),
    ...view.pawns.flatMap((at, i) => (at === cell ? [say('labyrinth.cell.pawn', { who: nameOf(seats, i + 1) })] : [])),
  ].join('; ');
}

function Frame() {
  return (
    <>
      <rect class="lab-frame" x="-68" y="-68" width="836" height="836" rx="18" />
      <rect class="lab-frame-line" x="-63" y="-63" width="826" height="826" rx="14" />
      <rect class="lab-tray" x="-7" y="-7" width="714" height="714" rx="10" />
      <g class="lab-label" aria-hidden="true">
        {[0, 2, 4, 6].flatMap((i) => [
          ...[-26, 744].map((y) => (
            <text key={`c${i} ${y}`} x={i * 100 + 50} y={y}>
              {'abcdefg'.charAt(i)}
            </text>
          )),
          ...[-36, 736].map((x) => (
            <text key={`r${i} ${x}`} x={x} y={(6 - i) * 100 + 58}>
              {i + 1}
            </text>
          )),
        ])}
      </g>
    </>
  );
}

/* All tiles, in the order of their numbers, which never changes; a line that is looked at has moved by a third. */
function Tiles({ scene, lit, looked }: { scene: Of; lit: Set<string> | null; looked: string | null }) {
  const { view, step } = scene;
  const tiles = tilesIn(scene);
  const pushed = pushOf(step);
  const entered = pushed === null ? null : (lineOf(pushed)[0] ?? null);
  const moving = looked === null ? [] : lineOf(looked);
  const [dx, dy] = looked === null ? [0, 0] : wayOf(looked);
  const where = tiles.map((_, number) => tiles.indexOf(number));
  return (
    <g>
      {where.map((place, number) => {
        const cell = CELLS[place];
        if (cell === undefined)
          return (
            <g
              key={number}
              class="lab-tile lab-fallen"
              style={{ transform: translate(pushed === null ? [800, 800] : outside(pushed, 'out')) }}
              aria-hidden="true"
            >
              <MazeTile tile={spareOf({ ...scene, selected: null })} />
            </g>
          );
        const [x, y] = corner(cell);
        const shift = moving.includes(cell) ? 33 : 0;
        return (
          <g
            key={number}
            data-tile={cell}
            class={`lab-tile${cell === entered ? ' lab-jump' : ''}${moving[6] === cell ? ' lab-leaving' : ''}`}
            style={{ transform: translate([x + shift * dx, y + shift * dy]) }}
            aria-hidden="true"
          >
            <MazeTile tile={view.maze[place] ?? 'NS'} fixed={isFixed(cell)} lit={lit ? lit.has(cell) : undefined} />
            {lit && !lit.has(cell) && <rect class="lab-dim" width="100" height="100" />}
          </g>
        );
      })}
    </g>
  );
}

/* The spare tile, a third of the way in. */
function Ghost({ scene, push }: { scene: Of; push: string }) {
  const [x, y] = outside(push, 'in');
  const [dx, dy] = wayOf(push);
  return (
    <g class="lab-coming" style={{ transform: translate([x + 33 * dx, y + 33 * dy]) }} aria-hidden="true">
      <MazeTile key={spareOf(scene)} tile={spareOf(scene)} />
      <rect x="3" y="3" width="94" height="94" rx="8" />
    </g>
  );
}

/* The way to the selected cell; or, when a push is looked at, the way to the next token that it would open. */
function Trail({ scene }: { scene: Of }) {
  const { selected, preview, view, you } = scene;
  const deed = selected === null ? null : deedOf(selected);
  const path =
    deed?.is === 'walk'
      ? effectOf(scene, selected).path
      : deed?.is === 'shift'
        ? preview?.effects.find((effect) => effect.token === nextToken(view))?.path
        : undefined;
  const goal = deed?.is === 'advise' ? deed.goal : path?.[path.length - 1];
  if (goal === undefined || goal === 'stay') return null;
  const d =
    path &&
    `M${path
      .map((cell) =>
        corner(cell)
          .map((v, i) => v + 50 + 3 * i)
          .join(' '),
      )
      .join('L')}`;
  const [x, y] = corner(goal);
  return (
    <g class="lab-trail" style={seatColours(deed?.is === 'advise' ? view.turn : you)} aria-hidden="true">
      {d && (
        <g key={d} class={deed?.is === 'shift' ? 'lab-maybe' : ''}>
          <path class="lab-way lab-way-under" pathLength="1" d={d} />
          <path class="lab-way" pathLength="1" d={d} />
          <path class="lab-dots" d={d} />
        </g>
      )}
      <rect class="lab-goal lab-goal-under" x={x + 4} y={y + 4} width="92" height="92" rx="14" />
      <rect class="lab-goal" x={x + 4} y={y + 4} width="92" height="92" rx="14" />
    </g>
  );
}

/* Tokens and pawns: they ride on their tiles. What falls out comes in again on the other side. */
function Riders({ scene, looked }: { scene: Of; looked: string | null }) {
  const { view, step, before, you } = scene;
  const formula = view.formulas[you - 1] ?? [];
  const pushed = pushOf(step);
  const [first, last] = pushed === null ? [] : [lineOf(pushed)[0], lineOf(pushed)[6]];
  const walks = step.move !== null && deedOf(step.move).is === 'walk';
  const moving = looked === null ? [] : lineOf(looked);
  const [dx, dy] = looked === null ? [0, 0] : wayOf(looked);
  const ride = (cell: string, [x, y]: Point): Point => {
    const [cx, cy] = corner(cell);
    const shift = moving.includes(cell) ? 33 : 0;
    return [cx + x + shift * dx, cy + y + shift * dy];
  };
  const wraps = (was: string | undefined, is: string) => pushed !== null && was === last && is === first;
  const tokens = Object.entries(view.tokens).map(([n, cell]) => [Number(n), cell] as const);
  const next = nextToken(view);
  return (
    <g aria-hidden="true">
      {tokens.map(([n, cell]) => {
        const shared = view.pawns.includes(cell);
        return (
          <g
            key={`token ${n}`}
            data-token={n}
            class={`lab-rider${wraps(before?.tokens[n], cell) ? ' lab-jump' : ''}${moving[6] === cell ? ' lab-leaving' : ''}`}
            style={{ transform: `${translate(ride(cell, shared ? [70, 32] : [50, 52]))}${shared ? ' scale(.8)' : ''}` }}
          >
            <Disc n={n} next={n === next} mine={formula.includes(n)} />
          </g>
        );
      })}
      {view.pawns.map((cell, i) => {
        const here = view.pawns.flatMap((at, seat) => (at === cell ? [seat] : []));
        const crowded = here.length > 1 || tokens.some(([, at]) => at === cell);
        const place = here.indexOf(i);
        const x = here.length > 1 ? 50 + (place % 2 ? 22 : -22) : crowded ? 30 : 50;
        const y = here.length > 2 ? (place > 1 ? 92 : 66) : crowded ? 94 : 88;
        const jumps = wraps(before?.pawns[i], cell) || (walks && step.by === i + 1);
        return (
          <g
            key={`pawn ${i}`}
            data-pawn={i + 1}
            class={`lab-rider${jumps ? ' lab-jump' : ''}${moving[6] === cell ? ' lab-leaving' : ''}`}
            style={{ transform: `${translate(ride(cell, [x, y]))}${crowded ? ' scale(.8)' : ''}`, ...seatColours(i + 1) }}
          >
            {i + 1 === you && <ellipse class="lab-own" cy="-8" rx="38" ry="16" />}
            <ellipse class="lab-foot" cy="-10" rx="32" ry="8" />
            <use href={`#lab-wizard-${i + 1}`} x="-36" y="-90" width="72" height="92" />
          </g>
        );
      })}
    </g>
  );
}

/* A cell that can be walked to, or could not. */
function Cell({ scene, cell, lit, tabIndex }: { scene: Of; cell: string; lit: boolean; tabIndex: 0 | -1 }) {
  const { view, seats, selected } = scene;
  const move = moveTo(scene, cell);
  const may = mayPlay(scene, move);
  const steps = (effectOf(scene, move).path?.length ?? 1) - 1;
  const [x, y] = corner(cell);
  const name = cellName(view, seats, cell);
  return (
    <rect
      class="lab-hit"
      x={x + 2}
      y={y + 2}
      width="96"
      height="96"
      rx="12"
      {...(lit && {
        role: 'button',
        tabindex: tabIndex,
        'data-spot': cell,
        'aria-pressed': selected === move,
        'aria-disabled': !may,
        'aria-label': steps > 0 ? `${name}; ${say('labyrinth.steps', { n: steps })}` : name,
      })}
      onClick={(event) => {
        event.stopPropagation();
        tap(scene, move);
      }}
    />
  );
}

const ARROWS: Record<string, readonly [x: number, y: number, turn: number]> = {
  N: [0, -36, 0],
  E: [736, 0, 90],
  S: [0, 736, 180],
  W: [-36, 0, 270],
};

function arrowPlace(push: string): readonly [x: number, y: number, turn: number] {
  const [x, y, turn] = ARROWS[push.charAt(0)] ?? [0, 0, 0];
  return turn % 180 === 0 ? [column(push.charAt(1)) * 100 + 50, y, turn] : [x, (7 - Number(push.charAt(1))) * 100 + 50, turn];
}

/* A brass signpost with the name of its line; the barred one is a red plate. */
function Arrow({ scene, push, quiet, tabIndex }: { scene: Of; push: string; quiet: boolean; tabIndex: 0 | -1 | undefined }) {
  const [x, y, turn] = arrowPlace(push);
  const barred = scene.view.barred === push;
  const looked = lookedAt(scene) === push;
  const upright = turn === 90 ? [-3, 8] : turn === 180 ? [0, 12] : turn === 270 ? [3, 8] : [0, 5];
  const spot =
    tabIndex === undefined
      ? { 'aria-hidden': true as const }
      : {
          role: 'button' as const,
          tabindex: tabIndex,
          'data-spot': push,
          'aria-pressed': looked,
          'aria-disabled': barred,
          'aria-label': barred ? say('labyrinth.barred', { line: line(push) }) : say('labyrinth.into', { line: line(push) }),
          onClick: (event: Event) => {
            event.stopPropagation();
            tapArrow(scene, push);
          },
        };
  return (
    <g
      class={`lab-arrow${barred ? ' lab-barred' : ''}${quiet && !barred ? ' lab-quiet' : ''}${looked ? ' lab-on' : ''}`}
      transform={`translate(${x} ${y})`}
      {...spot}
    >
      <g transform={`rotate(${turn})`}>
        <rect class="lab-pocket" x="-34" y="-27" width="68" height="54" rx="13" />
        <path d={barred ? (turn % 180 === 0 ? 'M-17 0H17' : 'M0-13V13') : 'M-21-18H21V-2L0 19-21-2Z'} />
        {tabIndex !== undefined && <rect class="lab-hit" x="-50" y="-32" width="100" height="100" />}
      </g>
      {!barred && (
        <text x={upright[0]} y={upright[1]} aria-hidden="true">
          {push.charAt(1)}
        </text>
      )}
    </g>
  );
}

/* Where an advised move is marked. */
function hintPlace(move: string): Point | null {
  const deed = deedOf(move);
  if (deed.is === 'walk') {
    const [x, y] = corner(deed.goal);
    return [x + 82, y + 18];
  }
  if (deed.is !== 'shift') return null;
  const [x, y] = arrowPlace(deed.push);
  return [x, y];
}

function Rank({ n, at: [x, y] }: { n: number; at: Point }) {
  return (
    <g class="lab-rank" transform={`translate(${x} ${y})`}>
      <circle r="20" />
      <text y="9">{n}</text>
    </g>
  );
}

// --- motion: lines and riders slide by CSS; walks, wraps and tokens are told here ---

const PUSH_MS = 420;
const TAKE_MS = 520;
const walkMs = (steps: number): number => Math.min(1100, Math.max(300, 90 * steps));

function showMotion({ step, before, view }: Of, svg: SVGSVGElement): void {
  const factor = pace();
  if (step.move === null || !before || factor === 0) return;
  const push = pushOf(step);
  const deed = deedOf(step.move);
  if (push !== null) {
    const cells = lineOf(push);
    const tile = svg.querySelector(`[data-tile="${cells[0]}"]`);
    tile?.animate([{ transform: translate(outside(push, 'in')) }, {}], {
      duration: PUSH_MS * factor,
      easing: 'cubic-bezier(.3,.7,.3,1)',
    });
    for (const rider of svg.querySelectorAll('.lab-rider.lab-jump'))
      rider.animate([{ opacity: 0 }, { opacity: 0, offset: 0.5 }, { opacity: 1 }], { duration: PUSH_MS * factor });
  }
  if (deed.is === 'walk') {
    const path = step.effect.path ?? [];
    const pawn = svg.querySelector(`[data-pawn="${step.by}"]`);
    const at = path.map((cell) => ({ transform: translate([corner(cell)[0] + 50, corner(cell)[1] + 88]) }));
    pawn?.animate([...at.slice(0, -1), {}], { duration: walkMs(path.length - 1) * factor, easing: 'linear' });
  }
  if (step.move === 'take') {
    const n = nextToken(before);
    const home = seatCard(step.by)?.getBoundingClientRect();
    const [x, y] = corner(before.tokens[n] ?? 'a1');
    if (home) fly(<Token n={n} />, { from: boxIn(svg, x + 18, y + 20, 64, 64), to: home, ms: TAKE_MS });
  }
  for (const [i, wands] of view.wands.entries()) {
    const from = seatCard(before.turn)?.getBoundingClientRect();
    const to = seatCard(i + 1)?.getBoundingClientRect();
    if (wands > (before.wands[i] ?? 0) && from && to)
      fly(<Wand />, { from: new DOMRect(from.left + from.width / 2, from.top, 24, 30), to, ms: TAKE_MS });
  }
}

function motion(step: Step<LabyrinthView>): number {
  if (step.move === null) return 0;
  if (pushOf(step) !== null) return PUSH_MS + 80;
  if (step.move === 'take') return TAKE_MS;
  return deedOf(step.move).is === 'walk' ? walkMs((step.effect.path?.length ?? 1) - 1) + 80 : 120;
}

// --- what is yours ---

function Mine({ view, you, seats }: Of) {
  const formula = view.formulas[you - 1];
  const others = view.formulas.flatMap((tokens, i) => (tokens && i + 1 !== you ? [{ seat: i + 1, tokens }] : []));
  return (
    <div class="lab-mine-row">
      {formula && (
        <section class="lab-formula">
          <div>
            <h2>
              <Star />
              {say('labyrinth.formula')}
            </h2>
            <p>{say('labyrinth.formula.secret')}</p>
          </div>
          <ul>
            {formula.map((n) => {
              const done = view.won[you - 1]?.includes(n) ?? false;
              return (
                <li key={n}>
                  <Token n={n} done={done} />
                  <span class="hidden">{done ? say('labyrinth.formula.has', { token: n }) : n}</span>
                </li>
              );
            })}
          </ul>
        </section>
      )}
      {you > 0 && (
        <p class="lab-wands">
          <span aria-hidden="true">
            {Array.from({ length: Math.min(4, view.wands[you - 1] ?? 0) }, (_, i) => (
              <Wand key={i} />
            ))}
          </span>
          {say('labyrinth.wands', { n: view.wands[you - 1] ?? 0 })}
        </p>
      )}
      {others.length > 0 && (
        <ul class="lab-others">
          {others.map(({ seat, tokens }) => (
            <li key={seat}>
              <span class="hidden">{say('labyrinth.formula.of', { who: nameOf(seats, seat), tokens: tokens.join(', ') })}</span>
              <span aria-hidden="true">
                <Wizard seat={seat} />
                {tokens.map((n) => (
                  <Token key={n} n={n} done={view.won[seat - 1]?.includes(n) ?? false} />
                ))}
              </span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

// --- at the thumb ---

function Spare({ scene }: { scene: Of }) {
  const tile = spareOf(scene);
  return (
    <div class="lab-spare">
      <Turn scene={scene} by={-1} />
      <button
        type="button"
        class="lab-spare-tile"
        aria-label={say('labyrinth.spare', { sides: sides(tile) })}
        onClick={() => turnSpare(scene, 1)}
      >
        <svg viewBox="0 0 100 100" aria-hidden="true">
          <g key={tile} class="lab-turned">
            <MazeTile tile={tile} />
          </g>
        </svg>
      </button>
      <Turn scene={scene} by={1} />
    </div>
  );
}

function Turn({ scene, by }: { scene: Of; by: 1 | -1 }) {
  return (
    <button
      type="button"
      class="lab-turn"
      aria-label={say(by > 0 ? 'labyrinth.turn.right' : 'labyrinth.turn.left')}
      onClick={() => turnSpare(scene, by)}
    >
      <svg viewBox="0 0 24 24" aria-hidden="true">
        <path d={by > 0 ? 'M19 4v5h-5M18.5 9A8 8 0 1 0 20 14' : 'M5 4v5h5M5.5 9A8 8 0 1 1 4 14'} />
      </svg>
    </button>
  );
}

/* A button for a move that is no place on the board. */
function Way({ scene, move, main = false }: { scene: Of; move: string; main?: boolean }) {
  const n = rankOf(scene, move);
  return (
    <button
      type="button"
      class={`button${main ? ' act' : ''}${scene.selected === move ? ' on' : ''}`}
      aria-pressed={scene.selected === move}
      onClick={() => tap(scene, move)}
    >
      {speech.confirm(scene, move)}
      {n > 0 && <span class="lab-advised">{n}</span>}
    </button>
  );
}

/* What an adviser said: one tap selects the push, and after it the cell. */
function Advice({ scene }: { scene: Of }) {
  const { view, seats } = scene;
  const [shift = '', goal = ''] = (view.deal?.advice ?? '').split(':');
  const move = view.phase === 'shift' ? shift : goal;
  if (!view.deal?.advice || !mayPlay(scene, move)) return null;
  const [push = '', tile = ''] = shift.split('.');
  const where = goal === 'stay' ? say('labyrinth.goal.stay') : say('labyrinth.goal', { cell: goal });
  return (
    <div class="lab-advice" style={seatColours(view.deal.with)}>
      <Wizard seat={view.deal.with} />
      <p>
        {say('labyrinth.advice', { who: nameOf(seats, view.deal.with), shape: shapeName(tile), line: line(push), goal: where })}
      </p>
      {scene.selected !== move && (
        <button type="button" class="button" onClick={() => scene.select(move)}>
          {say('labyrinth.follow')}
        </button>
      )}
    </div>
  );
}

function Actions(scene: Of) {
  const { view, now } = scene;
  const [asking, setAsking] = useState(false);
  if (!now) return null;
  const offers = now.legal.filter((move) => move.startsWith('offer:'));
  switch (view.phase) {
    case 'shift':
      return (
        <>
          <Advice scene={scene} />
          <div class="lab-dock">
            <Spare scene={scene} />
            {offers.length > 0 && scene.selected === null && (
              <button type="button" class="button" onClick={() => setAsking(true)}>
                {say('labyrinth.ask')}
              </button>
            )}
          </div>
          {asking && <Deal scene={scene} offers={offers} close={() => setAsking(false)} />}
        </>
      );
    case 'advise': {
      const stay = lookedAt(scene) === null ? null : moveTo(scene, 'stay');
      return (
        <div class="lab-dock">
          <Spare scene={scene} />
          <div class="lab-ways">
            {stay !== null && mayPlay(scene, stay) && (
              <button type="button" class="button" aria-pressed={scene.selected === stay} onClick={() => tap(scene, stay)}>
                {say('labyrinth.stay')}
              </button>
            )}
            <Way scene={scene} move="refuse" />
          </div>
        </div>
      );
    }
    case 'move':
      return (
        <>
          <Advice scene={scene} />
          <div class="lab-ways">
            <Way scene={scene} move="stay" />
          </div>
        </>
      );
    default:
      return (
        <div class="lab-ways">
          {now.legal.map((move, i) => (
            <Way key={move} scene={scene} move={move} main={i === 0 && scene.selected === null} />
          ))}
        </div>
      );
  }
}

/* Whom to ask, and for how many wands. */
function Deal({ scene, offers, close }: { scene: Of; offers: string[]; close: () => void }) {
  const deals = offers
    .map((move) => ({ move, deed: deedOf(move) }))
    .flatMap(({ move, deed }) => (deed.is === 'offer' ? [{ move, ...deed }] : []));
  const people = [...new Set(deals.map(({ to }) => to))];
  const [to, setTo] = useState(people[0] ?? 0);
  const sums = deals.filter((deal) => deal.to === to);
  const [wands, setWands] = useState(1);
  const chosen = sums.find((deal) => deal.wands === wands) ?? sums[0];
  return (
    <Dialog title={say('labyrinth.deal.title')} close={close}>
      <div class="lab-deal">
        <p>{say('labyrinth.deal.text')}</p>
        <fieldset>
          <legend>{say('labyrinth.deal.who')}</legend>
          {people.map((seat) => (
            <label key={seat} class="lab-option">
              <input type="radio" name="lab-adviser" checked={seat === to} onChange={() => setTo(seat)} />
              <Wizard seat={seat} />
              {nameOf(scene.seats, seat)}
            </label>
          ))}
        </fieldset>
        <fieldset>
          <legend>{say('labyrinth.deal.what')}</legend>
          {sums.map((deal) => (
            <label key={deal.wands} class="lab-option">
              <input type="radio" name="lab-wands" checked={deal === chosen} onChange={() => setWands(deal.wands)} />
              <Wand />
              {say('labyrinth.wands', { n: deal.wands })}
            </label>
          ))}
        </fieldset>
        {chosen && <p class="lab-terms">{speech.tells(scene, chosen.move)}</p>}
        <div class="lab-ways">
          <button type="button" class="button" onClick={close}>
            {say('labyrinth.deal.not')}
          </button>
          {chosen && (
            <button
              type="button"
              class="button act"
              onClick={() => {
                close();
                scene.play(chosen.move);
              }}
            >
              {speech.confirm(scene, chosen.move)}
            </button>
          )}
        </div>
      </div>
    </Dialog>
  );
}

// --- a seat's card, and the signs ---

const LAST_WON = 2; // as many tokens as a card on a phone has room for

function Badge({ view, seat, tally }: { view: LabyrinthView; seat: number; tally: Tally; you: number }) {
  const won = view.won[seat - 1] ?? [];
  const wands = view.wands[seat - 1] ?? 0;
  return (
    <span class="lab-badge">
      <Wizard seat={seat} />
      <span class="lab-badge-wands">
        <Wand />
        <b key={wands} class="tick" aria-hidden="true">
          {wands}
        </b>
        <span class="hidden">{say('labyrinth.wands', { n: wands })}</span>
      </span>
      <span class="lab-won">
        <span aria-hidden="true">
          {won.length > LAST_WON && <small>+{won.length - LAST_WON}</small>}
          {won.slice(-LAST_WON).map((n) => (
            <Token key={n} n={n} />
          ))}
        </span>
        <span class="hidden">{won.length ? say('labyrinth.won', { tokens: won.join(', ') }) : say('labyrinth.won.none')}</span>
      </span>
      <b class="lab-points">{say('labyrinth.points', { n: (tally['tokens'] ?? 0) + (tally['wands'] ?? 0) })}</b>
    </span>
  );
}

function Legend({ view }: { view: LabyrinthView }) {
  const token = nextToken(view);
  return (
    <div class="lab-legend">
      {Number.isFinite(token) && (
        <p>
          <Token n={token} next />
          <b>{say('labyrinth.next', { token })}</b>
        </p>
      )}
      <ul>
        <li>
          <svg viewBox="0 0 50 50" aria-hidden="true">
            <g class="lab-fixed">
              <use href="#lab-stone" />
            </g>
            <use href="#lab-studs" />
          </svg>
          {say('labyrinth.legend.fixed')}
        </li>
        <li>
          <Star />
          {say('labyrinth.legend.mine')}
        </li>
        <li>
          <svg class="lab-arrow lab-barred" viewBox="-36 -29 72 58" aria-hidden="true">
            <rect class="lab-pocket" x="-34" y="-27" width="68" height="54" rx="13" />
            <path d="M-17 0H17" />
          </svg>
          {say('labyrinth.legend.barred')}
        </li>
      </ul>
    </div>
  );
}

export const face: Face<LabyrinthView> = {
  game: 'labyrinth',
  Board,
  Mine,
  Actions,
  Badge,
  Cover,
  Legend,
  Picture,
  looks: true,
  prompt: speech.prompt,
  tells: speech.tells,
  confirm: speech.confirm,
  happened: speech.happened,
  names: speech.names,
  motion,
  secrets: (view) => view.phase !== 'over',
  progress: speech.progress,
  parts: speech.parts,
};
