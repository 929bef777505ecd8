/* The entry point: settings, the table, and the screen of the current route. */
import './style/tokens.css';
import './style/base.css';
import './style/pages.css';
import './style/play.css';
import './style/signs.css';
import './style/online.css';
import './style/study.css';
import { render } from 'preact';
import { effect, untracked } from '@preact/signals';
import { Announcements } from './announcement';
import { Called } from './called';
import { startChat } from './chat';
import { forgetUnfinished, onWorkerLines, onServerFrame } from './events';
import { OnlineTable } from './online_table';
import { Wall } from './memory/wall';
import { startHistory } from './memory/history';
import { HistoryPage } from './memory/history_page';
import { Home } from './home';
import { lazy } from './lazy';
import { openLesson } from './learn';
import { Lobby } from './lobby';
import { NewTable } from './new_table';
import { AskName } from './account/ask_name';
import { MyGames, Leaderboard } from './my_games';
import { goOnline, subscribe, startConnection, wasOnline } from './connection';
import { pendingTurns, startNotify } from './notify';
import { Toast } from './menu';
import { FriendsPage } from './people/friends_page';
import { startFriends } from './people/friends';
import { startNotices } from './people/notices';
import { InvitedBanner } from './people/invitations';
import { PersonSheet } from './people/person';
import { Play } from './play';
import { join, startRoom } from './room';
import { reasonOfText } from './refusal';
import { startPuzzles } from './puzzles/account';
import { openOnResult } from './replay';
import { ReportDialog } from './report';
import { go, HOME, route, startRoute, studyAddress, withoutStudy, type Route } from './route';
import { RulesDialog, RulesPage } from './rules';
import { fromLink, lastGame, loadGames } from './saved';
import { gameStarted, continueGame, replayGame, startSession, openRefusal } from './session';
import { Settings } from './settings_dialog';
import { startSettings } from './settings';
import { Setup } from './setup';
import { Explanation, Legend } from './sign';
import { startSound } from './sound';
import { tableInfo, connect } from './table';
import { Update, startOffline } from './offline';
import { cancelTableRequest, startTableRequests } from './table_request';
import { titleOf } from './shelf';
import { startReactions } from './travellers/reactions';
import { say, startSpeaking } from './words';

const AccountPage = lazy(() => import('./account/account').then(({ AccountPage }) => AccountPage));
const AdminPage = lazy(() => import('./admin').then(({ AdminPage }) => AdminPage));
const Analysis = lazy(() => import('./analysis/analysis').then(({ Analysis }) => Analysis));
const ProfilePage = lazy(() => import('./people/profile_page').then(({ ProfilePage }) => ProfilePage));
const Puzzles = lazy(() => import('./puzzles/puzzles_page').then(({ Puzzles }) => Puzzles));
const PuzzleSet = lazy(() => import('./puzzles/puzzle_set').then(({ PuzzleSet }) => PuzzleSet));
const Mistakes = lazy(() => import('./review/mistakes').then(({ Mistakes }) => Mistakes));

function Screen() {
  const to = route.value;
  if (to.study === 'analysis') return <Analysis back={withoutStudy()} />;
  if (to.study === 'mistakes') return <Mistakes back={withoutStudy()} />;
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
      return <NewTable key={to.game} game={to.game} />;
    case 'table':
      return <OnlineTable />;
    case 'friends':
      return <FriendsPage />;
    case 'person':
      return <ProfilePage key={to.person} person={to.person} />;
    case 'mine':
      return <MyGames />;
    case 'history':
      return <HistoryPage />;
    case 'wall':
      return <Wall />;
    case 'puzzles':
      return <Puzzles />;
    case 'puzzle':
      return <PuzzleSet game={to.game} set={to.set} id={to.puzzle} />;
    case 'top':
      return <Leaderboard key={to.game} game={to.game} />;
    case 'me':
      return <AccountPage />;
    case 'admin':
      return <AdminPage />;
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
      <Legend />
      <Explanation />
      <Settings />
      <ReportDialog />
      <Announcements />
      <AskName />
      <Toast />
      <Called />
      <InvitedBanner />
      <PersonSheet />
      <Update />
    </>
  );
}

/* Routes that need the server; and others that know more with it, which connect only if this device was online before. */
const ONLINE_ROUTES: Route['at'][] = ['lobby', 'make', 'table', 'mine', 'me', 'admin', 'friends', 'person'];
const RICHER_ROUTES: Route['at'][] = ['home', 'history', 'puzzles', 'puzzle'];

function enterOnline(to: Route): void {
  cancelTableRequest();
  if (ONLINE_ROUTES.includes(to.at) || (RICHER_ROUTES.includes(to.at) && wasOnline())) goOnline();
  if (to.at === 'table') join(to.table);
  else subscribe(to.at === 'lobby' || to.at === 'home' ? () => ({ t: 'lobby' }) : null);
}

/* Some routes start something: a link replays its game, a lesson deals, and a reloaded table resumes. */
async function enter(to: Route): Promise<void> {
  enterOnline(to);
  if (to.at === 'learn') openLesson(to.game);
  if (to.at === 'play' && !gameStarted) {
    const saved = lastGame();
    if (saved) continueGame(saved);
    else go(HOME, true);
  }
  if (to.at === 'link') {
    const saved = await fromLink(to.text);
    if (saved) {
      openOnResult();
      replayGame(saved);
      if (saved.variations && !to.study) go(studyAddress('analysis'), true);
    } else openRefusal.value = reasonOfText(say('broken.link'));
  }
}

startSettings();
await startSpeaking();
loadGames();
startRoute();
connect(onWorkerLines);
startSession();
startHistory();
startReactions();
startConnection(onServerFrame, forgetUnfinished);
startRoom();
startTableRequests();
startChat();
startNotify();
startFriends();
startNotices();
startPuzzles();
startOffline();
startSound();
let entered = '';
effect(() => {
  const to = route.value;
  const here = withoutStudy();
  if (here !== entered) untracked(() => void enter(to)); // else a study of it was opened or closed
  entered = here;
});
effect(() => {
  const to = route.value;
  const game = 'game' in to ? to.game : to.at === 'play' || to.at === 'table' ? tableInfo.value?.game : undefined;
  const title = game ? `${titleOf(game)} · Serai` : 'Serai';
  document.title = pendingTurns.value > 0 ? `(${pendingTurns.value}) ${title}` : title;
});
const root = document.getElementById('app');
if (root) render(<App />, root);
