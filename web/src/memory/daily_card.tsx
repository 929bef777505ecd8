/* Today's deal on home, and its result: compared with the others here and with your own days, as a caravan of seven camels, and as a picture to share. */
import { useEffect } from 'preact/hooks';
import { Button } from '../button';
import { Icon } from '../icons';
import { Thumb } from '../online';
import { go, PLAY } from '../route';
import { downloadFile, savedGames } from '../saved';
import { continueGame, startGame } from '../session';
import { titleOf } from '../shelf';
import { tableInfo } from '../table';
import { botName } from '../travellers/travellers';
import { language, say } from '../words';
import { compare, dealOfToday, standings } from './compared';
import { dailyOf, dateBefore, dealOfRecord, lastWeek, streakOf, type Daily } from './daily';
import { dailyResults, margin, wentOn } from './daily_results';
import type { Entry } from './history';
import { placeOf } from './place';
import { Week } from './week';
import './memory.css';

const CAMEL =
  'M2 34c2-9 5-13 9-13 3-9 9-9 12 0 3-9 9-9 12 0h3c3 0 5-4 5-11 0-3 2-5 5-5l7 1c2 1 2 4-1 4l-5 1c0 11-4 17-9 19l-2 21h-4l-2-16c-5 2-11 2-16 0l-2 16h-4l-2-20c-2 2-3 5-3 9H3z';

function seatsOf({ levels }: Daily) {
  const chairs = levels.map((level) => ({ level }));
  return [{ name: say('you') }, ...chairs.map(({ level }, i) => ({ name: botName(chairs, i), level }))];
}

/* The game goes on where it was left. */
async function play({ date, game }: Daily): Promise<void> {
  const saved = savedGames.peek()[game];
  if (saved && !saved.over && dealOfRecord(saved.record)?.date === date) continueGame(saved);
  else {
    const deal = await dealOfToday();
    tableInfo.value = null;
    startGame({ game: deal.game, options: deal.options, seats: seatsOf(deal) }, deal.seed);
  }
  go(PLAY);
}

/* Seven camels. */
function Caravan() {
  const told = { won: say('daily.won'), played: say('daily.played'), missed: say('daily.missed') };
  return <Week picture={CAMEL} went={wentOn} told={told} />;
}

/* A deal that was played: place, points, and against your other days. */
export function DailyResult({ date }: { date: string }) {
  const results = dailyResults();
  const entry = results.get(date);
  useEffect(() => {
    if (entry) void compare(entry); // it may not have been sent, or others have played meanwhile
  }, [entry?.id]);
  if (!entry) return null;
  const standing = standings.value[date];
  const others = [...results.values()].filter((other) => other !== entry);
  const better = others.filter((other) => margin(other) < margin(entry)).length;
  const streak = streakOf(results.keys());
  return (
    <div class="daily-result">
      <Caravan />
      <p>
        <strong>{resultText(entry)}</strong>
        {streak > 1 && <> · {say('daily.streak', { n: streak })}</>}
      </p>
      <p role="status" class="standing">
        {standing && (standing.of > 1 ? say('daily.standing', { place: standing.place, n: standing.of }) : say('daily.first'))}
      </p>
      {better > 0 && <p class="soft">{say('daily.better', { better, n: others.length })}</p>}
      <Button icon="share" label={say('daily.share')} onClick={() => void sharePicture(entry, date, streak)} />
    </div>
  );
}

function resultText(entry: Entry): string {
  return say('daily.result', { place: placeOf(entry, entry.you), of: entry.seats.length, n: entry.points[entry.you - 1] ?? 0 });
}

export function DailyCard() {
  const daily = dailyOf(dateBefore(0));
  const results = dailyResults();
  const streak = streakOf(results.keys());
  const [one, two] = seatsOf(daily).slice(1);
  return (
    <section class="daily" aria-labelledby="daily-title">
      <Thumb game={daily.game} />
      <div class="daily-text">
        <h2 id="daily-title">{say('daily')}</h2>
        <p class="soft">{say('daily.against', { game: titleOf(daily.game), one: one?.name ?? '', two: two?.name ?? '' })}</p>
      </div>
      {results.has(daily.date) ? (
        <DailyResult date={daily.date} />
      ) : (
        <div class="daily-result">
          <Caravan />
          {streak > 0 && <p>{say('daily.streak', { n: streak })}</p>}
          <button type="button" class="button act" onClick={() => void play(daily)}>
            <Icon name="play" />
            {say('daily.play')}
          </button>
        </div>
      )}
    </section>
  );
}

// --- the picture ---

const SIDE = 1080;
const INK = '#2a1c13';

/* The scene; words are written over it in the page's own fonts. */
function scene(): string {
  const camels = lastWeek().map((date, i) => {
    const went = wentOn(date);
    const fill = went === 'won' ? '#d9932b' : went === 'played' ? INK : 'none';
    return `<path transform="translate(${96 + 130 * i} ${770 + (i % 2) * 10})scale(1.7)" d="${CAMEL}" fill="${fill}" stroke="${INK}" stroke-width="2.4" stroke-opacity="${went === 'missed' ? 0.35 : 1}"/>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${SIDE}" height="${SIDE}" viewBox="0 0 1080 1080">
<defs><linearGradient id="sky" x2="0" y2="1"><stop stop-color="#f3b97c"/><stop offset="1" stop-color="#fdeecb"/></linearGradient></defs>
<rect width="1080" height="1080" fill="url(#sky)"/><circle cx="540" cy="800" r="190" fill="#ffd978"/>
<path d="M0 800c180-70 340-30 540 0s380 30 540-30v310H0z" fill="#e7bf83"/>
<path d="M0 890c200-40 380-10 560 0s360 10 520-20v210H0z" fill="#d9a45c"/>${camels.join('')}</svg>`;
}

/* Square, without a word about the deal. */
async function pictureOf(entry: Entry, date: string, streak: number): Promise<Blob> {
  const image = new Image();
  image.src = `data:image/svg+xml,${encodeURIComponent(scene())}`;
  await image.decode();
  const canvas = Object.assign(document.createElement('canvas'), { width: SIDE, height: SIDE });
  const brush = canvas.getContext('2d');
  if (!brush) throw new Error('no picture');
  brush.drawImage(image, 0, 0);
  brush.fillStyle = INK;
  brush.textAlign = 'center';
  const line = (y: number, size: number, words: string) => {
    brush.font = `700 ${size}px Philosopher, Georgia, serif`;
    brush.fillText(words, SIDE / 2, y, SIDE - 80);
  };
  line(150, 64, say('daily'));
  line(225, 44, new Intl.DateTimeFormat(language.value, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(date)));
  line(370, 92, titleOf(entry.game));
  line(470, 72, resultText(entry));
  if (streak > 1) line(560, 54, say('daily.streak', { n: streak }));
  line(1010, 60, 'Serai');
  return new Promise((done, failed) => canvas.toBlob((blob) => (blob ? done(blob) : failed(new Error('no picture'))), 'image/png'));
}

/* By the system's share sheet where it takes pictures; else it is downloaded. */
async function sharePicture(entry: Entry, date: string, streak: number): Promise<void> {
  const name = `serai-${date}.png`;
  const picture = await pictureOf(entry, date, streak);
  const files = [new File([picture], name, { type: 'image/png' })];
  if (!navigator.canShare?.({ files })) return downloadFile(name, picture);
  await navigator.share({ files }).catch(() => undefined); // closed without sharing
}
