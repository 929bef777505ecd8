/* Ending an online game before its rules do, and players who do not move: offers, resigning, nudges, stand-ins, and what is shown
 * when a game ended without a result. */
import { signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import { Button } from './button';
import { send } from './connection';
import { Dialog, Question } from './dialog';
import { Icon } from './icons';
import type { Room } from './protocol';
import { inRoom, leaveOpen, playAgain, rejoin, room } from './room';
import { go, HOME, LOBBY } from './route';
import { myTurn, over } from './session';
import { now, steps } from './table';
import { keyed, language, say } from './words';

type Offer = 'draw' | 'stop';
const OFFERS: Offer[] = ['draw', 'stop'];

/* After so long without a move, others can do something about it (Protocol 7.15). */
const NUDGE_MS = 30_000;
const CLAIM_MS = 180_000;

export const resignOpen = signal(false);

const nameAt = (here: Room, seat: number): string => here.seats[seat - 1]?.name ?? '';
const own = (here: Room) => here.seats[here.you - 1];
const isPlaying = (here: Room | null): here is Room =>
  here !== null && here.state === 'playing' && here.you > 0 && own(here)?.resigned !== true;

/* What a player can do about the game now; the menu lists it. */
export function earlyEnds(): { abort: boolean; draw: boolean } | null {
  const here = inRoom() ? room.value : null;
  if (!isPlaying(here) || over.value) return null;
  const moved = new Set(steps.value.map(({ by }) => by));
  return {
    abort: here.seats.some((_, i) => !moved.has(i + 1)),
    draw: here.seats.every((seat) => seat?.person !== undefined),
  };
}

export const offer = (what: Offer): unknown => send({ t: 'agree', what, yes: true });
export const abort = (): unknown => send({ t: 'abort' });

function Bubble({ children }: { children: ComponentChildren }) {
  return (
    <div class="bubble">
      <div class="bubble-text" role="status">
        {children}
      </div>
    </div>
  );
}

/* An offer of others, to be answered; or one's own, to be withdrawn. */
function OfferBubble({ here, what }: { here: Room; what: Offer }) {
  const agreed = here[what] ?? [];
  if (agreed.length === 0 || !isPlaying(here)) return null;
  const answer = (yes: boolean) => send({ t: 'agree', what, yes });
  if (agreed.includes(here.you))
    return (
      <Bubble>
        <p>{say(keyed('offer.', `${what}.sent`))}</p>
        <Button icon="close" label={say('offer.withdraw')} kind="quiet" onClick={() => answer(false)} />
      </Bubble>
    );
  const names = new Intl.ListFormat(language.value).format(agreed.map((seat) => nameAt(here, seat)));
  return (
    <Bubble>
      <p>{say(keyed('offer.', `${what}.asks`), { name: names })}</p>
      <div class="buttons">
        <Button icon="tick" label={say('offer.agree')} kind="act" onClick={() => answer(true)} />
        <Button icon="close" label={say('offer.decline')} onClick={() => answer(false)} />
      </div>
    </Bubble>
  );
}

/* How long the player to move has been thinking: past which of the two limits. */
const waited = signal(0);

function Stalled({ here }: { here: Room }) {
  const ply = now.value?.ply;
  useEffect(() => {
    waited.value = 0;
    const timers = [NUDGE_MS, CLAIM_MS].map((ms, i) => setTimeout(() => (waited.value = i + 1), ms + 500));
    return () => timers.forEach(clearTimeout);
  }, [here.table, ply]);
  const seat = steps.value[steps.value.length - 1]?.view.player ?? 0;
  const awaited = here.seats[seat - 1];
  if (!isPlaying(here) || waited.value === 0 || seat === here.you || awaited?.person === undefined || awaited.held) return null;
  const claims = waited.value > 1 && !here.clock;
  const nudged = here.nudge?.ply === ply;
  return (
    <Bubble>
      <p>{say(nudged ? 'stalled.nudged' : 'stalled', { name: awaited.name })}</p>
      <div class="buttons">
        {!nudged && <Button icon="bell" label={say('stalled.nudge')} onClick={() => send({ t: 'nudge' })} />}
        {claims && <Button icon="bot" label={say('stalled.claim')} kind="act" onClick={() => send({ t: 'claim' })} />}
      </div>
    </Bubble>
  );
}

/* Somebody nudged us. */
function Nudged({ here }: { here: Room }) {
  if (!here.nudge || !myTurn.value || here.nudge.ply !== now.value?.ply) return null;
  return (
    <Bubble>
      <p>
        <Icon name="bell" /> {say('stalled.asks', { name: nameAt(here, here.nudge.by) })}
      </p>
    </Bubble>
  );
}

/* A bot plays for us although we are here. */
function StandIn({ here }: { here: Room }) {
  const mine = own(here);
  if (here.state !== 'playing' || !mine?.held) return null;
  return (
    <Bubble>
      <p>{say(mine.resigned ? 'stand.in.resigned' : 'stand.in')}</p>
      {!mine.resigned && <Button icon="person" label={say('stand.in.back')} kind="act" onClick={rejoin} />}
    </Bubble>
  );
}

export function EarlyEndBubbles() {
  const here = room.value;
  if (!here || over.value) return null;
  return (
    <>
      <StandIn here={here} />
      <Nudged here={here} />
      <Stalled here={here} />
      {OFFERS.map((what) => (
        <OfferBubble key={what} here={here} what={what} />
      ))}
    </>
  );
}

export function ResignDialog() {
  const here = room.value;
  if (!resignOpen.value || !isPlaying(here)) return null;
  const close = () => (resignOpen.value = false);
  const resign = () => {
    close();
    send({ t: 'resign' });
  };
  return (
    <Question title={say('resign.title')} yes={say('resign.yes')} no={say('resign.no')} agree={resign} decline={close}>
      <p>{say(here.rated === false ? 'resign.about' : 'resign.about.rated')}</p>
    </Question>
  );
}

/* Says what leaving costs. */
export function LeaveDialog() {
  const here = room.value;
  if (!leaveOpen.value || !here) return null;
  const close = () => (leaveOpen.value = false);
  const others = here.seats.some((seat, i) => i + 1 !== here.you && seat?.person !== undefined && !seat.held);
  const leave = () => {
    close();
    send({ t: 'leave' });
    go(LOBBY);
  };
  return (
    <Question title={say('leave.title')} yes={say('leave.yes')} no={say('leave.no')} agree={leave} decline={close}>
      <p>{say(others ? 'leave.about' : 'leave.about.alone')}</p>
      {here.rated !== false && <p>{say(others ? 'leave.about.rated' : 'leave.about.rated.alone')}</p>}
    </Question>
  );
}

/* How an online game ended, if not by its rules. */
export function endedEarly(): string {
  const how = inRoom() ? room.value?.ended : undefined;
  return how ? say(keyed('ended.', how)) : '';
}

/* In place of a result. */
export function NoResult({ close }: { close: () => void }) {
  return (
    <Dialog title={say('ended.title')} close={close}>
      <p>{endedEarly()}</p>
      <div class="buttons">
        <Button
          icon="again"
          label={say('final.rematch')}
          kind="act"
          onClick={() => {
            close();
            playAgain();
          }}
        />
        <Button
          icon="home"
          label={say('home')}
          onClick={() => {
            close();
            go(HOME);
          }}
        />
      </div>
    </Dialog>
  );
}
