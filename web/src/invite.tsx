/* Inviting others to a table: its link, to be copied, shared, or scanned as a QR code. */
import { encode } from 'uqr';
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

export function Invite({ table }: { table: string }) {
  const url = tableLink(table);
  return (
    <section class="invite" aria-labelledby="invite-title">
      <h2 id="invite-title">{say('invite')}</h2>
      <p class="soft">{say('invite.about')}</p>
      <div class="invite-link">
        <input type="text" readOnly aria-label={say('invite.link')} value={url} onFocus={(event) => event.currentTarget.select()} />
        <Button icon="share" label={say('invite.pass')} onClick={() => void shareLink(url, say('invite.done'))} />
      </div>
      <Code text={url} />
    </section>
  );
}
