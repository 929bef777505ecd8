/* Inviting others to a table: its link, to be copied, shared, or scanned as a QR code. */
import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { encode } from 'uqr';
import { lanAddresses } from './api';
import { Button } from './button';
import { shareLink } from './menu';
import { tableLink } from './route';
import { say } from './words';

/* Dark on white in both themes, since cameras expect that. */
function Code({ text }: { text: string }) {
  const { data, size } = encode(text, { ecc: 'M', border: 3 });
  const squares = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : [])));
  return (
    <svg class="code" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={say('invite.code')} shape-rendering="crispEdges">
      <rect width={size} height={size} fill="#fff" />
      <path d={squares.join('')} fill="#1f140c" />
    </svg>
  );
}

const LOOPBACK = /^(localhost|127\.[\d.]+|\[::1\])$/;

/* On the server's own machine the page's address leads nowhere on other devices: the link has one that does, if there is one. */
const lan = signal<string[] | null>(null); // null: not asked yet

function useLink(table: string): { url: string; alone: boolean } {
  const url = new URL(tableLink(table));
  const loopback = LOOPBACK.test(url.hostname);
  useEffect(() => {
    if (loopback && lan.value === null)
      lanAddresses().then(
        (found) => (lan.value = found),
        () => (lan.value = []),
      );
  }, [loopback]);
  const [first] = lan.value ?? [];
  if (loopback && first !== undefined) url.hostname = first;
  return { url: url.href, alone: loopback && lan.value?.length === 0 };
}

export function Invite({ table }: { table: string }) {
  const { url, alone } = useLink(table);
  return (
    <section class="invite" aria-labelledby="invite-title">
      <h2 id="invite-title">{say('invite')}</h2>
      <p class="soft">{say(alone ? 'invite.alone' : 'invite.about')}</p>
      <div class="invite-link">
        <input type="text" readOnly aria-label={say('invite.link')} value={url} onFocus={(event) => event.currentTarget.select()} />
        <Button icon="share" label={say('invite.pass')} onClick={() => void shareLink(url, say('invite.done'))} />
      </div>
      <Code text={url} />
    </section>
  );
}
