/* Marrakech's face: the square is in square.tsx; here is what surrounds it: your stall, the cards of the three ways, the carpet in
 * your hand, and each seat's cloth and purse. */
import { boxIn, Count, effectOf, rankOf, tap, useRoving } from '../board';
import type { Face, Piece, Turn } from '../face';
import type { Tally } from '../protocol';
import { Sign } from '../sign';
import { keyed, say } from '../words';
import { ANGLE, Coin, Die, Rolls, Swatch } from './art';
import './marrakech.css';
import { Cover, Picture, SignOf } from './pictures';
import { middle, rotations } from './geometry';
import * as speech from './speech';
import { average, carpetsLeft, cellsOf, colourName, colourOf, isHeading, odds, outcomes, ownerOf } from './speech';
import { Board, carpetInHand, dragging, pairs, phases, turn } from './square';
import type { Heading, MarrakechEffect, MarrakechView, MarrakechScene, Roll } from './view';

const coloursOf = (view: MarrakechView, seat: number): string[] => Object.keys(view.carpets[seat - 1] ?? {});

// --- your stall ---

function Mine({ view, you, step }: MarrakechScene) {
  if (you === 0) return null;
  const tally: Tally = step.tally[you - 1] ?? {};
  const [showing, dirhams] = [tally['carpets'] ?? 0, tally['dirhams'] ?? 0];
  return (
    <section class="mk-stall">
      <h2>{say('marrakech.mine')}</h2>
      <ul>
        <li>
          <Sign of="marrakech.dirham">
            <Coin />
            {say('marrakech.dirhams', { n: dirhams })}
          </Sign>
        </li>
        <li>
          <Sign of="marrakech.half">
            {coloursOf(view, you).map((colour) => (
              <Swatch key={colour} colour={colour} />
            ))}
            {say('marrakech.showing', { n: showing })}
          </Sign>
        </li>
        <li class="mk-sum">
          <b key={dirhams + showing} class="tick">
            {say('marrakech.sum', { n: dirhams + showing })}
          </b>
        </li>
      </ul>
    </section>
  );
}

// --- actions ---

/* A way as a card: a segment for each roll, as wide as it is likely, in the cloth of the player who would be paid. */
function Way({ scene, heading, rolls, tabIndex }: { scene: MarrakechScene; heading: Heading; rolls: Roll[]; tabIndex: 0 | -1 }) {
  const { view } = scene;
  const cost = average(rolls);
  const rank = rankOf(scene, heading);
  return (
    <button
      type="button"
      role="radio"
      class="mk-card"
      data-spot={heading}
      tabIndex={tabIndex}
      aria-checked={scene.selected === heading}
      aria-label={[speech.moveName(scene, heading), ...(scene.aids ? outcomes(scene, rolls) : [])].join('; ')}
      onClick={() => tap(scene, heading)}
    >
      <span class="mk-card-top">
        <svg viewBox="-12 -12 24 24" aria-hidden="true">
          <path transform={`rotate(${ANGLE[heading]})`} d="M0-9V9M-7 2l7 7 7-7" />
        </svg>
        {say(keyed('marrakech.way.', heading))}
        {rank > 0 && <i class="mk-card-rank">{rank}</i>}
      </span>
      {scene.aids && rolls.length > 0 && (
        <>
          <span class="mk-odds">
            {rolls.map((roll) => (
              <i key={roll.roll} class={roll.pay ? `mk-to-${payeeCloth(view, roll)}` : undefined} style={{ flexGrow: roll.weight }}>
                {roll.pay}
                <small>{odds(roll.weight)}</small>
              </i>
            ))}
          </span>
          <span class="mk-average">{cost ? say('marrakech.average', { n: cost }) : say('marrakech.average.none')}</span>
        </>
      )}
    </button>
  );
}

/* The cloth that would be paid for: the one that lies where he stops. */
function payeeCloth(view: MarrakechView, roll: Roll): string {
  return colourOf(view.cells[roll.path[roll.path.length - 1]?.slice(0, 2) ?? ''] ?? '');
}

function Ways({ scene }: { scene: MarrakechScene }) {
  const headings = ['W', 'N', 'S', 'E'].filter(isHeading).filter((heading) => scene.now?.legal.includes(heading));
  const keys = useRoving(headings, scene.selected ?? scene.view.facing, () => scene.select(null));
  return (
    <div class="mk-ways" role="radiogroup" aria-label={speech.prompt(scene)} {...keys.group}>
      {headings.map((heading) => (
        <Way
          key={heading}
          scene={scene}
          heading={heading}
          rolls={effectOf(scene, heading).rolls ?? []}
          tabIndex={keys.tabIndex(heading)}
        />
      ))}
    </div>
  );
}

/* The carpet in your hand, to be dragged onto the square, what was rolled, and the button that turns it. */
function Hand({ scene }: { scene: MarrakechScene }) {
  const { view, step, selected } = scene;
  const cloth = carpetInHand(view);
  const turns = selected !== null && rotations(pairs(scene), selected, view.assam).length > 1;
  return (
    <div class="mk-hand">
      {step.by === 0 && step.move !== null && /^[1-4]$/.test(step.move) && (
        <Sign of="marrakech.die">
          <Die face={Number(step.move)} />
          <span class="hidden">{say('marrakech.rolled', { n: step.move })}</span>
        </Sign>
      )}
      <span class="mk-held" {...dragging(scene)}>
        <Swatch colour={cloth} />
        <span class="hidden">{colourName(cloth)}</span>
      </span>
      <span class="mk-how">{say('marrakech.drag')}</span>
      <button type="button" class="mk-turn" disabled={!turns && selected !== null} onClick={() => turn(scene)}>
        <svg viewBox="0 0 24 24" aria-hidden="true">
          <path d="M20 12a8 8 0 1 1-2.6-5.9M20 3v5h-5" />
        </svg>
        {say('marrakech.turn')}
      </button>
    </div>
  );
}

function Actions(scene: MarrakechScene) {
  if (!scene.now?.legal.length) return null;
  if (scene.view.phase === 'orient') return <Ways scene={scene} />;
  if (scene.view.phase === 'lay') return <Hand scene={scene} />;
  return null;
}

// --- seats and signs ---

function Badge({ view, seat }: { view: MarrakechView; seat: number }) {
  const dirhams = view.dirhams[seat - 1] ?? 0;
  const left = carpetsLeft(view, seat);
  const out = view.out[seat - 1] ?? false;
  const drawn = view.drawn !== null && ownerOf(view, view.drawn) === seat ? view.drawn : null;
  return (
    <span class={`mk-badge${out ? ' mk-is-out' : ''}`}>
      <span class="mk-cloths">
        {coloursOf(view, seat).map((colour) => (
          <span key={colour} class={drawn === colour ? 'mk-drawn' : ''}>
            <Swatch colour={colour} />
            <span class="hidden">
              {drawn === colour ? say('marrakech.drawn', { colour: colourName(colour) }) : colourName(colour)}
            </span>
          </span>
        ))}
      </span>
      <Sign of="marrakech.dirham" class="mk-purse">
        <Coin />
        <Count n={dirhams} label={say('marrakech.dirhams', { n: dirhams })} />
      </Sign>
      {out ? (
        <span class="mk-out">{say('marrakech.out')}</span>
      ) : (
        <Sign of="marrakech.rolls" class="mk-purse">
          <Rolls />
          <b aria-hidden="true">{left}</b>
          <span class="hidden">{say('marrakech.left', { n: left })}</span>
        </Sign>
      )}
    </span>
  );
}

/* The way, the roll, what was paid to whom, and where the carpet lies. */
function TurnPicture({ turn }: { turn: Turn<MarrakechView, MarrakechEffect> }) {
  return (
    <>
      {turn.steps.map(({ move, effect, view }, i) => {
        const before = turn.steps[i - 1]?.view ?? turn.before;
        if (move === null || before.phase === 'draw') return null;
        if (before.phase === 'roll')
          return (
            <span key={i} class="mk-sign">
              <Die face={Number(move)} />
              {effect.pay ? (
                <>
                  <Coin />
                  <b>{effect.pay}</b>
                  <span class={`seat-dot seat-${effect.to ?? 0}`} />
                </>
              ) : null}
            </span>
          );
        if (before.phase === 'lay')
          return (
            <span key={i} class="mk-sign">
              <Swatch colour={colourOf(view.cells[move.slice(0, 2)] ?? '')} />
              <span class="mk-sign-cells">{cellsOf(move).join(' ')}</span>
            </span>
          );
        return (
          <svg key={i} class="mk-sign-way" viewBox="-12 -12 24 24">
            <path transform={`rotate(${ANGLE[move as Heading]})`} d="M0-9V9M-7 2l7 7 7-7" />
          </svg>
        );
      })}
    </>
  );
}

// --- counting ---

/* Each cell that shows one of a seat's carpets, and its purse. */
function pieces(view: MarrakechView, seat: number, part: string): Piece[] {
  if (part === 'dirhams') return (view.dirhams[seat - 1] ?? 0) > 0 ? [{ picture: <Coin /> }] : [];
  return Object.entries(view.cells).flatMap(([cell, carpet]) => {
    const colour = colourOf(carpet);
    if (ownerOf(view, colour) !== seat) return [];
    const [x, y] = middle(cell);
    const at = () => {
      const square = document.querySelector<SVGSVGElement>('.mk-square');
      return square && boxIn(square, x - 50, y - 50, 100, 100);
    };
    return [{ picture: <Swatch colour={colour} />, at }];
  });
}

const PartPicture = ({ of }: { of: string }) => (of === 'dirhams' ? <Coin /> : <Swatch colour="red" />);

export const face: Face<MarrakechView, MarrakechEffect> = {
  game: 'marrakech',
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
  pieces,
};
