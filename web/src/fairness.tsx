/* Are the dice fair? What is proven, in plain words; the commitments shown before the first move; and every roll with a tick. At
 * the end the record is opened by the table on this device, which rejects an invalid one. */
import { signal } from '@preact/signals';
import { chainAt } from './chain';
import { Dialog } from './dialog';
import { Icon } from './icons';
import type { Fair, Room } from './protocol';
import { contradictions, fair, proof, room, verdict } from './room';
import { tableInfo } from './table';
import { botName } from './travellers/travellers';
import { keyed, say } from './words';

const open = signal(false);

export function openFairness(): void {
  open.value = true;
}

/* Something is wrong: shown wherever the table is, not only in the sheet. */
export const unfair = (): boolean => contradictions.value.length > 0 || wrongs().length > 0;

function wrongs(): string[] {
  return [verdict.value?.wrong, proof.value?.wrong].flatMap((why) => (why ? [why] : []));
}

function Hash({ name, value }: { name: string; value: string | null | undefined }) {
  return (
    <div class="hash">
      <dt>{name}</dt>
      <dd>{value ? <code>{value}</code> : <span class="soft">{say('fair.none')}</span>}</dd>
    </div>
  );
}

function Commitments({ here, known }: { here: Room; known: Fair | null }) {
  const mine = chainAt(here.table)?.own;
  return (
    <details class="more">
      <summary>{say('fair.shown')}</summary>
      <p class="soft">{say('fair.shown.about')}</p>
      <dl>
        <Hash name={say('fair.seal')} value={known?.seal ?? here.seal} />
        <Hash name={say('fair.tip')} value={known?.tip ?? here.tip} />
        {here.seats.map(
          (seat, i) =>
            seat && (
              <Hash
                key={i}
                name={i + 1 === here.you ? say('you') : seat.name || botName(here.seats, i)}
                value={known?.tips?.[i] ?? seat.tip ?? (i + 1 === here.you ? mine : null)}
              />
            ),
        )}
      </dl>
    </details>
  );
}

/* How many rolls are proven: all of them, if the whole record is. */
function provenOf(known: Fair): number {
  if (unfair()) return 0;
  return proof.value ? known.rolls.length : (verdict.value?.rolls ?? 0);
}

function Rolls({ known }: { known: Fair }) {
  const proven = provenOf(known);
  const nameOf = (seat: number) => tableInfo.value?.seats[seat - 1];
  return (
    <ol class="rolls" tabIndex={0} aria-label={say('fair.rolls')}>
      {known.rolls.map(({ ply, seat, own, throws }, i) => {
        const mover = nameOf(seat);
        const bot = mover?.level !== undefined;
        return (
          <li key={ply}>
            <span class={i < proven ? 'good' : 'soft'}>
              <Icon name={i < proven ? 'tick' : 'again'} />
              <span class="hidden">{i < proven ? say('fair.proven') : say('fair.unproven')}</span>
            </span>
            <span>
              {say('fair.roll', {
                number: i + 1,
                name: mover?.name ?? '',
                throws: throws.map(([value, of]) => say('fair.throw', { value: value + 1, of })).join(', '),
              })}
              {own === null && <small> {bot ? say('fair.bot') : say('fair.silent')}</small>}
            </span>
          </li>
        );
      })}
    </ol>
  );
}

function Verdict({ known }: { known: Fair | null }) {
  if (unfair())
    return (
      <div role="alert" class="verdict bad">
        <p>{say('fair.wrong')}</p>
        {wrongs().map((why) => (
          <p key={why}>{why}</p>
        ))}
        {contradictions.value.map((doubt) => (
          <p key={doubt}>{say(keyed('fair.doubt.', doubt))}</p>
        ))}
      </div>
    );
  if (!known || (!proof.value && provenOf(known) === 0)) return <p class="verdict soft">{say('fair.none.yet')}</p>;
  return (
    <p class="verdict good" role="status">
      <Icon name="fair" />
      {say(proof.value ? 'fair.all' : 'fair.so.far', { n: provenOf(known) })}
    </p>
  );
}

export function FairnessSheet() {
  const here = room.value;
  if (!open.value || !here) return null;
  const known = fair.value;
  const close = () => (open.value = false);
  return (
    <Dialog title={say('fair')} kind="tall fairness" close={close}>
      <Verdict known={known} />
      <p>{say('fair.about')}</p>
      <p>{say('fair.about.bots')}</p>
      {known?.anew.map(({ ply, seat }) => (
        <p key={`${ply}.${seat}`} class="soft">
          {say('fair.anew', { name: tableInfo.value?.seats[seat - 1]?.name ?? '', ply })}
        </p>
      ))}
      <Commitments here={here} known={known} />
      {known && known.rolls.length > 0 && <Rolls known={known} />}
    </Dialog>
  );
}
