/* The end of the game: who won, and what everybody's points are made of. */
import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { Button } from './button';
import { Dialog } from './dialog';
import { gameNamed } from './games';
import { Icon } from './icons';
import { moving } from './playback';
import type { Step } from './protocol';
import { HOME, go } from './route';
import { currentGame, goTo, last, live, mode, over, rematch } from './session';
import { tableInfo, now, steps } from './table';
import { shareReplay } from './menu';
import { playAgain } from './room';
import { download } from './saved';
import { language, say } from './words';

export const finalOpen = signal(false);

/* Opens once by itself, when the last motion of a game has ended. */
let shownEnd: Step | undefined;
export function useOpenAtEnd(): void {
  const end =
    over.value && live.value && !moving.value && (mode.value === 'play' || mode.value === 'online')
      ? steps.value[last.value]
      : undefined;
  useEffect(() => {
    if (!end || end === shownEnd) return;
    shownEnd = end;
    finalOpen.value = true;
  }, [end]);
}

function headline(winners: number[]): string {
  const { seats = [], you = 0 } = tableInfo.value ?? {};
  const won = winners.includes(you);
  const others = winners.filter((seat) => seat !== you).map((seat) => seats[seat - 1]?.name ?? '');
  if (winners.length === 1) return won ? say('final.you') : say('final.won', { name: others[0] ?? '' });
  const names = won ? [say('final.shared.you'), ...others] : others;
  return say('final.shared', { names: new Intl.ListFormat(language.value).format(names) });
}

export function Final() {
  const table = tableInfo.value;
  const step = steps.value[steps.value.length - 1];
  const winners = now.value?.winners ?? [];
  if (!finalOpen.value || !table || !step || winners.length === 0) return null;

  const close = () => (finalOpen.value = false);
  const closeAnd = (act: () => void) => () => {
    close();
    act();
  };
  const { scoreParts: parts } = gameNamed(table.game).face.speech;
  const rows = table.seats
    .map((seat, i) => ({ seat: i + 1, name: i + 1 === table.you ? say('you') : seat.name, parts: parts(step.tally[i] ?? {}) }))
    .map((row) => ({ ...row, points: row.parts.reduce((sum, part) => sum + part.points, 0), won: winners.includes(row.seat) }))
    .sort((a, b) => Number(b.won) - Number(a.won) || b.points - a.points);
  const labels = [...new Set(rows.flatMap((row) => row.parts.map((part) => part.label)))];
  const of = (row: (typeof rows)[number], label: string) => row.parts.find((part) => part.label === label)?.points ?? 0;

  return (
    <Dialog title={headline(winners)} kind="final" close={close}>
      <div class="stars" aria-hidden="true">
        {Array.from({ length: 9 }, (_, i) => (
          <Icon key={i} name="star" />
        ))}
      </div>
      <div class="scroll" tabIndex={0} role="region" aria-label={say('result')}>
        <table>
          <thead>
            <tr>
              <th scope="col">
                <span class="hidden">{say('final.part')}</span>
              </th>
              {rows.map((row) => (
                <th key={row.seat} scope="col" class={`seat-${row.seat} ${row.won ? 'won' : ''}`}>
                  <span class="seat-dot" aria-hidden="true" />
                  {row.name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {labels.map((label) => (
              <tr key={label}>
                <th scope="row">{label}</th>
                {rows.map((row) => (
                  <td key={row.seat}>{of(row, label)}</td>
                ))}
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">{say('final.points')}</th>
              {rows.map((row) => (
                <td key={row.seat} class={row.won ? 'won' : ''}>
                  {row.points}
                </td>
              ))}
            </tr>
          </tfoot>
        </table>
      </div>
      <div class="final-buttons">
        <Button
          icon="again"
          label={say('final.rematch')}
          kind="act big"
          onClick={closeAnd(() => (mode.value === 'online' ? playAgain() : rematch()))}
        />
        <Button icon="play" label={say('final.replay')} onClick={closeAnd(() => goTo(0))} />
        <Button icon="link" label={say('menu.link')} onClick={() => void shareReplay(currentGame())} />
        <Button
          icon="save"
          label={say('menu.file')}
          onClick={() => {
            const saved = currentGame();
            if (saved) download(saved);
          }}
        />
        <Button icon="home" label={say('home')} onClick={closeAnd(() => go(HOME))} />
      </div>
    </Dialog>
  );
}
