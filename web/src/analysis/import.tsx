/* Opens what is typed or pasted: a record, a position, or a link to a game. */
import { useSignal } from '@preact/signals';
import { PageHeader } from '../page_header';
import { RefusalAlert, reasonOfText } from '../refusal';
import { fromLink, readFile, type Saved } from '../saved';
import { say } from '../words';
import { openTree, trouble } from './tree';

async function read(text: string): Promise<Saved | null> {
  const [, link] = /#r=([\w-]+)/.exec(text) ?? [];
  return link ? await fromLink(link) : readFile(text.trim());
}

export function Import({ back }: { back: string }) {
  const text = useSignal('');
  const open = async (event: Event) => {
    event.preventDefault();
    const saved = await read(text.value);
    if (saved) await openTree(saved);
    else trouble.value = reasonOfText(say('analysis.broken'));
  };
  return (
    <div class="page">
      <PageHeader title={say('analysis')} back={back} />
      <main>
        <form class="import" onSubmit={(event) => void open(event)}>
          <label>
            <span>{say('analysis.paste')}</span>
            <textarea
              rows={9}
              spellcheck={false}
              autocomplete="off"
              placeholder={'{"game":"marrakech","players":2,…}'}
              value={text.value}
              onInput={(event) => (text.value = event.currentTarget.value)}
            />
          </label>
          <RefusalAlert why={trouble.value} />
          <button type="submit" class="button act big" disabled={text.value.trim() === ''}>
            {say('analysis.open')}
          </button>
        </form>
      </main>
    </div>
  );
}
