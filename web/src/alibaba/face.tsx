/* Ali Baba's face: the cave is in cave.tsx; here is what surrounds it: the treasures behind your screen, the choices that a magic
 * asks for, and each seat's card. */
import type { ComponentChildren } from 'preact';
import { Count, rankOf, seatColours, tap, useRoving } from '../board';
import type { Face, Piece, Turn } from '../face';
import type { Tally } from '../protocol';
import { Sign } from '../sign';
import { keyed, say } from '../words';
import './alibaba.css';
import { Coin, COLOURS, kindOf, KINDS, Magic, Screen, Seal, Tile, Treasure } from './art';
import { Board, Medallion, phases } from './cave';
import { Cover, Picture, SignOf } from './pictures';
import * as speech from './speech';
import { partsOf, tileOf } from './speech';
import type { AlibabaEffect, AlibabaView, AlibabaScene } from './view';

// --- what is yours ---

/* What a set of one to six tiles is worth, as printed on the screens; what you have earned comes with the tally. [5.6] */
const LADDER = [1, 3, 6, 10, 15, 21];

const countOf = (hand: (string | null)[], kind: string): number =>
  hand.filter((tile) => tile !== null && kindOf(tile) === kind).length;

function Mine({ view, you, step, seats }: AlibabaScene) {
  const hand = (seat: number) => view.hands[seat - 1] ?? [];
  const others = seats
    .map((_, i) => i + 1)
    .filter((seat) => seat !== you && hand(seat).length > 0 && hand(seat).every((tile) => tile !== null));
  return (
    <>
      {you > 0 && <Shelf view={view} hand={hand(you)} tally={step.tally[you - 1] ?? {}} />}
      {others.length > 0 && (
        <ul class="ab-open-screens">
          {others.map((seat) => (
            <OpenScreen
              key={seat}
              name={seats[seat - 1]?.name ?? ''}
              seat={seat}
              hand={hand(seat)}
              tally={step.tally[seat - 1] ?? {}}
            />
          ))}
        </ul>
      )}
    </>
  );
}

function Shelf({ view, hand, tally }: { view: AlibabaView; hand: (string | null)[]; tally: Tally }) {
  const sets = KINDS.reduce((sum, kind) => sum + (tally[kind] ?? 0), 0);
  return (
    <section class="ab-shelf">
      <header>
        <h2>{say('alibaba.mine')}</h2>
        <Sign of="alibaba.set">{say('alibaba.mine.sum', { sets, all: sets + (tally['magic'] ?? 0) })}</Sign>
      </header>
      <ul>
        {KINDS.map((kind) => {
          const count = countOf(hand, kind);
          const points = tally[kind] ?? 0;
          const out = view.removed.includes(kind);
          const name = say(keyed('alibaba.kind.', kind));
          return (
            <li key={kind} class={out ? 'ab-out' : count ? '' : 'ab-none'}>
              <Treasure kind={kind} />
              <span class="hidden">
                {out ? say('alibaba.mine.out', { kind: name }) : say('alibaba.mine.kind', { kind: name, count, n: points })}
              </span>
              <b key={points} class="tick" aria-hidden="true">
                {count > 0 && points}
              </b>
              <span class="ab-ladder" aria-hidden="true">
                {LADDER.map((step, i) => (
                  <i key={step} class={i < count ? 'ab-won' : i === count ? 'ab-next' : ''} style={{ '--h': step }}>
                    {step}
                  </i>
                ))}
              </span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

/* Another seat's treasures, where they can be seen. */
function OpenScreen({ name, seat, hand, tally }: { name: string; seat: number; hand: (string | null)[]; tally: Tally }) {
  return (
    <li style={seatColours(seat)}>
      <b>{name}</b>
      <span>
        {KINDS.filter((kind) => countOf(hand, kind)).map((kind) => {
          const count = countOf(hand, kind);
          return (
            <span key={kind} class="ab-held">
              <Treasure kind={kind} />
              <span aria-hidden="true">{count}</span>
              <span class="hidden">
                {say('alibaba.mine.kind', { kind: say(keyed('alibaba.kind.', kind)), count, n: tally[kind] ?? 0 })}
              </span>
            </span>
          );
        })}
      </span>
    </li>
  );
}

// --- choices that are not tiles of the cave ---

interface Choice {
  move: string;
  label: string; // under the picture
  picture?: ComponentChildren;
  said?: string; // for screen readers, where the label does not say it all
}

/* One radio group: arrows move in it; a tap selects a choice, a second one plays it. */
function Chooser({
  scene,
  title,
  groups,
}: {
  scene: AlibabaScene;
  title: string;
  groups: { head?: string; shape: string; choices: Choice[] }[];
}) {
  const choices = groups.flatMap((group) => group.choices);
  const keys = useRoving(
    choices.map((choice) => choice.move),
    scene.selected ?? undefined,
    () => scene.select(null),
  );
  return (
    <div class="ab-chooser" role="radiogroup" aria-label={title} {...keys.group}>
      {groups.map((group) => (
        <div key={group.shape} class={`ab-choices ab-choices-${group.shape}`} role="presentation">
          {group.head !== undefined && <h3 aria-hidden="true">{group.head}</h3>}
          {group.choices
            .filter(({ move, picture }) => picture || move !== scene.selected)
            .map(({ move, label, picture, said }) => (
              <button
                key={move}
                type="button"
                role="radio"
                data-spot={move}
                tabIndex={keys.tabIndex(move)}
                aria-checked={scene.selected === move}
                aria-label={said}
                onClick={() => tap(scene, move)}
              >
                {picture}
                {label && <span>{label}</span>}
                <Medallion n={rankOf(scene, move)} />
              </button>
            ))}
        </div>
      ))}
    </div>
  );
}

const plain = (scene: AlibabaScene, move: string): Choice => ({ move, label: speech.confirm(scene, move) });

function Actions(scene: AlibabaScene) {
  const { view, seats, now } = scene;
  if (!now?.legal.length) return null;
  const legal = now.legal;
  const none = legal.filter((move) => move.endsWith(':none')).map((move) => plain(scene, move));
  const title = speech.prompt(scene);
  switch (view.phase) {
    case 'lamp':
      return <Chooser scene={scene} title={title} groups={[{ shape: 'plain', choices: [plain(scene, 'lamp:keep')] }]} />;
    case 'green':
      return none.length ? <Chooser scene={scene} title={title} groups={[{ shape: 'plain', choices: none }]} /> : null;
    case 'yellow':
      return (
        <Chooser scene={scene} title={title} groups={[{ shape: 'plain', choices: legal.map((move) => plain(scene, move)) }]} />
      );
    case 'show':
    case 'pick': {
      const choices = legal.map((move) => {
        const tile = tileOf(view, move);
        const owner = view.phase === 'pick' ? (seats[Number(partsOf(move)[1]) - 1]?.name ?? '') : '';
        return { move, label: owner, picture: <Tile tile={tile} />, said: speech.moveName(scene, move) };
      });
      return <Chooser scene={scene} title={title} groups={[{ shape: 'tiles', choices }]} />;
    }
    case 'white': {
      const sealed = (what: string) => {
        const seat = view.bans.indexOf(what) + 1;
        return (
          seat > 0 && (
            <svg class="ab-already" viewBox="-20 -20 40 40" aria-hidden="true">
              <Seal x={0} y={0} seat={seat} />
            </svg>
          )
        );
      };
      const named = (word: string, label: string, picture: ComponentChildren): Choice => ({
        move: `ban:${word}`,
        label,
        said: label,
        picture: (
          <>
            {picture}
            {sealed(word)}
          </>
        ),
      });
      return (
        <Chooser
          scene={scene}
          title={title}
          groups={[
            {
              head: say('alibaba.ban.kind'),
              shape: 'kinds',
              choices: KINDS.map((kind) => named(kind, say(keyed('alibaba.kind.', kind)), <Treasure kind={kind} />)),
            },
            {
              head: say('alibaba.ban.colour'),
              shape: 'colours',
              choices: COLOURS.map((colour) => named(colour, say(keyed('alibaba.colour.', colour)), <Magic colour={colour} />)),
            },
            ...(none.length ? [{ shape: 'plain', choices: none }] : []),
          ]}
        />
      );
    }
    default:
      return null;
  }
}

// --- a seat's card, and the signs ---

function Badge({ view, seat }: { view: AlibabaView; seat: number }) {
  const count = view.hands[seat - 1]?.length ?? 0;
  const points = view.points[seat - 1] ?? 0;
  const ban = view.bans[seat - 1] ?? null;
  const shown = view.shown[seat - 1] ?? null;
  return (
    <span class="ab-badge" style={seatColours(seat)}>
      <Sign of="alibaba.screen" class="ab-count">
        <Screen />
        <Count n={count} label={say('alibaba.behind', { n: count })} />
        {shown !== null && <Tile key={shown} tile={shown} />}
      </Sign>
      <Sign of="alibaba.coin" class="ab-points">
        <Coin />
        <Count n={points} label={say('alibaba.points', { n: points })} />
      </Sign>
      {ban !== null && (
        <Sign key={ban} of="alibaba.seal" class="ab-ban">
          <svg viewBox="0 0 24 24" aria-hidden="true">
            <use href="#ab-white" />
          </svg>
          {KINDS.includes(ban) ? <Treasure kind={ban} /> : <Magic colour={ban} />}
          <span aria-hidden="true">{speech.allOf(ban)}</span>
          <span class="hidden">{say('alibaba.forbids', { what: speech.allOf(ban) })}</span>
        </Sign>
      )}
    </span>
  );
}

/* The tiles that were taken, the points that they scored, and the ban. */
function TurnPicture({ turn }: { turn: Turn<AlibabaView, AlibabaEffect> }) {
  const seat = turn.seat - 1;
  const points = (turn.steps[turn.steps.length - 1]?.view.points[seat] ?? 0) - (turn.before.points[seat] ?? 0);
  return (
    <>
      {turn.steps.map(({ move, by }, i) => {
        const [verb, what] = partsOf(move ?? '');
        const tile = tileOf(turn.steps[i - 1]?.view ?? turn.before, move ?? '');
        const takes = ['take', 'green', 'pick'].includes(verb) || (verb === 'lamp' && what !== 'keep');
        if (by === turn.seat && takes && tile && tile !== '?') return <Tile key={i} tile={tile} />;
        if (verb !== 'ban' || what === 'none') return null;
        return (
          <span key={i} class="ab-sign" style={seatColours(turn.seat)}>
            <svg viewBox="-20 -20 40 40">
              <Seal x={0} y={0} seat={turn.seat} />
            </svg>
            {KINDS.includes(what) ? <Treasure kind={what} /> : <Magic colour={what} />}
          </span>
        );
      })}
      {points > 0 && (
        <span class="ab-sign">
          <Coin />
          <b>+{points}</b>
        </span>
      )}
    </>
  );
}

/* The tiles of a kind, and a coin for what magic brought. */
function pieces(view: AlibabaView, seat: number, part: string): Piece[] {
  const n = part === 'magic' ? 1 : countOf(view.hands[seat - 1] ?? [], part);
  return Array.from({ length: n }, () => ({ picture: <PartPicture of={part} /> }));
}

const PartPicture = ({ of }: { of: string }) => (of === 'magic' ? <Coin /> : <Treasure kind={of} />);

export const face: Face<AlibabaView, AlibabaEffect> = {
  game: 'alibaba',
  Board,
  Mine,
  Actions,
  Badge,
  Cover,
  Sign: SignOf,
  Picture,
  TurnPicture,
  speech,
  previews: false,
  phases,
  PartPicture,
  turn: (view) => view.turn,
  pieces,
  secrets: (view) => view.options.screens === 'closed' && view.phase !== 'over',
};
