/* Settings: language, theme, sound, speed and so on. Kept on this device. */
import { effect, signal } from '@preact/signals';
import { browserLanguage, language, LANGUAGES } from './words';

export const THEMES = ['system', 'light', 'dark'] as const;
export const SPEEDS = ['slow', 'normal', 'fast', 'none'] as const;
const MOTION_SCALE: Record<(typeof SPEEDS)[number], number> = { slow: 1.6, normal: 1, fast: 0.5, none: 0 };
const KEY = 'serai.settings';

export const theme = signal<(typeof THEMES)[number]>('system');
export const speed = signal<(typeof SPEEDS)[number]>('normal');
export const sounds = signal(true);
export const reactions = signal(true); // bots say a word now and then
export const haptics = signal(true); // vibration, where the device can
export const expert = signal(false); // one tap plays a move
export const aids = signal(true); // odds and the like on the board
export const reducedMotion = signal(false); // the system asks for reduced motion

/* The factor of all durations; 0: nothing takes time. */
export function timeScale(): number {
  return MOTION_SCALE[speed.value];
}

/* The same for what moves; 0: no motion. */
export function motionScale(): number {
  return reducedMotion.value ? 0 : timeScale();
}

/* Whether pictures cross-fade: with reduced motion, unless all motion was turned off. */
export function usesCrossFade(): boolean {
  return reducedMotion.value && speed.value !== 'none';
}

/* Storage can be full, or forbidden: then nothing is kept. */
export function writeStorage(key: string, value: unknown): void {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    /* not kept */
  }
}

export function readStorage(key: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null');
  } catch {
    return null;
  }
}

function oneOf<T extends string>(list: readonly T[], value: unknown, otherwise: T): T {
  return list.find((x) => x === value) ?? otherwise;
}

export function startSettings(): void {
  const old: unknown = readStorage(KEY);
  const was = typeof old === 'object' && old !== null ? (old as Record<string, unknown>) : {};
  const motion = matchMedia('(prefers-reduced-motion: reduce)');

  language.value = oneOf(LANGUAGES, was['language'], browserLanguage(navigator.languages));
  theme.value = oneOf(THEMES, was['theme'], 'system');
  speed.value = oneOf(SPEEDS, was['speed'], 'normal');
  sounds.value = was['sounds'] !== false;
  reactions.value = was['reactions'] !== false;
  haptics.value = was['haptics'] !== false;
  expert.value = was['expert'] === true;
  aids.value = was['aids'] !== false;
  reducedMotion.value = motion.matches;
  motion.onchange = () => (reducedMotion.value = motion.matches);

  effect(() => {
    writeStorage(KEY, {
      language: language.value,
      theme: theme.value,
      speed: speed.value,
      sounds: sounds.value,
      reactions: reactions.value,
      haptics: haptics.value,
      expert: expert.value,
      aids: aids.value,
    });
    const root = document.documentElement;
    root.lang = language.value;
    root.dataset['theme'] = theme.value;
    root.style.setProperty('--pace', String(motionScale()));
    for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[data-theme]')) {
      const light = meta.dataset['theme'];
      meta.media = theme.value === 'system' ? `(prefers-color-scheme: ${light})` : theme.value === light ? 'all' : 'not all';
    }
  });
}
