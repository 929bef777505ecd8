/* Asks the worker that reviews games, and shows and weighs positions (study_worker.ts). */
import { signal } from '@preact/signals';
import { go, studyAddress } from './route';
import type { StudyQuestion } from './study_worker';

declare const STUDY_WORKER: string; // the file's name, put in by build.mjs

let worker: Worker | null = null;

/* `take` gets the lines of each part of the answer, and null at the end. Returns how to stop it. */
export function study(question: StudyQuestion, take: (lines: string[] | null) => void): () => void {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = (event: MessageEvent<string[] | null>) => take(event.data);
  worker ??= new Worker(STUDY_WORKER);
  worker.postMessage(question, [port2]);
  return () => {
    port1.onmessage = null;
    port1.postMessage('stop');
  };
}

/* An answer of one part. */
export const studyOnce = (question: StudyQuestion): Promise<string[]> =>
  new Promise((answer) => study(question, (lines) => lines && answer(lines)));

/* The step of the game from which it is to be analysed; null: the one that is shown. */
export const analysisFrom = signal<number | null>(null);

export function openAnalysis(from: number): void {
  analysisFrom.value = from;
  go(studyAddress('analysis'));
}
