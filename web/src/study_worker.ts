/* Reviews, and positions with what their moves are worth (web/review.c, position.c, weigh.c), in a worker of their own, which begins
 * when it is first asked; the game goes on meanwhile. A question is answered through the port that came with it, by lists of lines and
 * then null; who writes back through it wants no more. */
import type { RecordText } from './protocol';
import { answers, instantiate, loadNet, NET_MISSING, put, SLICE, type Builds, type Module } from './wasm';

/* A position of a game: after so many moves of its record, and others since, of which '?' is rolled. */
export interface Place {
  record: RecordText; // or a position
  ply: number;
  moves: string[];
  seat: number; // as it knows the game; 0: as it is
  from: number; // the first step that is told
  seed: number; // that rolls follow from
}

export type StudyQuestion =
  | { position: Place }
  | { begin: Place } // the record of a game that begins there
  | { weigh: Place; move: string; efforts: number[] } // the move is weighed even if it is not worth a thought; '': none
  | { review: RecordText; efforts: number[] };

declare const STUDY_WASM: Builds; // put in by build.mjs

interface Study extends Module {
  review_begin(size: number, effort: number): number;
  review_step(): number;
  position(size: number): number;
  position_record(size: number, seed: number): number;
  position_weigh(size: number, effort: number): number;
}

const module = instantiate<Study>(STUDY_WASM);

const putPlace = (study: Study, { record, ply, moves, seat, from, seed }: Place): number =>
  put(study, `${record}\n${[ply, seat, from, seed, ...moves].join(' ')}`) ?? 0;

/* Asks once more when the net has come that was missing. */
async function withNets(study: Study, ask: () => number): Promise<number> {
  let length = ask();
  for (; length <= NET_MISSING; length = ask()) await loadNet(study, length);
  return length;
}

/* The answer, part by part. */
async function* parts(study: Study, asked: StudyQuestion): AsyncGenerator<string[]> {
  if ('position' in asked) yield answers(study, study.position(putPlace(study, asked.position)));
  else if ('begin' in asked) yield answers(study, study.position_record(putPlace(study, asked.begin), asked.begin.seed));
  else if ('weigh' in asked)
    for (const effort of asked.efforts) {
      const weigh = () => {
        study.position(putPlace(study, asked.weigh));
        return study.position_weigh(put(study, asked.move) ?? 0, effort);
      };
      yield answers(study, await withNets(study, weigh));
    }
  else yield* review(study, asked.review, asked.efforts);
}

let reviews = 0; // begun so far: a new one ends the one before

async function* review(study: Study, record: RecordText, efforts: number[]): AsyncGenerator<string[]> {
  const mine = ++reviews;
  for (const effort of efforts) {
    let length = await withNets(study, () => study.review_begin(put(study, record) ?? 0, effort));
    yield answers(study, length);
    while (length > 0 && mine === reviews) {
      const lines: string[] = [];
      for (const start = performance.now(); length > 0 && performance.now() - start < SLICE;) {
        length = study.review_step();
        lines.push(...answers(study, length));
      }
      yield lines;
    }
  }
}

self.onmessage = async ({ data, ports: [port] }: MessageEvent<StudyQuestion>) => {
  const study = await module;
  let stopped = false;
  if (!port) return;
  port.onmessage = () => (stopped = true);
  for await (const lines of parts(study, data)) {
    port.postMessage(lines);
    await new Promise((done) => setTimeout(done)); // others may ask something, or want no more
    if (stopped) return;
  }
  port.postMessage(null);
};
