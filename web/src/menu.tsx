/* The table's menu: rules, the record as a link and as a file, settings, and a new game. */
import { signal } from '@preact/signals';
import { Dialog } from './dialog';
import { Icon, type IconName } from './icons';
import { abort, earlyEnds, offer, resignOpen } from './early_end';
import { openFairness } from './fairness';
import { openReview } from './review/review';
import { inRoom, leaveOpen, room } from './room';
import { address, go, tableLink } from './route';
import { openRules } from './rules';
import { download, linkOf, type Saved } from './saved';
import { currentGame, goTo, index, mode, over, rematch } from './session';
import { openSettings } from './settings_dialog';
import { openAnalysis } from './study';
import { tableInfo } from './table';
import { say } from './words';

export const menuOpen = signal(false);
export const toast = signal<string | null>(null); // the text of the toast

/* Shows a toast. */
export function showToast(text: string): void {
  toast.value = text;
  setTimeout(() => toast.value === text && (toast.value = null), 5000);
}

/* Shares a link by the system's share sheet on a phone, else by the clipboard; if there is neither, shows it. */
export async function shareLink(url: string, copied: string): Promise<void> {
  try {
    if (navigator.share && matchMedia('(pointer: coarse)').matches) return await navigator.share({ url });
    await navigator.clipboard.writeText(url);
    showToast(copied);
  } catch {
    toast.value = url;
  }
}

export async function shareReplay(saved: Saved | null): Promise<void> {
  if (saved) await shareLink(await linkOf(saved), say('menu.link.done'));
}

export function fullscreen(): void {
  if (document.fullscreenElement) void document.exitFullscreen();
  else void document.documentElement.requestFullscreen();
}

export function Item(props: { icon: IconName; label: string; press: () => void }) {
  const press = () => {
    menuOpen.value = false;
    props.press();
  };
  return (
    <li>
      <button type="button" onClick={press}>
        <Icon name={props.icon} />
        {props.label}
      </button>
    </li>
  );
}

/* At an online table: fairness, the invitation, and ways to end the game. */
function OnlineItems() {
  const here = room.value;
  const ends = earlyEnds();
  return (
    <>
      <Item icon="fair" label={say('fair')} press={openFairness} />
      <Item
        icon="share"
        label={say('invite.pass')}
        press={() => void shareLink(tableLink(here?.table ?? ''), say('invite.done'))}
      />
      {ends?.draw && <Item icon="draw" label={say('offer.draw')} press={() => offer('draw')} />}
      {ends && <Item icon="stop" label={say('offer.stop')} press={() => offer('stop')} />}
      {ends?.abort && <Item icon="close" label={say('abort')} press={abort} />}
      {ends && <Item icon="flag" label={say('resign')} press={() => (resignOpen.value = true)} />}
      {ends && <Item icon="leave" label={say('leave')} press={() => (leaveOpen.value = true)} />}
    </>
  );
}

export function Menu() {
  const game = tableInfo.value?.game;
  if (!menuOpen.value || !game) return null;
  return (
    <Dialog title={say('menu')} close={() => (menuOpen.value = false)}>
      <ul class="menu">
        <Item icon="rules" label={say('rules')} press={() => openRules(game)} />
        <Item icon="first" label={say('menu.replay')} press={() => goTo(0)} />
        {over.value && currentGame() && <Item icon="review" label={say('review')} press={openReview} />}
        {(over.value || mode.value === 'replay') && currentGame() && (
          <Item icon="branch" label={say('analysis')} press={() => openAnalysis(index.value)} />
        )}
        {mode.value !== 'lesson' && currentGame() && (
          <>
            <Item icon="link" label={say('menu.link')} press={() => void shareReplay(currentGame())} />
            <Item
              icon="save"
              label={say('menu.file')}
              press={() => {
                const saved = currentGame();
                if (saved) download(saved);
              }}
            />
          </>
        )}
        <Item icon="settings" label={say('settings')} press={openSettings} />
        {document.fullscreenEnabled && <Item icon="full" label={say('menu.full')} press={fullscreen} />}
        {mode.value === 'play' && <Item icon="again" label={say('menu.again')} press={() => rematch()} />}
        {inRoom() ? <OnlineItems /> : <Item icon="plus" label={say('menu.new')} press={() => go(address('new', game))} />}
      </ul>
    </Dialog>
  );
}

export function Toast() {
  return (
    <div class="toast" role="status">
      {toast.value && (
        <p>
          {toast.value}
          <button type="button" class="round" aria-label={say('close')} onClick={() => (toast.value = null)}>
            <Icon name="close" />
          </button>
        </p>
      )}
    </div>
  );
}
