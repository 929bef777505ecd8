/* A table before the game: seats, settings of the host, the invitation, and who is ready. */
import { useEffect, useState } from 'preact/hooks';
import { peopleHere } from './api';
import { startBotGame } from './bot_game';
import { Button } from './button';
import { ChatButton, ChatSheet } from './chat';
import { gameNamed } from './games';
import { FairnessSheet, openFairness } from './fairness';
import { Icon } from './icons';
import { Invite } from './invite';
import { NameField } from './account/name_field';
import { ConnectionPill } from './online';
import { PageHeader } from './page_header';
import { connection, me, send } from './connection';
import type { Room, Sitter } from './protocol';
import { PersonLink } from './people/person';
import { ReportButton } from './report';
import { openRules } from './rules';
import { freeSeatLabel, isBot, canTakeSeat, room, sit } from './room';
import { LOBBY } from './route';
import { LevelOptions } from './setup';
import { clockSummary, rulesSummary } from './table_summary';
import { titleOf } from './shelf';
import { Portrait } from './travellers/portrait';
import { botName, travellerTitle } from './travellers/travellers';
import { Terms } from './terms';
import { say } from './words';

/* What the table is waiting for, in one sentence. */
function awaited(here: Room): string {
  const free = here.seats.filter((seat) => seat === null).length;
  if (here.state === 'dealing') return say('wait.deal');
  if (free > 0) return say('wait.free', { n: free });
  if (here.you > 0 && !here.seats[here.you - 1]?.ready) return say('wait.you');
  const late = here.seats.find((seat) => seat?.person !== undefined && !seat.ready);
  return late ? say('wait.for', { name: late.name }) : say('wait.deal');
}

function Person({ seat, host }: { seat: Sitter; host: boolean }) {
  return (
    <>
      <span class="place-name">
        {seat.person === undefined || seat.person === me.value?.person ? (
          <strong>{say('wait.you.are', { name: seat.name })}</strong>
        ) : (
          <PersonLink person={seat.person} name={seat.name} />
        )}
        {host && (
          <span class="host" title={say('wait.host')}>
            <Icon name="host" />
            <span class="hidden">{say('wait.host')}</span>
          </span>
        )}
        {seat.rating !== undefined && <small>{seat.rating}</small>}
        {seat.person !== undefined && seat.person !== me.value?.person && (
          <ReportButton person={seat.person} name={seat.name} table={room.value?.table} />
        )}
      </span>
      <small class={seat.ready ? 'good' : ''}>
        {seat.here === false ? say('seat.away') : seat.ready ? say('wait.ready') : say('wait.not.ready')}
        {seat.ready && seat.here !== false && <Icon name="tick" />}
      </small>
    </>
  );
}

function Place({ here, i }: { here: Room; i: number }) {
  const seat = here.seats[i] ?? null;
  const hosts = here.host === me.value?.person;
  const free = here.state === 'open' && connection.value === 'connected';
  const bot = seat !== null && isBot(seat);
  return (
    <li class={`wait-seat seat-${i + 1}`}>
      <span class="seat-dot" aria-hidden="true">
        {bot ? <Portrait level={seat.level ?? 0} /> : <Icon name={seat?.bot ? 'bot' : 'person'} />}
      </span>
      <div class="wait-who">
        {seat === null ? (
          <span class="soft">{freeSeatLabel(here, i)}</span>
        ) : bot ? (
          <span class="place-name">
            <strong>{seat.name || botName(here.seats, i)}</strong>
            {!hosts && <small>{travellerTitle(seat.level ?? 0)}</small>}
          </span>
        ) : (
          <Person seat={seat} host={seat.person === here.host} />
        )}
      </div>
      <div class="wait-buttons">
        {seat === null && canTakeSeat(here, i) && (
          <button type="button" class={`button ${here.you === 0 ? 'act' : ''}`} disabled={!free} onClick={() => sit(i + 1)}>
            {say('wait.sit')}
          </button>
        )}
        {hosts && (seat === null || bot) && (
          <select
            disabled={!free}
            aria-label={say('wait.bot', { number: i + 1 })}
            value={seat?.level ?? 0}
            onChange={(event) => send({ t: 'bot', seat: i + 1, level: Number(event.currentTarget.value) })}
          >
            <option value={0}>{say('lobby.free')}</option>
            <LevelOptions />
          </select>
        )}
        {i + 1 === here.you && (
          <button type="button" class="button quiet" disabled={!free} onClick={() => send({ t: 'stand' })}>
            {say('wait.stand')}
          </button>
        )}
        {hosts && seat?.person !== undefined && i + 1 !== here.you && (
          <button
            type="button"
            class="button quiet"
            disabled={!free}
            aria-label={say('wait.remove.of', { name: seat.name })}
            onClick={() => send({ t: 'remove', seat: i + 1 })}
          >
            {say('wait.remove')}
          </button>
        )}
      </div>
    </li>
  );
}

/* Who may join, watch and chat: the host may change it. */
function TableSettings({ here }: { here: Room }) {
  const hosts = here.host === me.value?.person;
  const settings = [
    ['public', say('make.public')],
    ['watch', say('make.watch')],
    ['chat', say('make.chat')],
  ] as const;
  return (
    <fieldset class="chips">
      <legend class="hidden">{say('wait.settings')}</legend>
      {settings.map(([setting, label]) => (
        <label key={setting} class="chip">
          <input
            type="checkbox"
            disabled={!hosts}
            checked={here[setting] !== false}
            onChange={() => send({ t: 'set', [setting]: here[setting] === false })}
          />
          <span>{label}</span>
        </label>
      ))}
    </fieldset>
  );
}

const ASK_AGAIN_MS = 15000;

/* How many people are on the site, for whoever waits for one of them. */
function PeopleHere() {
  const [people, setPeople] = useState(0);
  useEffect(() => {
    const ask = () => void peopleHere().then(setPeople, () => setPeople(0));
    ask();
    const timer = setInterval(ask, ASK_AGAIN_MS);
    return () => clearInterval(timer);
  }, []);
  return people > 0 && <p class="soft people-here">{say('wait.here', { n: people })}</p>;
}

export function Waiting() {
  const here = room.value;
  if (!here) return null;
  const { Cover } = gameNamed(here.game).face;
  const own = here.seats[here.you - 1];
  return (
    <div class="page waiting">
      <PageHeader title={titleOf(here.game)} back={LOBBY} label={say('back')}>
        <Button icon="rules" label={say('rules')} kind="quiet" onClick={() => openRules(here.game)} />
      </PageHeader>
      <main>
        <div class="setup-cover" aria-hidden="true">
          <Cover />
        </div>
        <div class="waiting-body">
          <p class="waiting-for" role="status">
            {awaited(here)}
          </p>
          {here.public !== false && here.seats.includes(null) && <PeopleHere />}
          <ol class="wait-seats" aria-label={say('seats')}>
            {here.seats.map((_, i) => (
              <Place key={i} here={here} i={i} />
            ))}
          </ol>
          {own && (
            <div class="wait-go">
              <button
                type="button"
                class="button act big"
                disabled={here.state !== 'open' || connection.value !== 'connected'}
                aria-pressed={own.ready === true}
                onClick={() => send({ t: 'ready', ready: !own.ready })}
              >
                <Icon name="tick" />
                {own.ready ? say('wait.am.ready') : say('wait.be.ready')}
              </button>
              <ChatButton kind="button" />
            </div>
          )}
          {own && <NameField />}
          {here.public === false && here.seats.includes(null) && <Invite table={here.table} />}
          {own && here.public !== false && here.seats.includes(null) && (
            <Button icon="bot" label={say('wait.bot.meanwhile')} kind="quiet" onClick={() => startBotGame(here.game)} />
          )}
          <section class="table-summary">
            <p>
              {rulesSummary(here.game, here.options)} · {clockSummary(here.clock)} ·{' '}
              {here.rated === false ? say('table.casual') : say('table.rated')}
              {here.watching > 0 && <> · {say('table.watching', { n: here.watching })}</>}
            </p>
            <TableSettings here={here} />
            {here.host === me.value?.person && here.state === 'open' && <Terms here={here} />}
            <Button icon="fair" label={say('fair')} kind="quiet" onClick={openFairness} />
          </section>
          {here.public !== false && <Invite table={here.table} />}
        </div>
      </main>
      <ConnectionPill />
      <ChatSheet />
      <FairnessSheet />
    </div>
  );
}
