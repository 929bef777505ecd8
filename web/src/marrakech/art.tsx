/* Marrakech's art: the tiled square with its arrow loops, four woven cloths, Assam, and the die with slippers for pips.
 *
 * A cloth is told by colour and weave: red diamonds, saffron stripes, blue zigzag, walnut checks. One colour belongs to
 * no seat: the green of the rim and of Assam's robe. */
import { addSymbols } from '../board';
import type { Heading } from './view';

/* A cell is 100 units. A pattern takes custom properties from where it stands, not from where it is used; hence one weave
 * for each colour. Half of the rim is drawn; the other half is the same, turned round. */
addSymbols(
  <>
    <pattern id="mk-tile" width="100" height="100" patternUnits="userSpaceOnUse">
      <path fill="var(--mk-floor)" d="M0 0h100v100H0z" />
      <path
        fill="var(--mk-floor-2)"
        d="M50 17l9.7 9.7h13.6v13.6L83 50l-9.7 9.7v13.6H59.7L50 83l-9.7-9.7H26.7V59.7L17 50l9.7-9.7V26.7h13.6z"
      />
      <path
        fill="var(--mk-floor)"
        d="M50 35l4.4 4.4h6.2v6.2L65 50l-4.4 4.4v6.2h-6.2L50 65l-4.4-4.4h-6.2v-6.2L35 50l4.4-4.4v-6.2h6.2z"
      />
      <path stroke="var(--mk-grout)" stroke-width="2" d="M0 0h100M0 0v100M0 100h100M100 0v100" />
      <path fill="var(--mk-zel)" d="M0 0h13L0 13zM100 0v13L87 0zM0 100V87l13 13zM100 100H87l13-13z" />
    </pattern>
    <pattern id="mk-ribs" width="4" height="4" patternUnits="userSpaceOnUse">
      <path d="M0 1h4" stroke="#000" stroke-opacity=".13" stroke-width="1.3" />
    </pattern>
    <pattern id="mk-weave-red" x="24" y="19" width="76" height="62" patternUnits="userSpaceOnUse">
      <path fill="none" stroke="var(--mk-red-thread)" stroke-width="4" d="M38 2l35 29-35 29L3 31z" />
      <path fill="var(--mk-red-thread)" d="M38 14l21 17-21 17-21-17zM0 0h15L0 12zM76 0v12L61 0zM0 62V50l15 12zM76 62H61l15-12z" />
      <path fill="var(--mk-red)" d="M38 23l10 8-10 8-10-8z" />
    </pattern>
    <pattern id="mk-weave-yellow" x="24" y="19" width="38" height="62" patternUnits="userSpaceOnUse">
      <path fill="var(--mk-yellow-deep)" d="M4 0h9v62H4z" />
      <path fill="var(--mk-yellow-thread)" d="M17 0h4v62h-4zM25 0h9v62h-9z" />
    </pattern>
    <pattern id="mk-weave-blue" x="24" y="19" width="25.333" height="31" patternUnits="userSpaceOnUse">
      <path fill="none" stroke="var(--mk-blue-thread)" stroke-width="5" d="M-3 18L12.67 4 28.3 18" />
      <path fill="none" stroke="var(--mk-blue-deep)" stroke-width="4.5" d="M-3 31L12.67 17 28.3 31" />
    </pattern>
    <pattern id="mk-weave-brown" x="24" y="19" width="30.4" height="31" patternUnits="userSpaceOnUse">
      <path fill="var(--mk-brown-thread)" d="M0 0h15.2v31H30.4V15.5H0z" />
    </pattern>
    <g id="mk-cloth">
      <path d="M6 11v80M194 11v80" stroke="var(--fringe)" stroke-width="9" stroke-dasharray="3.4 2.4" />
      <rect x="10" y="6" width="180" height="88" rx="2" fill="var(--cloth)" />
      <rect x="17" y="12.5" width="166" height="75" fill="none" stroke="var(--thread)" stroke-width="2.5" />
    </g>
    {['red', 'yellow', 'blue', 'brown'].map((colour) => (
      <g key={colour} id={`mk-${colour}`}>
        <use href="#mk-cloth" />
        <path fill={`url(#mk-weave-${colour})`} d="M24 19h152v62H24z" />
        <path fill="url(#mk-ribs)" d="M10 6h180v88H10z" />
      </g>
    ))}
    <g id="mk-pair">
      <path fill="transparent" d="M-60 0v-10a60 56 0 0 1 120 0v10z" />
      <path class="mk-loop" d="M-50-6v-4a50 46 0 0 1 100 0v4" />
      <path class="mk-tip" d="M-62-18h24l-12 16zM38-18h24l-12 16z" />
      <path fill="var(--mk-rim-s)" d="M0-36l3.5 3.5h5v5L12-24l-3.5 3.5v5h-5L0-12l-3.5-3.5h-5v-5L-12-24l3.5-3.5v-5h5z" />
    </g>
    <g id="mk-half">
      <use href="#mk-pair" x="100" />
      <use href="#mk-pair" x="300" />
      <use href="#mk-pair" x="500" />
      <g transform="translate(700)rotate(90)">
        <use href="#mk-pair" x="200" />
        <use href="#mk-pair" x="400" />
        <use href="#mk-pair" x="600" />
      </g>
      <path class="mk-loop" d="M650-6v-4a50 50 0 1 1 60 60h-4" />
      <path class="mk-tip" d="M638-18h24l-12 16zM718 38v24l-16-12z" />
    </g>
    <g id="mk-pin">
      <path class="mk-pin-shadow" d="M3 69L-24 42A46 46 0 1 1 31 42z" />
      <path fill="var(--mk-coin)" stroke="#2a1c13" stroke-width="3" stroke-linejoin="round" d="M0 66L-25 35A43 43 0 1 1 25 35z" />
      <path fill="none" stroke="#2a1c13" stroke-opacity=".35" stroke-width="2" d="M0 58L-21 32A38 38 0 1 1 21 32z" />
    </g>
    <g id="mk-turban" stroke="#2a1c13" stroke-width="2.6">
      <path fill="#fff3d8" d="M-25-17c0-15 11-23 25-23s25 8 25 23c0 9-12 8-25 8s-25 1-25-8z" />
      <path
        fill="none"
        stroke="#c9ac78"
        stroke-linecap="round"
        d="M-20-24c10 7 28 10 40 11M-11-34c6 9 20 13 33 13M4-37c3 5 9 8 14 8M-22-15c6 3 12 4 18 4"
      />
    </g>
    <path
      id="mk-robe"
      fill="var(--mk-robe)"
      stroke="#2a1c13"
      stroke-width="2.6"
      stroke-linejoin="round"
      d="M0-8c-19 0-27 8-29 22-1 7-2 11-3 15 18 8 46 8 64 0-1-4-2-8-3-15C27 0 19-8 0-8z"
    />
    <g id="mk-front">
      <use href="#mk-robe" />
      <path fill="none" stroke="var(--mk-coin)" stroke-width="2.5" d="M-7 13v21M7 13v21M-20 10l-3 21M20 10l3 21" />
      <path
        fill="#fff3d8"
        stroke="#2a1c13"
        stroke-width="2.2"
        stroke-linejoin="round"
        d="M-3 33c-5-3-13-2-19 4-2 2-5 2-6 0 0 7 9 9 16 6 5-2 8-6 9-10zM3 33c5-3 13-2 19 4 2 2 5 2 6 0 0 7-9 9-16 6-5-2-8-6-9-10z"
      />
      <circle cy="-2" r="18" fill="var(--mk-skin)" stroke="#2a1c13" stroke-width="2.6" />
      <path
        fill="#2a1c13"
        d="M-7-2a2.7 2.7 0 1 1 .1 0zM7-2a2.7 2.7 0 1 1 .1 0zM0 8c6-3 14-1 20 5-5 6-15 5-20-1-5 6-15 7-20 1 6-6 14-8 20-5z"
      />
      <path fill="#b5764a" d="M-2-4h4l3 8c0 7-10 7-10 0z" />
      <use href="#mk-turban" />
      <circle cy="-15" r="5" fill="var(--mk-robe)" stroke="#2a1c13" stroke-width="2" />
    </g>
    <g id="mk-back">
      <use href="#mk-robe" />
      <path
        fill="var(--mk-robe-d)"
        stroke="#2a1c13"
        stroke-width="2.2"
        stroke-linejoin="round"
        d="M-19-4C-14 10-7 20 0 30 7 20 14 10 19-4z"
      />
      <path fill="none" stroke="var(--mk-coin)" stroke-width="2.5" d="M-22 10l-3 21M22 10l3 21" />
      <circle cy="30" r="4" fill="var(--mk-coin)" stroke="#2a1c13" stroke-width="2" />
      <use href="#mk-turban" />
      <path fill="#fff3d8" stroke="#2a1c13" stroke-width="2.2" d="M-5-10h10l3 18q-8 4-16 0z" />
    </g>
    <g id="mk-side">
      <path
        fill="var(--mk-robe)"
        stroke="#2a1c13"
        stroke-width="2.6"
        stroke-linejoin="round"
        d="M2-8c-14 0-19 9-21 22l-4 17c14 7 36 7 48 0L22 10C20 0 14-8 2-8z"
      />
      <path fill="none" stroke="var(--mk-coin)" stroke-width="2.5" d="M10 6l6 27" />
      <path
        fill="#fff3d8"
        stroke="#2a1c13"
        stroke-width="2.2"
        stroke-linejoin="round"
        d="M2 34c-8-3-18-2-24 3-4 3-8 2-10-1 0 8 8 11 17 9 8-1 15-5 17-11z"
      />
      <path
        fill="var(--mk-robe-d)"
        stroke="#2a1c13"
        stroke-width="2.2"
        stroke-linejoin="round"
        d="M8 6C0 4-6 8-16 17l6 8C0 22 8 18 12 14z"
      />
      <circle cx="-15" cy="22" r="5" fill="var(--mk-skin)" stroke="#2a1c13" stroke-width="2" />
      <path
        fill="var(--mk-skin)"
        stroke="#2a1c13"
        stroke-width="2.6"
        stroke-linejoin="round"
        d="M-16-12c-1 5-8 9-11 13-1 3 4 4 8 4 0 8 8 12 17 11 12-1 18-9 18-18l-2-12z"
      />
      <path fill="#2a1c13" d="M-12-2a2.7 2.7 0 1 1 .1 0zM-20 6c7-4 15-1 17 7-7 4-16 2-20-2-2-2 0-3 3-5z" />
      <use href="#mk-turban" />
    </g>
    <symbol id="mk-coin" viewBox="0 0 20 20">
      <circle cx="10" cy="10" r="8.6" fill="var(--mk-coin)" stroke="var(--mk-coin-d)" stroke-width="1.6" />
      <path
        fill="var(--mk-coin-d)"
        d="M10 4l1.6 2.5 2.9-.9-.6 3L16 10l-2.1 1.4.6 3-2.9-.9L10 16l-1.6-2.5-2.9.9.6-3L4 10l2.1-1.4-.6-3 2.9.9z"
      />
    </symbol>
    <symbol id="mk-rolls" viewBox="0 0 20 20">
      <g fill="none" stroke="currentColor" stroke-width="1.7">
        <path d="M5 3h12v9H5z" fill="none" />
        <circle cx="5" cy="14.5" r="2.8" />
        <path d="M5 17.3h12V12M2.2 14.5V5A2.4 2.4 0 0 1 5 3" />
      </g>
    </symbol>
    <g id="mk-slip" class="mk-slipper">
      <path d="M-14 4v-9c0-3 5-4 7-1 2 4 7 5 11 2 4-2 7-4 8-9 5 3 6 10 2 14-2 2-5 3-9 3z" />
      <path fill="none" stroke="#2a1c13" stroke-width="2.6" stroke-linecap="round" d="M-13 7H5c5 0 8-2 10-5" />
      <circle cx="11" cy="-10" r="3.2" fill="#d79a22" />
    </g>
    <symbol id="mk-die1" viewBox="0 0 64 64">
      <use href="#mk-die" />
      <use href="#mk-slip" transform="translate(31 31)scale(1.5)" />
    </symbol>
    <symbol id="mk-die2" viewBox="0 0 64 64">
      <use href="#mk-die" />
      <use href="#mk-slip" x="25" y="19" />
      <use href="#mk-slip" x="39" y="43" />
    </symbol>
    <symbol id="mk-die3" viewBox="0 0 64 64">
      <use href="#mk-die" />
      <use href="#mk-slip" transform="translate(31 18)scale(.84)" />
      <use href="#mk-slip" transform="translate(18 43)scale(.78)" />
      <use href="#mk-slip" transform="translate(45 43)scale(.78)" />
    </symbol>
    <symbol id="mk-die4" viewBox="0 0 64 64">
      <use href="#mk-die" />
      <use href="#mk-slip" transform="translate(18 18)scale(.78)" />
      <use href="#mk-slip" transform="translate(45 18)scale(.78)" />
      <use href="#mk-slip" transform="translate(18 43)scale(.78)" />
      <use href="#mk-slip" transform="translate(45 43)scale(.78)" />
    </symbol>
    <g id="mk-die">
      <rect x="3" y="5" width="58" height="58" rx="13" fill="#b98e4c" />
      <rect x="3" y="1.5" width="58" height="58" rx="13" fill="#fff6e2" stroke="#2a1c13" stroke-width="2.5" />
    </g>
  </>,
);

/* A carpet of two cells, lying from west to east, 200 by 100. */
export function Cloth({ colour }: { colour: string }) {
  return <use href={`#mk-${colour}`} />;
}

export function Swatch({ colour }: { colour: string }) {
  return (
    <svg class="mk-swatch" viewBox="0 3 200 94" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
      <Cloth colour={colour} />
    </svg>
  );
}

export const ANGLE: Record<Heading, number> = { S: 0, W: 90, N: 180, E: 270 };
const VIEW: Record<Heading, string> = { S: 'front', N: 'back', W: 'side', E: 'side' };

/* The man himself, never upside down: a front, a back and a side. The brass base under him turns by `angle`. */
export function Assam({ heading, angle }: { heading: Heading; angle: number }) {
  return (
    <>
      <g class="mk-base" style={{ transform: `rotate(${angle}deg)` }}>
        <use href="#mk-pin" />
      </g>
      <use href={`#mk-${VIEW[heading]}`} transform={heading === 'E' ? 'scale(-1 1)' : undefined} />
    </>
  );
}

export function Die({ face }: { face: number }) {
  return (
    <svg class="mk-die" viewBox="0 0 64 64" aria-hidden="true">
      <use href={`#mk-die${face}`} />
    </svg>
  );
}

export function Coin() {
  return (
    <svg class="mk-coin" viewBox="0 0 20 20" aria-hidden="true">
      <use href="#mk-coin" />
    </svg>
  );
}

export function Rolls() {
  return (
    <svg class="mk-rolls" viewBox="0 0 20 20" aria-hidden="true">
      <use href="#mk-rolls" />
    </svg>
  );
}

/* The square without what lies on it: rim, loops and floor. */
export function Square() {
  return (
    <>
      <rect class="mk-ground-shadow" x="-68" y="-64" width="836" height="834" rx="30" />
      <rect class="mk-rim" x="-68" y="-68" width="836" height="834" rx="30" />
      <g data-sign="marrakech.loop">
        <use href="#mk-half" />
        <use href="#mk-half" transform="rotate(180 350 350)" />
      </g>
      <path class="mk-brass" d="M-4-4h708v708H-4z" />
      <rect width="700" height="700" fill="url(#mk-tile)" />
    </>
  );
}
