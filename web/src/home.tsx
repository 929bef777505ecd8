/* Home: the one you left, the games, and who is online. */
import { useRef } from 'preact/hooks';
import { useSignal } from '@preact/signals';
import { startBotGame } from './bot_game';
import { Button } from './button';
import { gameNamed } from './games';
import { HistoryLink } from './memory/history_link';
import { Icon } from './icons';
import { Online } from './online';
import type { GameName } from './protocol';
import { PuzzleCard } from './puzzles/puzzle_card';
import { address, go, PLAY, studyAddress } from './route';
import { gameOf, lastGame, readFile, savedGames } from './saved';
import { hasRules } from './rules';
import { continueGame, replayGame } from './session';
import { openSettings } from './settings_dialog';
import { playWithFriend } from './table_request';
import { sayOr, shelf, titleOf } from './shelf';
import { gamesOf, history } from './memory/history';
import { DailyCard } from './memory/daily_card';
import { suggestedLevel } from './memory/ladder';
import { LadderNote } from './memory/ladder_note';
import { travellerName } from './travellers/travellers';
import { language, LANGUAGES, nameOf, say } from './words';

/* A game of the shelf. What is at hand: to continue a game that was left, else to learn a game that was never played, else to
 * play. */
function Box({ game }: { game: GameName }) {
  const { face, minutes, lesson } = gameNamed(game);
  const { Cover } = face;
  const saved = savedGames.value[game];
  const left = saved && !saved.over;
  const learn = lesson !== null && !saved && gamesOf(game).length === 0;
  const name = titleOf(game);
  return (
    <li class="box" data-game={game}>
      <div class="box-cover" aria-hidden="true">
        <Cover />
      </div>
      <div class="box-text">
        <h3>{name}</h3>
        {minutes && <p class="soft">{say('home.about', { players: '2–4', minutes })}</p>}
        <p>{sayOr(`tagline.${game}`, '')}</p>
      </div>
      <LadderNote game={game} />
      <div class="box-buttons">
        {left && (
          <button
            type="button"
            class="button act big"
            aria-label={say('home.continue.game', { game: name })}
            onClick={() => {
              continueGame(saved);
              go(PLAY);
            }}
          >
            {say('home.continue')}
          </button>
        )}
        {learn && (
          <a class="button act big" href={address('learn', game)} aria-label={say('home.first.game', { game: name })}>
            {say('home.first')}
          </a>
        )}
        <button
          type="button"
          class={left || learn ? 'button box-play' : 'button act big box-play'}
          onClick={() => startBotGame(game)}
        >
          <span>{say(left ? 'home.new' : 'home.play')}</span>
          <small>{say('home.against', { name: travellerName(suggestedLevel(game)), level: suggestedLevel(game) })}</small>
          <span class="hidden">{name}</span>
        </button>
        <a class="button quiet" href={address('new', game)} aria-label={say('home.change.game', { game: name })}>
          {say('home.change')}
        </a>
        <button
          type="button"
          class="button quiet"
          aria-label={`${say('friend.play')}: ${name}`}
          onClick={() => playWithFriend(game)}
        >
          {say('friend.play')}
        </button>
        {lesson && !learn && (
          <a class="button quiet" href={address('learn', game)} aria-label={say('home.learn.game', { game: name })}>
            {say('home.learn')}
          </a>
        )}
        {hasRules(game) && (
          <a class="button quiet" href={address('rules', game)} aria-label={say('home.rules.game', { game: name })}>
            {say('rules')}
          </a>
        )}
      </div>
    </li>
  );
}

function Continue() {
  const saved = lastGame();
  if (!saved) return null;
  const names = saved.seats.map((seat) => seat.name).join(', ');
  return (
    <button
      type="button"
      class="continue"
      onClick={() => {
        continueGame(saved);
        go(PLAY);
      }}
    >
      <Icon name="play" />
      <span>
        <strong>{say('home.continue.game', { game: titleOf(gameOf(saved)) })}</strong>
        <small>{names}</small>
      </span>
    </button>
  );
}

function OpenFile() {
  const input = useRef<HTMLInputElement>(null);
  const broken = useSignal(false);
  const read = async (file: File | undefined) => {
    const saved = file && readFile(await file.text());
    broken.value = !saved;
    if (!saved) return;
    replayGame(saved);
    go(saved.variations ? `${PLAY}/analysis` : PLAY);
  };
  return (
    <>
      <Button icon="open" label={say('home.open')} kind="quiet" onClick={() => input.current?.click()} />
      <Button icon="branch" label={say('analysis')} kind="quiet" onClick={() => go(studyAddress('analysis'))} />
      <input
        ref={input}
        type="file"
        accept=".json,application/json"
        hidden
        aria-label={say('home.open')}
        onChange={(event) => void read(event.currentTarget.files?.[0])}
      />
      {broken.value && (
        <p role="alert" class="bad">
          {say('home.broken.file')}
        </p>
      )}
    </>
  );
}

/* What there is once a day. */
function Today() {
  return (
    <div class="today">
      <DailyCard />
      <PuzzleCard />
    </div>
  );
}

export function Home() {
  const returns = history.value.length > 0;
  return (
    <div class="home">
      <header class="home-head">
        <h1>Serai</h1>
        <p class="soft">{say('home.tagline')}</p>
        <button type="button" class="round" aria-label={say('settings')} onClick={openSettings}>
          <Icon name="settings" />
        </button>
      </header>
      <main>
        <Continue />
        {returns && <Today />}
        <section aria-labelledby="games-title">
          <h2 id="games-title" class="hidden">
            {say('home.games')}
          </h2>
          <ul class="shelf">
            {shelf.value.map((game) => (
              <Box key={game} game={game} />
            ))}
          </ul>
        </section>
        {!returns && <Today />}
        <Online />
      </main>
      <footer class="home-foot">
        <HistoryLink />
        <OpenFile />
        <ul class="languages" aria-label={say('settings.language')}>
          {LANGUAGES.map((tongue) => (
            <li key={tongue}>
              <button
                type="button"
                lang={tongue}
                aria-pressed={language.value === tongue}
                onClick={() => (language.value = tongue)}
              >
                {nameOf(tongue)}
              </button>
            </li>
          ))}
        </ul>
      </footer>
    </div>
  );
}
