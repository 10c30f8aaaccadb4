import { type Change, isPlay, type PlayChange, type Question } from './change.ts';
import type { Outcome, Refusal } from './outcome.ts';

const isGone = ({ code }: Refusal) => code === 'library.entry_not_found' || code === 'library.play_session_not_found';

const whyOf = (refusal: Refusal): Question['why'] => {
  if (refusal.session) return 'conflict';
  return isGone(refusal) ? 'gone' : 'refused';
};

/** The change as it waits for the person's word. */
function asking<Made extends PlayChange>(change: Made, refusal: Refusal): Made {
  const { message, errors, session } = refusal;
  const [first = message] = Object.values(errors);
  const asks: Question = { why: whyOf(refusal), changes: {}, message: first, ...(session && { session }) };
  return { ...change, sent: undefined, asks };
}

/**
 * What a refusal of a change of a session does. What somebody has said of a session is never thrown away: it waits for their word,
 * with all that they have said of it since.
 */
export function refusePlay(change: PlayChange, queue: readonly Change[], refusal: Refusal): Outcome {
  const { key, session } = change;
  const followers = queue.filter(
    (next): next is PlayChange => isPlay(next) && next.key !== key && next.session.id === session.id && !next.asks,
  );
  const dropped = followers.map((next) => next.key);
  if (change.kind === 'unlog') {
    const told = isGone(refusal) ? null : ({ kind: 'failed', change, refusal } as const);
    return { delta: { dropped: [key], ...(isGone(refusal) && { played: [{ before: session, now: null }] }) }, told };
  }
  // It is to be taken away all the same; what was never there is not asked for.
  if (followers.at(-1)?.kind === 'unlog') {
    return { delta: { dropped: change.kind === 'log' ? [...dropped, key] : [key] }, told: null };
  }
  const words = Object.assign({}, ...followers.map((next) => (next.kind === 'relog' ? next.fields : {})));
  const whole =
    change.kind === 'log'
      ? { ...change, session: { ...session, ...words } }
      : { ...change, fields: { ...change.fields, ...words } };
  const kept = asking(whole, refusal);
  return { delta: { queued: [kept], dropped }, told: { kind: 'failed', change: kept, refusal } };
}
