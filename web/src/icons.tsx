/* The icons of the page's own buttons: strokes of 2 in a box of 24. The games' pictures are in their faces. */

const PATHS = {
  back: 'M15 5l-7 7 7 7',
  menu: 'M4 7h16M4 12h16M4 17h16',
  close: 'M6 6l12 12M18 6L6 18',
  log: 'M9 6h11M9 12h11M9 18h11M4 6h.01M4 12h.01M4 18h.01',
  choices: 'M4 5h7v6H4zM13 5h7v6h-7zM4 13h7v6H4zM13 13h7v6h-7z',
  hint: 'M9 18h6M10 21h4M12 3a6 6 0 0 0-4 10.5c.8.8 1 1.5 1 2.5h6c0-1 .2-1.7 1-2.5A6 6 0 0 0 12 3z',
  undo: 'M9 14L4 9l5-5M4 9h10a6 6 0 0 1 0 12h-3',
  first: 'M18 5l-7 7 7 7M6 5v14',
  previous: 'M15 5l-7 7 7 7',
  next: 'M9 5l7 7-7 7',
  run: 'M8 5l11 7-11 7z',
  pause: 'M8 5v14M16 5v14',
  last: 'M6 5l7 7-7 7M18 5v14',
  rules: 'M4 5.5A2.5 2.5 0 0 1 6.5 3H20v15H6.5A2.5 2.5 0 0 0 4 20.5zM4 20.5A2.5 2.5 0 0 0 6.5 21H20',
  learn: 'M3 9l9-4 9 4-9 4zM7 11v5c2 2 8 2 10 0v-5M21 9v6',
  link: 'M10 14a4 4 0 0 0 6 0l3-3a4 4 0 0 0-6-6l-1.5 1.5M14 10a4 4 0 0 0-6 0l-3 3a4 4 0 0 0 6 6l1.5-1.5',
  save: 'M12 4v11M7 11l5 5 5-5M5 20h14',
  open: 'M3 7a2 2 0 0 1 2-2h4l2 2h8a2 2 0 0 1 2 2v8a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2z',
  again: 'M20 11a8 8 0 0 0-14.5-4L4 9M4 4v5h5M4 13a8 8 0 0 0 14.5 4L20 15M20 20v-5h-5',
  full: 'M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5',
  signs: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM9.5 9.5a2.6 2.6 0 1 1 3.6 2.4c-.8.4-1.1.9-1.1 1.8M12 16.8h.01',
  settings: 'M4 7h9M17 7h3M4 17h3M11 17h9M15 5v4M9 15v4',
  person: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4 20c1-4 4-6 8-6s7 2 8 6',
  people:
    'M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM2.5 20c.8-4 3.3-6 6.5-6s5.7 2 6.5 6M15.5 4.3a3.5 3.5 0 0 1 0 6.4M17.5 14.3c2.2.8 3.6 2.8 4 5.7',
  bot: 'M5 9h14v10H5zM12 9V5M9 14h.01M15 14h.01M12 5h.01',
  plus: 'M12 5v14M5 12h14',
  minus: 'M5 12h14',
  play: 'M8 5l11 7-11 7z',
  home: 'M4 11l8-7 8 7v9h-5v-6H9v6H4z',
  sound: 'M4 10v4h4l5 4V6L8 10zM16 9a4 4 0 0 1 0 6M18.5 6.5a8 8 0 0 1 0 11',
  mute: 'M4 10v4h4l5 4V6L8 10zM17 10l4 4M21 10l-4 4',
  chat: 'M4 5h16v11H11l-5 4v-4H4z',
  fair: 'M12 3l8 3v6c0 5-3.5 8-8 9-4.5-1-8-4-8-9V6zM8.5 12l2.5 2.5 4.5-5',
  tick: 'M5 12.5l4.5 4.5L19 7.5',
  watch: 'M2.5 12C5 7.5 8.5 5.5 12 5.5s7 2 9.5 6.5c-2.5 4.5-6 6.5-9.5 6.5S5 16.5 2.5 12zM12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6z',
  away: 'M19.5 14.5A8 8 0 0 1 9.5 4.5a8 8 0 1 0 10 10z',
  leave: 'M14 4H6v16h8M11 12h10M17 8l4 4-4 4',
  flag: 'M6 21V4M6 5h12l-3 4 3 4H6',
  stop: 'M7 7h10v10H7z',
  block: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM5.6 5.6l12.8 12.8',
  challenge: 'M4 4l11.5 11.5M13 18l5-5M16 16l4 4M20 4L8.5 15.5M11 18l-5-5M8 16l-4 4',
  draw: 'M5 9h14M5 15h14',
  dice: 'M4 4h16v16H4zM8.5 8.5h.01M15.5 8.5h.01M12 12h.01M8.5 15.5h.01M15.5 15.5h.01',
  branch: 'M6 4v16M6 12c6 0 6-6 12-6M15 3l3 3-3 3M6 16c4 0 6 2 12 2M15 15l3 3-3 3',
  host: 'M4 18h16M4 15l-1-8 5 4 4-6 4 6 5-4-1 8z',
  bell: 'M6 16V11a6 6 0 0 1 12 0v5l1.5 2h-15zM10 20.5h4',
  table: 'M3 9h18M5 9v10M19 9v10M8 9V5h8v4',
  share: 'M12 15V4M8 7.5L12 3.5l4 4M6 12H5v8h14v-8h-1',
  review: 'M4 4v16h16M7 15l4-5 3 3 5-7',
  history: 'M4 12a8 8 0 1 0 2.5-5.8L4 8.5M4 4v4.5h4.5M12 8v4.5l3 2',
  forget: 'M5 7h14M10 7V4h4v3M7 7l1 13h8l1-13M10.5 11v5M13.5 11v5',
  key: 'M9.5 14a5 5 0 1 1 4.6-3l6.4 6.4V21h-4v-2.5H14V16l-1.6-1.6M8 8h.01',
  copy: 'M8 8h12v12H8zM16 8V4H4v12h4',
  medal: 'M12 21a6 6 0 1 0 0-12 6 6 0 0 0 0 12zM9 10L6 3M15 10l3-7M12 13v4',
  star: 'M12 3l2.6 6.2 6.4.5-4.9 4.2 1.5 6.4L12 16.9l-5.6 3.4 1.5-6.4L3 9.7l6.4-.5z',
} as const;

export type IconName = keyof typeof PATHS;

export function Icon({ name }: { name: IconName }) {
  return (
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  );
}
