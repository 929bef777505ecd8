/* The entry point: settings, the table, and the screen of the current route. */
import './style/tokens.css';
import './style/base.css';
import './style/pages.css';
import './style/play.css';
import './style/net.css';
import { render } from 'preact';
import { effect, untracked } from '@preact/signals';
import { startChat } from './chat';
import { forgetUnfinished, hearDevice, hearServer } from './events';
import { FarTable } from './far';
import { Home } from './home';
import { Lobby } from './lobby';
import { Make } from './make';
import { MePage } from './me';
import { MyGames, Top } from './my_games';
import { goOnline, look, startNet, wasOnline } from './net';
import { calls, startNotify } from './notify';
import { Notice } from './menu';
import { Play } from './play';
import { join, startRoom } from './room';
import { inWords } from './refusal';
import { go, HOME, route, startRoute, type Route } from './route';
import { RulesDialog, RulesPage } from './rules';
import { fromLink, lastGame, loadGames } from './saved';
import { begun, continueGame, replayGame, startLesson, startSession, trouble } from './session';
import { Settings } from './settings_dialog';
import { startSettings } from './settings';
import { Setup } from './setup';
import { startSound } from './sound';
import { about, connect } from './table';
import { Update, startOffline } from './offline';
import { giveUp, startWishes } from './wish';
import { titleOf } from './shelf';
import { say } from './words';

function Screen() {
  const to = route.value;
  switch (to.at) {
    case 'home':
      return <Home />;
    case 'new':
      return <Setup key={to.game} game={to.game} />;
    case 'rules':
      return <RulesPage game={to.game} />;
    case 'lobby':
      return <Lobby />;
    case 'make':
      return <Make key={to.game} game={to.game} />;
    case 'table':
      return <FarTable />;
    case 'mine':
      return <MyGames />;
    case 'top':
      return <Top key={to.game} game={to.game} />;
    case 'me':
      return <MePage />;
    case 'play':
    case 'learn':
    case 'link':
      return <Play />;
  }
}

function App() {
  return (
    <>
      <Screen />
      <RulesDialog />
      <Settings />
      <Notice />
      <Update />
    </>
  );
}

/* Routes that need the server. Home connects only if this device was online before. */
const FAR: Route['at'][] = ['lobby', 'make', 'table', 'mine', 'me'];

function enterFar(to: Route): void {
  giveUp();
  if (FAR.includes(to.at) || (to.at === 'home' && wasOnline())) goOnline();
  if (to.at === 'table') join(to.table);
  else look(to.at === 'lobby' || to.at === 'home' ? () => ({ t: 'lobby' }) : null);
}

/* Some routes start something: a link replays its game, a lesson deals, and a reloaded table resumes. */
async function enter(to: Route): Promise<void> {
  enterFar(to);
  if (to.at === 'learn') startLesson(to.game);
  if (to.at === 'play' && !begun) {
    const saved = lastGame();
    if (saved) continueGame(saved);
    else go(HOME, true);
  }
  if (to.at === 'link') {
    const saved = await fromLink(to.text);
    if (saved) replayGame(saved);
    else trouble.value = inWords(say('broken.link'));
  }
}

startSettings();
loadGames();
startRoute();
connect(hearDevice);
startSession();
startNet(hearServer, forgetUnfinished);
startRoom();
startWishes();
startChat();
startNotify();
startOffline();
startSound();
effect(() => {
  const to = route.value;
  untracked(() => void enter(to));
});
effect(() => {
  const to = route.value;
  const game = 'game' in to ? to.game : to.at === 'play' || to.at === 'table' ? about.value?.game : undefined;
  const title = game ? `${titleOf(game)} · Serai` : 'Serai';
  document.title = calls.value > 0 ? `(${calls.value}) ${title}` : title;
});
const root = document.getElementById('app');
if (root) render(<App />, root);
