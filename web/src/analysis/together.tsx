/* Looking at a finished online game together: one player leads, the others follow or look around on their own. */
import { signal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { send } from '../connection';
import { inRoom, room } from '../room';
import { say } from '../words';
import { followLine, lineTo, type Node } from './tree';

const EVERY_MS = 250; // that others are told where one looks

const following = signal(true);

function stopLeading(): void {
  const here = room.peek();
  if (here?.lead && here.lead.by === here.you) send({ t: 'lead' });
}

/* Where others look if they follow us; and where we do, if somebody else leads. */
export function Together({ node }: { node: Node }) {
  const here = inRoom() && room.value?.state === 'over' ? room.value : null;
  const lead = here?.lead;
  const leads = lead !== undefined && lead.by === here?.you;
  const at = lineTo(node).join(' ');
  const goal = lead && !leads ? `${lead.ply} ${lead.line}`.trim() : null;
  const told = useRef(0);
  const was = useRef<{ goal: string | null; there: boolean }>({ goal: null, there: false });

  const tell = () => {
    const [ply, ...moves] = at.split(' ');
    told.current = Date.now();
    send({ t: 'lead', ply: Number(ply), line: moves.join(' ') });
  };
  useEffect(() => {
    if (!leads) return undefined;
    const timer = setTimeout(tell, Math.max(0, told.current + EVERY_MS - Date.now()));
    return () => clearTimeout(timer);
  }, [leads, at]);
  useEffect(() => stopLeading, []);

  useEffect(() => {
    if (goal !== null && following.value && at !== goal)
      void followLine(goal.split(' ').map((part, i) => (i ? part : Number(part))));
  }, [goal, following.value]);
  useEffect(() => {
    const before = was.current;
    was.current = { goal, there: at === goal };
    if (before.there && before.goal === goal && at !== goal) following.value = false; // we have gone elsewhere
  }, [at, goal]);

  if (!here || (!lead && here.you === 0)) return null;
  const name = here.seats[(lead?.by ?? 0) - 1]?.name ?? '';
  const [words, label, act] = !lead
    ? (['', 'together.lead', tell] as const)
    : leads
      ? (['together.own', 'together.stop', stopLeading] as const)
      : following.value
        ? (['together.follows', 'together.alone', () => (following.value = false)] as const)
        : (['together.leads', 'together.follow', () => (following.value = true)] as const);
  return (
    <div class="together" role="status">
      {words && <p>{say(words, { name })}</p>}
      <button type="button" class="button" onClick={act}>
        {say(label)}
      </button>
    </div>
  );
}
