/* Portraits of the ten travellers, one for each level of the bots: a bust in a round window, told apart by what they wear on their
 * heads. The colours are their own, by day and by lamplight. */
import type { VNode } from 'preact';
import { useId } from 'preact/hooks';
import { seatColours } from '../board';

interface Looks {
  window: string;
  robe: string;
  skin: string;
  head: VNode; // what is worn, over the face
  face?: VNode; // beard, glasses
  behind?: VNode; // hair
}

const EYES = <path d="M20.3 22.6v.1M27.7 22.6v.1" stroke-width="2.6" />;
const SMILE = <path d="M20.5 27.5c2 1.8 5 1.8 7 0" fill="none" />;
const MOUSTACHE = (
  <path d="M24 26c-2-1.4-5-.6-7.5 1.8 3 .8 5.8 .4 7.5-.4 1.7 .8 4.5 1.2 7.5 .4C29 25.4 26 24.6 24 26z" fill="#2a1c13" />
);

const LOOKS: Looks[] = [
  {
    window: '#f3cf8e',
    robe: '#4c9457',
    skin: '#c98d5e',
    face: SMILE,
    head: (
      <>
        <path d="M14.5 19c-.5-8 3.5-11.5 9.5-11.500S34 11 33.5 19c-6-3-13-3-19 0z" fill="#23588c" />
        <path d="m19 13.5 2-2 2 2-2 2zM26 13.500l2-2 2 2-2 2z" fill="#f7dc8c" stroke-width=".8" />
        <path d="M24 7.500c0-2 1-3.5 3-4" fill="none" />
      </>
    ),
  },
  {
    window: '#f6b9a0',
    robe: '#b23a58',
    skin: '#d9a273',
    face: SMILE,
    head: (
      <path
        d="M24 6.500c-11 0-16 11-14 31 3 2.5 6 3 8 2.5-4-6-5.5-12-4-18 1-4 5-6.5 10-6.500s9 2.5 10 6.500c1.5 6 0 12-4 18 2 .5 5 0 8-2.5 2-20-3-31-14-31z"
        fill="#df6f95"
      />
    ),
  },
  {
    window: '#bcd8c8',
    robe: '#d9932b',
    skin: '#e0b184',
    face: <path d="M24 26c-3-1.5-7 0-8.5 6 4 0 6.5-2 8.5-4.5 2 2.5 4.5 4.5 8.5 4.500C31 26 27 24.5 24 26z" fill="#8a4f28" />,
    head: (
      <>
        <path d="M15 15c0-7 4-10.5 9-10.500S33 8 33 15z" fill="#e9c46a" />
        <path d="M4 17c6-4.5 34-4.5 40 0-9 3.5-31 3.5-40 0z" fill="#f0d58c" />
        <path d="M15.5 13.500c5 1.6 12 1.6 17 0" fill="none" stroke="#b23a30" stroke-width="2.4" />
      </>
    ),
  },
  {
    window: '#cfe0ea',
    robe: '#7a4fa0',
    skin: '#b97a50',
    face: (
      <>
        {SMILE}
        <circle cx="14.5" cy="27" r="1.8" fill="#f0bd45" stroke-width="1" />
        <circle cx="33.5" cy="27" r="1.8" fill="#f0bd45" stroke-width="1" />
      </>
    ),
    head: (
      <>
        <circle cx="30" cy="7" r="5" fill="#e6b93a" />
        <path d="M13.5 20C12 9 18 6 24.5 6S36 10 34.5 20c-6-6-15-6-21 0z" fill="#e6b93a" />
        <path d="M14 17c6-8 13-9 19-7M17 12c6-4 11-4 16-1" fill="none" stroke-width="1.2" />
      </>
    ),
  },
  {
    window: '#f0d9a8',
    robe: '#23588c',
    skin: '#d39a6a',
    face: MOUSTACHE,
    head: (
      <>
        <path d="m15 17 2.5-13.500h13L33 17c-6-2-12-2-18 0z" fill="#b23a30" />
        <path d="M24 3.500c6 0 10 2 11 8" fill="none" />
        <path d="M33.5 11h3l.5 5h-4z" fill="#2a1c13" />
      </>
    ),
  },
  {
    window: '#d8cfe6',
    robe: '#52722f',
    skin: '#e4bb93',
    behind: <circle cx="35" cy="14" r="6" fill="#6b452b" />,
    face: (
      <>
        {SMILE}
        <circle cx="20" cy="22.6" r="3.6" fill="#fff" fill-opacity=".35" stroke-width="1.4" />
        <circle cx="28" cy="22.6" r="3.6" fill="#fff" fill-opacity=".35" stroke-width="1.4" />
        <path d="M23.6 22.600h.8" stroke-width="1.4" />
      </>
    ),
    head: (
      <>
        <path d="M14.5 21c-1-9 4-13 9.5-13s10.5 4 9.5 13c-3-6-6-7-9.5-7s-7 2-9.5 7z" fill="#6b452b" />
        <path d="M11 12C12 5 19 3 26 4.500S37 9 35 12c-7-3.5-17-3.5-24 0z" fill="#4c9457" />
      </>
    ),
  },
  {
    window: '#e8c79a',
    robe: '#1d3b66',
    skin: '#8d5a38',
    head: (
      <>
        <path d="M12.5 19C10 8 17 4 24.5 4S38 8 35.5 19c-7-4-16-4-23 0z" fill="#2f5f9e" />
        <path d="M13 15c8-6 16-7 22-4M16 8c6-2 12-1 17 3" fill="none" stroke-width="1.2" />
        <path d="M13.5 25c7 2.5 14 2.5 21 0 2 8-3 14.5-10.5 14.500S11.5 33 13.5 25z" fill="#2f5f9e" />
      </>
    ),
  },
  {
    window: '#5a5f97',
    robe: '#2c2f5e',
    skin: '#d9a273',
    behind: <path d="M14 16c-4 8-5 16-4 24h28c1-8 0-16-4-24z" fill="#c9a3e4" />,
    face: SMILE,
    head: (
      <>
        <path d="M14.5 18.5 24-2l9.5 20.500c-6-3-13-3-19 0z" fill="#8e5bb5" />
        <path d="m24 7 1.3 2.7 3 .3-2.2 2 .6 3-2.7-1.5-2.7 1.5.6-3-2.2-2 3-.3z" fill="#f7dc8c" stroke-width=".9" />
      </>
    ),
  },
  {
    window: '#cfd9de',
    robe: '#8a4f28',
    skin: '#d0976b',
    face: <path d="M15 23c1 4 4 3.5 9 3.500s8 .5 9-3.500c2 9-2 21-9 21s-11-12-9-21zM21 29.500c2 1 4 1 6 0" fill="#f4efe4" />,
    head: (
      <>
        <path d="M10.5 18C7 7 16 3 24 3s17 4 13.5 15c-8-4-19-4-27 0z" fill="#fff6e2" />
        <path d="M11 14C17 7 27 5 35 9M14 8c7-3 14-2 20 3" fill="none" stroke="#b7a28c" stroke-width="1.4" />
        <circle cx="24" cy="12.5" r="2.6" fill="#3f9a62" stroke-width="1.2" />
      </>
    ),
  },
  {
    window: '#7a2f3f',
    robe: '#d79a22',
    skin: '#c98d5e',
    behind: <path d="M13 14C7 24 8 36 10 44h28c2-8 3-20-3-30z" fill="#2a1c13" />,
    face: SMILE,
    head: (
      <>
        <path d="M14.5 20c-.5-7 4-9.5 9.5-9.500s10 2.5 9.5 9.500c-4-5-15-5-19 0z" fill="#2a1c13" />
        <path d="M13 14 11 3l7 5 6-7 6 7 7-5-2 11c-7-3-15-3-22 0z" fill="#f0bd45" />
        <circle cx="24" cy="8.5" r="2" fill="#c22838" stroke-width="1" />
      </>
    ),
  },
];

/* A person: hooded, and dressed in the colour of the seat. */
const PERSON: Looks = {
  window: '#fdeecb',
  robe: 'var(--s)',
  skin: '#d39a6a',
  face: SMILE,
  head: (
    <path
      d="M24 4c-9.500 0-15 7.500-15 17.500C9 29 11 36 14 41c3 .6 6-.4 7.500-3.500C17 33.500 15.200 28 15.200 22.500 15.200 16 18.500 12 24 12s8.800 4 8.800 10.500c0 5.500-1.800 11-6.300 15 1.500 3.100 4.500 4.100 7.500 3.500 3-5 5-12 5-19.500C39 11.500 33.500 4 24 4z"
      fill="var(--s)"
    />
  ),
};

/* In a box of 48. */
function Bust({ looks: { window, robe, skin, head, face, behind } }: { looks: Looks }) {
  return (
    <>
      <circle cx="24" cy="24" r="24" fill={window} />
      <g stroke="#2a1c13" stroke-width="1.6" stroke-linecap="round" stroke-linejoin="round">
        {behind}
        <path d="M4 50c0-10 8-15 20-15s20 5 20 15z" fill={robe} />
        <path d="M20 30h8v6c-2 3-6 3-8 0z" fill={skin} />
        <ellipse cx="24" cy="21.5" rx="9.6" ry="10.8" fill={skin} />
        {EYES}
        {face}
        {head}
      </g>
    </>
  );
}

export function Portrait({ level }: { level: number }) {
  const looks = LOOKS[level - 1];
  if (!looks) return null;
  return (
    <svg class="portrait" viewBox="0 0 48 48" aria-hidden="true">
      <Bust looks={looks} />
    </svg>
  );
}

/* Whoever sits at a seat, in a round window of a larger picture: a traveller, or a person in the seat's colour. */
export function PortraitAt(props: { x: number; y: number; r: number; seat: number; level: number | undefined }) {
  const { x, y, r, seat, level } = props;
  const window = useId();
  return (
    <g class="portrait-at" style={seatColours(seat)} transform={`translate(${x - r} ${y - r})scale(${r / 24})`}>
      <clipPath id={window}>
        <circle cx="24" cy="24" r="24" />
      </clipPath>
      <g clip-path={`url(#${window})`}>
        <Bust looks={LOOKS[(level ?? 0) - 1] ?? PERSON} />
      </g>
      <circle class="portrait-ring" cx="24" cy="24" r="24" />
    </g>
  );
}
