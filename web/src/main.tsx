/* The page begins here: settings, the table, and the screen that the address names. */
import './style/tokens.css';
import './style/base.css';
import './style/pages.css';
import './style/play.css';
import { render } from 'preact';
import { effect, untracked } from '@preact/signals';
import { Home } from './home';
import { Notice } from './menu';
import { Play } from './play';
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
import { keyed, say } from './words';

function Screen() {
  const to = route.value;
  switch (to.at) {
    case 'home':
      return <Home />;
    case 'new':
      return <Setup key={to.game} game={to.game} />;
    case 'rules':
      return <RulesPage game={to.game} />;
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

/* Some addresses begin something: a link replays its game, a lesson deals, and a reloaded table goes on. */
async function enter(to: Route): Promise<void> {
  if (to.at === 'learn') startLesson(to.game);
  if (to.at === 'play' && !begun) {
    const saved = lastGame();
    if (saved) continueGame(saved);
    else go(HOME, true);
  }
  if (to.at === 'link') {
    const saved = await fromLink(to.text);
    if (saved) replayGame(saved);
    else trouble.value = say('broken.link');
  }
}

startSettings();
loadGames();
startRoute();
connect();
startSession();
startOffline();
startSound();
effect(() => {
  const to = route.value;
  untracked(() => void enter(to));
});
effect(() => {
  const to = route.value;
  const game = 'game' in to ? to.game : to.at === 'play' ? about.value?.game : undefined;
  document.title = game ? `${say(keyed('game.', game))} · Serai` : 'Serai';
});
const root = document.getElementById('app');
if (root) render(<App />, root);
