/* Small sounds of wood, stone, cloth and brass, synthesised by WebAudio, so that nothing is loaded. */
import { sounds } from './settings';

export type Sound =
  | 'tile'
  | 'turn'
  | 'coin'
  | 'die'
  | 'walk'
  | 'cloth'
  | 'push'
  | 'take'
  | 'stamp'
  | 'wand'
  | 'count'
  | 'win'
  | 'share'
  | 'lose'
  | 'none';

let audio: AudioContext | null = null;

/* A tone: from one pitch to another (Hz), starting after `at` seconds, decaying in `long`. */
function tone(out: AudioContext, shape: OscillatorType, from: number, to: number, at: number, long: number, loud: number): void {
  const start = out.currentTime + at;
  const wave = out.createOscillator();
  const gain = out.createGain();
  wave.type = shape;
  wave.frequency.setValueAtTime(from, start);
  wave.frequency.exponentialRampToValueAtTime(to, start + long);
  gain.gain.setValueAtTime(0, start);
  gain.gain.linearRampToValueAtTime(loud, start + 0.005);
  gain.gain.exponentialRampToValueAtTime(0.0001, start + long);
  wave.connect(gain).connect(out.destination);
  wave.start(start);
  wave.stop(start + long);
}

let hiss: AudioBuffer | null = null; // half a second of noise, made once

function hissOf(out: AudioContext): AudioBuffer {
  if (hiss) return hiss;
  hiss = out.createBuffer(1, out.sampleRate / 2, out.sampleRate);
  const data = hiss.getChannelData(0);
  for (let i = 0; i < data.length; i++) data[i] = Math.random() * 2 - 1;
  return hiss;
}

/* Band-passed noise: knocks, rustling, grinding. */
function noise(out: AudioContext, pitch: number, width: number, at: number, long: number, loud: number): void {
  const start = out.currentTime + at;
  const source = out.createBufferSource();
  const band = out.createBiquadFilter();
  const gain = out.createGain();
  source.buffer = hissOf(out);
  band.type = 'bandpass';
  band.frequency.value = pitch;
  band.Q.value = width;
  gain.gain.setValueAtTime(loud, start);
  gain.gain.linearRampToValueAtTime(0, start + long);
  source.connect(band).connect(gain).connect(out.destination);
  source.start(start, 0, long);
}

const PLAY: Record<Sound, (out: AudioContext) => void> = {
  tile: (out) => {
    noise(out, 1800, 3, 0, 0.05, 0.5);
    tone(out, 'triangle', 420, 260, 0, 0.09, 0.12);
  },
  turn: (out) => {
    noise(out, 2600, 2, 0, 0.04, 0.25);
    noise(out, 1500, 3, 0.09, 0.05, 0.35);
  },
  coin: (out) => {
    tone(out, 'sine', 1900, 1880, 0, 0.25, 0.08);
    tone(out, 'sine', 2540, 2520, 0.07, 0.35, 0.07);
  },
  die: (out) => [0, 0.09, 0.16, 0.26, 0.4].forEach((at, i) => noise(out, 1100 + 160 * i, 4, at, 0.06, 0.45 - 0.06 * i)),
  walk: (out) => [0, 0.12, 0.24].forEach((at) => noise(out, 420, 3, at, 0.06, 0.4)),
  cloth: (out) => {
    noise(out, 900, 0.7, 0, 0.28, 0.22);
    noise(out, 260, 2, 0.24, 0.08, 0.5);
  },
  push: (out) => {
    noise(out, 220, 1.2, 0, 0.38, 0.7);
    noise(out, 140, 3, 0.34, 0.09, 0.9);
  },
  take: (out) => [660, 880, 1320].forEach((pitch, i) => tone(out, 'triangle', pitch, pitch, 0.07 * i, 0.22, 0.09)),
  stamp: (out) => {
    noise(out, 300, 2, 0, 0.08, 0.9);
    tone(out, 'triangle', 160, 90, 0, 0.14, 0.25);
  },
  wand: (out) => [1320, 1760, 2217, 2640].forEach((pitch, i) => tone(out, 'sine', pitch, pitch, 0.05 * i, 0.3, 0.05)),
  win: (out) => [523, 659, 784, 1047, 1319].forEach((pitch, i) => tone(out, 'triangle', pitch, pitch, 0.13 * i, 0.6, 0.1)),
  count: (out) => tone(out, 'triangle', 880, 860, 0, 0.08, 0.06),
  share: (out) => [523, 659, 784, 659].forEach((pitch, i) => tone(out, 'triangle', pitch, pitch, 0.16 * i, 0.5, 0.08)),
  lose: (out) => [392, 330, 262].forEach((pitch, i) => tone(out, 'triangle', pitch, pitch, 0.22 * i, 0.7, 0.07)),
  none: () => undefined,
};

/* Browsers allow sound only after a touch. Opening the audio device takes long on some machines, so it is done soon after that,
 * and not when the first tile is taken; the tap itself is drawn first. */
export function startSound(): void {
  const ready = () => sounds.value && hissOf((audio ??= new AudioContext()));
  addEventListener('click', () => setTimeout(ready, 300), { once: true });
}

export function sound(kind: Sound): void {
  if (!sounds.value || kind === 'none' || !navigator.userActivation?.hasBeenActive) return;
  audio ??= new AudioContext();
  void audio.resume();
  PLAY[kind](audio);
}
