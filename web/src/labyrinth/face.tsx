/* Master Labyrinth's face: the maze is in maze.tsx; here is what surrounds it: your formula and wands, the spare tile, deals, and
 * each seat's card. */
import { useState } from 'preact/hooks';
import { Count, mayPlay, nameOf, rankOf, seatColours, tap } from '../board';
import { Dialog } from '../dialog';
import type { Face, Piece, Turn } from '../face';
import { FirstTime } from '../first_time';
import type { Tally } from '../protocol';
import { Sign } from '../sign';
import { say } from '../words';
import { MazeTile, Star, Token, Wand, Wizard } from './art';
import { spareOf, selectedPush, turnSpare, moveTo } from './choosing';
import { Board, phases } from './maze';
import './labyrinth.css';
import { Cover, Picture, SignOf } from './pictures';
import * as speech from './speech';
import { goalName, nextToken, parseMove, pushWords, sides } from './speech';
import type { LabyrinthEffect, LabyrinthView, LabyrinthScene } from './view';

// --- what is yours ---

function Mine({ view, you, seats }: LabyrinthScene) {
  const formula = view.formulas[you - 1];
  const others = view.formulas.flatMap((tokens, i) => (tokens && i + 1 !== you ? [{ seat: i + 1, tokens }] : []));
  return (
    <div class="lab-mine-row">
      {formula && (
        <section class="lab-formula">
          <div>
            <h2>
              <Sign of="labyrinth.star">
                <Star />
                {say('labyrinth.formula')}
              </Sign>
            </h2>
            <p>{say('labyrinth.formula.secret')}</p>
          </div>
          <ul>
            {formula.map((n) => {
              const done = view.won[you - 1]?.includes(n) ?? false;
              const lost = !done && !(n in view.tokens);
              return (
                <li key={n} class={lost ? 'lab-lost' : ''}>
                  <Token n={n} done={done} />
                  <span class="hidden">
                    {done ? say('labyrinth.formula.has', { token: n }) : lost ? say('labyrinth.formula.lost', { token: n }) : n}
                  </span>
                </li>
              );
            })}
          </ul>
        </section>
      )}
      {you > 0 && (
        <Sign of="labyrinth.wand" class="lab-wands">
          <span aria-hidden="true">
            {Array.from({ length: Math.min(4, view.wands[you - 1] ?? 0) }, (_, i) => (
              <Wand key={i} />
            ))}
          </span>
          {say('labyrinth.wands', { n: view.wands[you - 1] ?? 0 })}
        </Sign>
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

// --- actions ---

function Spare({ scene }: { scene: LabyrinthScene }) {
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

function Turn({ scene, by }: { scene: LabyrinthScene; by: 1 | -1 }) {
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

/* A button for a move that is not on the board; when it is selected, the one that confirms it is enough. */
function Way({ scene, move, main = false }: { scene: LabyrinthScene; move: string; main?: boolean }) {
  const n = rankOf(scene, move);
  if (scene.selected === move) return null;
  return (
    <button type="button" class={`button${main ? ' act' : ''}`} onClick={() => tap(scene, move)}>
      {speech.confirm(scene, move)}
      {n > 0 && <span class="lab-advised">{n}</span>}
    </button>
  );
}

/* An adviser's advice: one tap selects the push, and after it the cell. */
function Advice({ scene }: { scene: LabyrinthScene }) {
  const { view, seats } = scene;
  const [shift = '', goal = ''] = (view.deal?.advice ?? '').split(':');
  const move = view.phase === 'shift' ? shift : goal;
  if (!view.deal?.advice || !mayPlay(scene, move)) return null;
  const [push = '', tile = ''] = shift.split('.');
  return (
    <div class="lab-advice" style={seatColours(view.deal.with)}>
      <Wizard seat={view.deal.with} />
      <p>{say('labyrinth.advice', { who: nameOf(seats, view.deal.with), ...pushWords({ tile, push }), goal: goalName(goal) })}</p>
      {scene.selected !== move && (
        <button type="button" class="button" onClick={() => scene.select(move)}>
          {say('labyrinth.follow')}
        </button>
      )}
    </div>
  );
}

function Actions(scene: LabyrinthScene) {
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
      const stay = selectedPush(scene) === null ? null : moveTo(scene, 'stay');
      return (
        <div class="lab-dock">
          <FirstTime of="labyrinth.deal" />
          <Spare scene={scene} />
          <div class="lab-buttons">
            {stay !== null && mayPlay(scene, stay) && scene.selected !== stay && (
              <button type="button" class="button" onClick={() => tap(scene, stay)}>
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
          <div class="lab-buttons">
            <Way scene={scene} move="stay" />
          </div>
        </>
      );
    default:
      return (
        <div class="lab-buttons">
          {now.legal.map((move, i) => (
            <Way key={move} scene={scene} move={move} main={i === 0 && scene.selected === null} />
          ))}
        </div>
      );
  }
}

/* Whom to ask, and for how many wands. */
function Deal({ scene, offers, close }: { scene: LabyrinthScene; offers: string[]; close: () => void }) {
  const deals = offers
    .map((move) => ({ move, parsed: parseMove(move) }))
    .flatMap(({ move, parsed }) => (parsed.is === 'offer' ? [{ move, ...parsed }] : []));
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
        {chosen && <p class="lab-terms">{speech.describe(scene, chosen.move)}</p>}
        <div class="lab-buttons">
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
      <Sign of="labyrinth.wand" class="lab-badge-wands">
        <Wand />
        <Count n={wands} label={say('labyrinth.wands', { n: wands })} />
      </Sign>
      <span class="lab-won">
        <span aria-hidden="true">
          {won.length > LAST_WON && <small>+{won.length - LAST_WON}</small>}
          {won.slice(-LAST_WON).map((n) => (
            <Token key={n} n={n} />
          ))}
        </span>
        <span class="hidden">{won.length ? say('labyrinth.won', { tokens: won.join(', ') }) : say('labyrinth.won.none')}</span>
      </span>
      <Sign of="labyrinth.points" class="lab-points">
        {say('labyrinth.points', { n: (tally['tokens'] ?? 0) + (tally['wands'] ?? 0) })}
      </Sign>
    </span>
  );
}

const POINTS_TO: Record<string, number> = { N: 180, E: 270, S: 0, W: 90 };

/* The arrow that was pushed, where the pawn went, and the token that was taken. */
function TurnPicture({ turn }: { turn: Turn<LabyrinthView, LabyrinthEffect> }) {
  return (
    <>
      {turn.steps.map(({ move }, i) => {
        const parsed = parseMove(move ?? '');
        const before = turn.steps[i - 1]?.view ?? turn.before;
        if (parsed.is === 'shift')
          return (
            <span key={i} class="lab-sign">
              <svg viewBox="-12 -12 24 24">
                <path transform={`rotate(${POINTS_TO[parsed.push.charAt(0)] ?? 0})`} d="M-8-1 0-9 8-1M0-9V9" />
              </svg>
              {parsed.push.charAt(1)}
            </span>
          );
        if (parsed.is === 'walk')
          return (
            <span key={i} class="lab-sign">
              <Wizard seat={turn.seat} />
              {parsed.goal}
            </span>
          );
        if (move === 'take') return <Token key={i} n={nextToken(before)} />;
        return move === 'wand' ? <Wand key={i} /> : null;
      })}
    </>
  );
}

/* The tokens that were taken, those of the formula among them, and the wands that are left. */
function pieces(view: LabyrinthView, seat: number, part: string): Piece[] {
  const won = view.won[seat - 1] ?? [];
  if (part === 'wands') return Array.from({ length: view.wands[seat - 1] ?? 0 }, () => ({ picture: <Wand /> }));
  const counted = part === 'tokens' ? won : won.filter((n) => view.formulas[seat - 1]?.includes(n));
  return counted.map((n) => ({ picture: <Token n={n} /> }));
}

const PartPicture = ({ of }: { of: string }) => (of === 'wands' ? <Wand /> : of === 'formula' ? <Star /> : <Token n={1} />);

export const face: Face<LabyrinthView, LabyrinthEffect> = {
  game: 'labyrinth',
  Board,
  Mine,
  Actions,
  Badge,
  Cover,
  Sign: SignOf,
  Picture,
  TurnPicture,
  speech,
  previews: true,
  phases,
  PartPicture,
  turn: (view) => view.turn,
  pieces,
  secrets: (view) => view.phase !== 'over',
};
