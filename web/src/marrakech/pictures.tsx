/* Marrakech's pictures: the one on the box, and small ones that illustrate the rules. */
import type { ComponentChildren } from 'preact';
import { say } from '../words';
import { Assam, Cloth, Coin, Die, Rolls, Square, Swatch } from './art';
import { middle, pathData } from './geometry';

/* Assam on his carpets, in the gate of the bazaar. */
export function Cover() {
  return (
    <svg class="mk-cover" viewBox="0 0 600 800" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
      <defs>
        <linearGradient id="mk-cover-sky" x2="0" y2="1">
          <stop class="mk-sky-1" />
          <stop offset=".55" class="mk-sky-2" />
          <stop offset="1" class="mk-sky-3" />
        </linearGradient>
        <pattern id="mk-cover-dado" href="#mk-tile" patternTransform="translate(6 10)scale(.42)" />
        <pattern id="mk-cover-band" width="30" height="30" patternUnits="userSpaceOnUse">
          <path fill="#4b8178" d="M15 5l3 3h4v4l3 3-3 3v4h-4l-3 3-3-3H8v-4l-3-3 3-3V8h4z" />
        </pattern>
        <path id="mk-cover-arch" d="M150 640V350A190 190 0 1 1 450 350V640" />
        <clipPath id="mk-cover-in">
          <use href="#mk-cover-arch" />
        </clipPath>
        <g id="mk-cover-lamp">
          <path stroke="#2a1c13" stroke-width="2.5" d="M0-90V0" />
          <circle cy="22" r="44" fill="var(--mk-lampglow)" />
          <path
            fill="var(--mk-coin)"
            stroke="#2a1c13"
            stroke-width="3"
            stroke-linejoin="round"
            d="M-5 0H5L17 16 12 40H-12L-17 16z"
          />
          <path fill="#fff3c4" d="M-7 17H7L5 34H-5z" />
          <path fill="var(--mk-coin)" stroke="#2a1c13" stroke-width="3" d="M0 40v10" />
        </g>
      </defs>
      <path fill="var(--mk-wall)" d="M0 0h600v800H0z" />
      <path fill="var(--mk-wall-2)" d="M0 0h600v26H0zM0 392h600v10H0z" />
      <path fill="url(#mk-cover-dado)" d="M0 402h600v230H0z" />
      <g clip-path="url(#mk-cover-in)">
        <path fill="url(#mk-cover-sky)" d="M90 30h420v620H90z" />
        <circle cx="378" cy="300" r="72" fill="var(--mk-sun)" />
        <path fill="var(--mk-far)" d="M100 470h40v-26h34v20h40v-40h24v-16h28v30h160v-26h40v22h60v226H100z" />
        <path
          fill="var(--mk-minaret)"
          d="M196 640V300h-6v-20h6v-8h9v8h8v-8h9v8h8v-8h9v8h8v-8h9v8h6v20h-6V640zM208 272v-46h32v46zM205 226a19 20 0 0 1 38 0zM224 206v-22"
        />
        <path stroke="var(--mk-minaret)" stroke-width="3" d="M224 210v-30" />
        <g fill="var(--mk-minaret)">
          <circle cx="224" cy="200" r="5" />
          <circle cx="224" cy="190" r="3.5" />
        </g>
        <path fill="var(--mk-far)" d="M214 330a10 12 0 0 1 20 0v26h-20zM214 400a10 12 0 0 1 20 0v26h-20z" />
      </g>
      <use href="#mk-cover-arch" fill="none" stroke="#235049" stroke-width="42" />
      <use href="#mk-cover-arch" fill="none" stroke="#f1d8a0" stroke-width="42" stroke-dasharray="25 25" />
      <path fill="#f1d8a0" stroke="#173c37" stroke-width="3" d="M120 342h60v18h-60zM420 342h60v18h-60z" />
      <use href="#mk-cover-lamp" x="66" y="120" />
      <use href="#mk-cover-lamp" x="534" y="120" />
      <g>
        <path fill="rgb(0 0 0/.25)" d="M22 436h92v184H22z" />
        <use href="#mk-red" transform="translate(112 426)rotate(90)scale(.96 .96)" />
        <path stroke="#2a1c13" stroke-width="6" stroke-linecap="round" d="M8 430h112" />
      </g>
      <g>
        <path fill="rgb(0 0 0/.25)" d="M490 436h92v184h-92z" />
        <use href="#mk-yellow" transform="translate(584 426)rotate(90)scale(.96 .96)" />
        <path stroke="#2a1c13" stroke-width="6" stroke-linecap="round" d="M480 430h112" />
      </g>
      <path fill="#173c37" d="M0 630h600v170H0z" />
      <path fill="url(#mk-cover-band)" d="M0 634h600v26H0z" />
      <path fill="#f1d8a0" d="M0 630h600v4H0zM0 657h600v3H0z" />
      <g>
        <use href="#mk-brown" transform="translate(116 602)scale(1.84 .36)" />
        <use href="#mk-blue" transform="translate(132 578)scale(1.7 .36)" />
        <use href="#mk-red" transform="translate(122 554)scale(1.76 .36)" />
        <use href="#mk-yellow" transform="translate(146 531)scale(1.56 .36)" />
      </g>
      <g transform="translate(300 448)scale(1.08)">
        <ellipse cy="96" rx="92" ry="10" fill="rgb(0 0 0/.3)" />
        <g stroke="#2a1c13" stroke-width="5" stroke-linejoin="round" stroke-linecap="round">
          <path
            fill="#fff3d8"
            d="M-10 78c-18-6-40-4-58 10-6 5-14 4-18-2-1 18 22 24 44 18 16-4 28-12 32-26zM10 78c18-6 40-4 58 10 6 5 14 4 18-2 1 18-22 24-44 18-16-4-28-12-32-26z"
          />
          <path fill="#1f7263" d="M0-58c-40 0-56 26-62 66l-12 72c44 20 104 20 148 0L62 8C56-32 40-58 0-58z" />
          <path fill="none" stroke="#e6b450" d="M-14-34v122M14-34v122M-40 0l-10 84M40 0l10 84" />
          <g transform="translate(62 6)rotate(16)">
            <rect x="-24" y="-92" width="48" height="176" fill="#23588c" />
            <g fill="none" stroke-width="6" stroke-linecap="butt">
              <path stroke="#e4edf0" d="M-22-60l11 11 11-11 11 11 11-11M-22 20l11 11 11-11 11 11 11-11" />
              <path stroke="#8bbbe0" d="M-22-44l11 11 11-11 11 11 11-11M-22 36l11 11 11-11 11 11 11-11" />
              <path stroke="#e4edf0" stroke-width="4" d="M-24 66h48M-24-74h48" />
            </g>
            <path fill="none" stroke="#e4edf0" stroke-width="9" stroke-dasharray="3.5 3" stroke-linecap="butt" d="M-24 91h48" />
            <rect x="-24" y="-92" width="48" height="176" fill="none" />
            <ellipse cy="-92" rx="24" ry="11" fill="#e4edf0" />
            <path fill="none" stroke="#23588c" stroke-width="4" d="M1-92c7 0 6-5-3-5s-14 3-12 7 25 6 27-1" />
          </g>
          <path fill="#15534a" d="M40-38c26 6 46 26 56 52L72 34C58 18 44 6 30-6z" />
          <circle cx="80" cy="30" r="14" fill="#c98d60" />
          <path fill="#15534a" d="M-44-36c-30 0-50-10-66-28l-14 22c18 26 44 40 74 44z" />
          <circle cx="-122" cy="-58" r="14" fill="#c98d60" />
          <circle cy="-72" r="42" fill="#c98d60" />
          <path fill="none" stroke-width="4.5" d="M-25-87q8-6 15 0M10-87q8-6 15 0" />
        </g>
        <path
          fill="#2a1c13"
          d="M-16-72a5.5 5.5 0 1 1 .1 0zM16-72a5.5 5.5 0 1 1 .1 0zM0-48c14-8 34-2 50-18-2 24-30 36-50 24-20 12-48 0-50-24 16 16 36 10 50 18z"
        />
        <path fill="#b5764a" d="M-4-78h8l6 16c1 8-4 11-10 11s-11-3-10-11z" />
        <path fill="none" stroke="#2a1c13" stroke-width="3.5" stroke-linecap="round" d="M-10-60c-1 6 4 9 10 9s11-3 10-9" />
        <use href="#mk-turban" transform="translate(0 -76)scale(2.25)" />
        <circle cy="-112" r="11" fill="#1f7263" stroke="#2a1c13" stroke-width="4.5" />
      </g>
      <text class="mk-title" x="300" y="748">
        {say('game.marrakech')}
      </text>
    </svg>
  );
}

// --- the rules: 320 by 180 units each ---

/* A part of the square, as it lies on the board. */
function Part({ x, y, scale, children }: { x: number; y: number; scale: number; children: ComponentChildren }) {
  return (
    <g transform={`scale(${scale}) translate(${-x} ${-y})`}>
      <Square />
      {children}
    </g>
  );
}

function Lying({ x, y, colour, upright }: { x: number; y: number; colour: string; upright?: boolean }) {
  return (
    <g transform={`translate(${x} ${y})${upright ? ' translate(100) rotate(90)' : ''}`}>
      <rect class="mk-carpet-shadow" x="11" y="11" width="182" height="88" rx="4" />
      <Cloth colour={colour} />
    </g>
  );
}

function Standing({ cell, heading = 'S', angle = 0 }: { cell: string; heading?: 'N' | 'E' | 'S' | 'W'; angle?: number }) {
  const [x, y] = middle(cell);
  return (
    <g transform={`translate(${x} ${y})`}>
      <Assam heading={heading} angle={angle} />
    </g>
  );
}

function Rail({ path, on }: { path: string[]; on?: boolean }) {
  const d = pathData(path);
  const [x, y] = middle(path[path.length - 1] ?? 'd4');
  return (
    <g class={`mk-way${on ? ' mk-on' : ''}`}>
      <path class="mk-rail-outer" d={d} />
      <path class="mk-rail-inner" d={d} />
      <circle class="mk-dot" cx={x} cy={y} r="20" />
    </g>
  );
}

const PATCH = ['c4', 'd4', 'd5', 'e5'];

/* The illustrations that the rules ask for. */
export type PictureName = 'seller' | 'market' | 'loops' | 'turn' | 'die' | 'toll' | 'lay' | 'points' | 'end';

const DRAWN: Record<PictureName, () => ComponentChildren> = {
  seller: () => (
    <Part x={75} y={195} scale={0.58}>
      {['red', 'yellow', 'blue', 'brown'].map((colour, i) => (
        <Lying key={colour} x={i % 2 ? 420 : 80} y={i < 2 ? 210 : 350} colour={colour} />
      ))}
      <g transform="translate(350 355) scale(1.9)">
        <Assam heading="S" angle={0} />
      </g>
    </Part>
  ),
  market: () => (
    <g transform="translate(88 14) scale(.185)">
      <Square />
      <Standing cell="d4" heading="S" />
    </g>
  ),
  points: () => (
    <>
      <Part x={75} y={195} scale={0.58}>
        <Lying x={100} y={300} colour="red" />
        <Lying x={200} y={200} colour="blue" upright />
      </Part>
      {[0, 1, 2].map((i) => (
        <use key={i} href="#mk-coin" x={212 + (i % 2) * 36} y={34 + i * 32} width="56" height="56" />
      ))}
    </>
  ),
  end: () => (
    <Part x={75} y={195} scale={0.58}>
      {['red', 'yellow', 'blue', 'brown', 'red', 'blue', 'yellow', 'brown', 'red'].map((colour, i) => (
        <Lying key={i} x={i % 3 === 0 ? 0 : (i % 3) * 200} y={200 + Math.floor(i / 3) * 100} colour={colour} />
      ))}
      <Standing cell="e4" heading="W" angle={90} />
    </Part>
  ),
  loops: () => (
    <Part x={230} y={-80} scale={0.58}>
      <Rail path={['e6N', 'e7N', 'f7S', 'f6S']} on />
      <Rail path={['g6N', 'g7N', 'g7W']} />
      <Standing cell="e6" heading="N" angle={180} />
    </Part>
  ),
  turn: () => (
    <Part x={75} y={210} scale={0.58}>
      <Rail path={['d4W', 'c4W', 'b4W']} />
      <Rail path={['d4E', 'e4E', 'f4E']} />
      <Rail path={['d4S', 'd3S']} on />
      <Standing cell="d4" />
    </Part>
  ),
  die: () =>
    [1, 2, 2, 3, 3, 4].map((face, i) => (
      <use key={i} href={`#mk-die${face}`} x={52 + (i % 3) * 76} y={18 + Math.floor(i / 3) * 76} width="64" height="64" />
    )),
  toll: () => (
    <Part x={75} y={150} scale={0.58}>
      <Lying x={200} y={300} colour="blue" />
      <Lying x={300} y={200} colour="blue" />
      <Lying x={500} y={300} colour="red" upright />
      <g class="mk-paid">
        {PATCH.map((cell) => (
          <rect key={cell} x={middle(cell)[0] - 47} y={middle(cell)[1] - 47} width="94" height="94" rx="8" />
        ))}
      </g>
      <Standing cell="d4" heading="W" angle={90} />
      {PATCH.filter((cell) => cell !== 'd4').map((cell) => (
        <use key={cell} href="#mk-coin" x={middle(cell)[0] - 24} y={middle(cell)[1] - 24} width="48" height="48" />
      ))}
      <use href="#mk-coin" x="362" y="362" width="40" height="40" />
    </Part>
  ),
  lay: () => (
    <Part x={75} y={150} scale={0.58}>
      <Lying x={200} y={200} colour="yellow" />
      <Lying x={500} y={200} colour="blue" upright />
      <Standing cell="d4" heading="E" angle={270} />
      <g class="mk-stitch">
        <rect class="mk-thread" x="342" y="178" width="16" height="44" rx="8" />
        <rect class="mk-thread" x="242" y="278" width="16" height="44" rx="8" />
        <rect class="mk-thread" x="178" y="342" width="44" height="16" rx="8" />
        <rect class="mk-thread" x="242" y="378" width="16" height="44" rx="8" />
      </g>
      <g transform="translate(0 -8)">
        <Lying x={400} y={300} colour="red" />
        <rect class="mk-dashes" x="401" y="301" width="198" height="98" rx="9" />
        <rect class="mk-dashes" x="401" y="301" width="198" height="98" rx="9" />
      </g>
    </Part>
  ),
};

export function Picture({ of }: { of: string }) {
  return (
    <svg class="mk-picture" viewBox="0 0 320 180" aria-hidden="true">
      {DRAWN[of as PictureName]?.()}
    </svg>
  );
}

// --- signs ---

export type SignName = 'odds' | 'toll' | 'loop' | 'stitch' | 'half' | 'dirham' | 'rolls' | 'carpet' | 'die';

const Small = ({ children }: { children: ComponentChildren }) => <svg viewBox="-20 -20 40 40">{children}</svg>;

const SIGNS: Record<SignName, () => ComponentChildren> = {
  odds: () => (
    <Small>
      <circle class="mk-sign-dot" r="18" />
      <text class="mk-sign-odds" y="5.5">
        1/3
      </text>
    </Small>
  ),
  toll: () => (
    <Small>
      <circle class="mk-toll-coin" r="16" />
      <text class="mk-toll-text" y="7">
        4
      </text>
    </Small>
  ),
  loop: () => (
    <svg viewBox="-70 -68 140 84">
      <rect class="mk-sign-rim" x="-70" y="-68" width="140" height="84" rx="14" />
      <use href="#mk-pair" y="6" />
    </svg>
  ),
  stitch: () => (
    <Small>
      <rect class="mk-sign-stitch" x="-18" y="-6.5" width="36" height="13" rx="6.5" />
    </Small>
  ),
  half: () => (
    <svg viewBox="-6 -2 112 104">
      <Cloth colour="red" />
    </svg>
  ),
  dirham: () => <Coin />,
  rolls: () => <Rolls />,
  carpet: () => <Swatch colour="blue" />,
  die: () => <Die face={2} />,
};

export const SignOf = ({ of }: { of: string }) => <>{SIGNS[of as SignName]?.()}</>;
