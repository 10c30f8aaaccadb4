import type { LibraryEntry } from '@nightshelf/contracts/library-entry.ts';
import type { PlaySession } from '@nightshelf/contracts/play-sessions.ts';
import type { Playthrough } from '@nightshelf/contracts/playthroughs.ts';
import { ApiError, fieldMessagesOf, hasCode, messageOf, NetworkError } from '../../../lib/api-errors.ts';
import type { EntryChanges } from '../api.ts';
import { isEmpty } from '../merge-changes.ts';
import {
  type Addition,
  type Change,
  entryFields,
  isOfPart,
  isOfPlaythrough,
  isSession,
  type Part,
  type PartChange,
  partOf,
  playthroughFields,
  type Question,
  type Sent,
  temporaryId,
  type Update,
} from './change.ts';
import type { Delta } from './delta.ts';
import { asFound, temporaryEntry, withChanges } from './overlay.ts';

/** The server's response to a change: empty for a removal, without the entry for a playthrough. */
export interface Stored {
  readonly user_game?: LibraryEntry;
  readonly session?: PlaySession;
  readonly playthrough?: Playthrough;
}

/** An outcome that is reported in an alert. */
export type Notice =
  | { readonly kind: 'added' | 'updated' | 'removed' | 'restored'; readonly entry: LibraryEntry }
  /** The game was removed elsewhere; a user who restores it gets their changes back. */
  | { readonly kind: 'gone'; readonly entry: LibraryEntry; readonly changes: EntryChanges }
  /** `refusal`: a rejection by the server, or a failure to reach it. */
  | { readonly kind: 'failed'; readonly change: Change; readonly refusal: unknown };

export interface Outcome {
  readonly delta: Delta;
  readonly notice?: Notice | null;
  /** The server's current vault is needed before anything else is sent. */
  readonly pulls?: true;
}

/** How often a change is rebased onto another device's changes before it is given up. */
const mostRounds = 5;

const kindOf = { addEntry: 'added', updateEntry: 'updated', removeEntry: 'removed', restoreEntry: 'restored' } as const;

/** Returns a change that waits for the user's decision. */
export const asking = <Asked extends Change>(change: Asked, asks: Question): Asked => ({
  ...change,
  sent: undefined,
  asks,
});

/**
 * Handles the response to a change, or its rejection.
 * @param sent the answered request
 * @param saved the server's entry as known when the response arrived
 * @param queue all unacknowledged changes
 * @param isResent the response may be a stored one, older than `saved`
 */
export function settle(
  change: Change,
  sent: Sent,
  saved: LibraryEntry | null,
  queue: readonly Change[],
  response: Stored | Error,
  isResent = false,
): Outcome {
  const { guid, key, base } = change;
  if (response instanceof Error) {
    const now = currentEntry(response);
    return now ? rebase(change, sent, now, queue) : refuse(change, sent, saved, queue, response);
  }
  const entry = response.user_game ? asFound(response.user_game, base.game) : null;
  const isGone = change.call === 'removeEntry' && saved?.id === sent.entryId;
  const isKnown = entry !== null && saved?.id === entry.id;
  const isStale = isKnown && saved.version > entry.version;
  // Without a version to compare, only the next pull shows whether a stored response is out of date.
  const isUnsure = isResent && !isKnown && (entry !== null || change.call === 'removeEntry');
  const news: Delta =
    isUnsure || isStale ? {} : { ...(entry && { entries: [entry] }), ...(isGone && { gone: [guid] }) };
  const over: Delta = isUnsure ? { queued: [{ ...change, done: true }] } : { dropped: [key] };
  const pulls = isUnsure ? ({ pulls: true } as const) : {};
  if (isOfPart(change)) {
    const stored = storedPart(change, response.session ?? response.playthrough ?? null, queue);
    const queued = [...(stored.queued ?? []), ...(over.queued ?? [])];
    return { delta: { ...news, ...stored, ...over, queued }, ...pulls };
  }
  const changes = sent.touching;
  if (changes && !isEmpty(changes) && entry)
    return { delta: { ...news, queued: [asking(change, { why: 'conflict', changes })] }, ...pulls };
  // Changes made before the entry's id was known.
  const knowing = queue.flatMap((next) =>
    entry && next.base.id === temporaryId(key) && next.key !== key
      ? [{ ...next, base: { ...next.base, id: entry.id } }]
      : [],
  );
  const notice = { kind: kindOf[change.call], entry: entry ?? base };
  return { delta: { ...news, ...over, queued: [...knowing, ...(over.queued ?? [])] }, notice, ...pulls };
}

/** Returns the entry that was changed since it was read. */
function currentEntry(error: Error): LibraryEntry | undefined {
  if (!(error instanceof ApiError) || error.code !== 'library.entry_changed') return undefined;
  return (error.failure as { readonly entry?: LibraryEntry }).entry;
}

/** Returns the session or playthrough that was changed since it was read. */
function currentPart(error: Error): Part | undefined {
  if (!(error instanceof ApiError) || !error.code.endsWith('_changed')) return undefined;
  const { session, playthrough } = error.failure as Stored;
  return session ?? playthrough;
}

/** Repeats a change on top of the current entry. */
function rebase(change: Change, sent: Sent, now: LibraryEntry, queue: readonly Change[]): Outcome {
  const next = { ...change, sent: undefined, rounds: (change.rounds ?? 0) + 1 };
  if (next.rounds < mostRounds) return { delta: { entries: [now], queued: [next] } };
  const over = refuse(next, sent, now, queue, new NetworkError('The entry keeps changing.'));
  return { ...over, delta: { entries: [now], ...over.delta } };
}

/** The server was unreachable: the change is kept for later and treated as done. */
export function postpone(change: Change): Outcome {
  if (change.waits) return { delta: {} };
  const notice = isOfPart(change) ? null : { kind: kindOf[change.call], entry: change.base };
  return { delta: { queued: [{ ...change, waits: true }] }, notice };
}

const notFound = 'library.entry_not_found';

/** The server would reject a change of this entry. */
export const entryNotFound = (): ApiError => new ApiError(404, { code: notFound });

/** Handles a rejected change; a kept change waits for the user's decision instead of being dropped. */
function refuse(
  change: Change,
  sent: Sent,
  saved: LibraryEntry | null,
  queue: readonly Change[],
  refusal: Error,
): Outcome {
  const { key, guid } = change;
  const isNotFound = hasCode(refusal, notFound);
  const gone = isNotFound && saved?.id === sent.entryId ? { gone: [guid] } : {};
  const withGone = ({ delta, ...rest }: Outcome): Outcome => ({ ...rest, delta: { ...delta, ...gone } });
  if (isOfPart(change)) return withGone(refusePart(change, queue, refusal));
  const failed: Outcome = { delta: { dropped: [key] }, notice: { kind: 'failed', change, refusal } };
  switch (change.call) {
    case 'addEntry': {
      if (change.waits) return refuseAddition(change, saved, queue, refusal);
      // Choices made while the game was being added fail with it.
      const choices = queue.filter(({ base }) => base.id === change.base.id);
      return { ...failed, delta: { dropped: [key, ...choices.map((one) => one.key)] } };
    }
    case 'updateEntry': {
      if (isNotFound) return withGone(removedElsewhere(change));
      const question = { why: 'refused', changes: change.body, message: messageOf(refusal, '') } as const;
      return change.waits ? { delta: { queued: [asking(change, question)] } } : failed;
    }
    case 'removeEntry':
      return isNotFound
        ? withGone({ delta: { dropped: [key] }, notice: { kind: 'removed', entry: change.base } })
        : failed;
    case 'restoreEntry':
      return change.waits && isNotFound ? addAnew(change, queue) : failed;
  }
}

export const removedElsewhere = ({ key, base, body }: Update): Outcome => ({
  delta: { dropped: [key] },
  notice: { kind: 'gone', entry: base, changes: body },
});

const followersOf = ({ key, guid }: Change, queue: readonly Change[]) =>
  queue.filter((next) => next.guid === guid && next.key !== key && !next.asks);

/** Drops the later changes of the entry too, since they are useless without it. */
function refuseAddition(
  change: Addition,
  saved: LibraryEntry | null,
  queue: readonly Change[],
  refusal: Error,
): Outcome {
  const rounds = (change.rounds ?? 0) + 1;
  if (hasCode(refusal, 'library.already_added') && (saved || rounds < 4)) {
    // Added elsewhere in the meantime: fetch that entry, then compare.
    return { delta: { queued: [{ ...change, sent: undefined, rounds }] }, pulls: true };
  }
  const followers = followersOf(change, queue);
  const dropped = [change, ...followers].map(({ key }) => key);
  // The user removed the game again, so the rejection does not matter.
  if (followers.at(-1)?.call === 'removeEntry')
    return { delta: { dropped }, notice: { kind: 'removed', entry: change.base } };
  // Keep the sessions and playthroughs of the rejected game.
  const parts = followers.flatMap((next) =>
    isOfPart(next) && !next.before ? (refusePart(next, followers, refusal, {}).delta.queued ?? []) : [],
  );
  const edits = followers.map((next) => (next.call === 'updateEntry' ? next.body : {}));
  const body = entryFields(Object.assign({ ...change.body }, ...edits));
  const failed = { ...change, base: withChanges(change.base, body), body };
  const stays = new Set(parts.map(({ key }) => key));
  return {
    delta: { queued: parts, dropped: dropped.filter((key) => !stays.has(key)) },
    notice: { kind: 'failed', change: failed, refusal },
  };
}

/** Returns the addition of a game with the fields of a removed entry. */
export function additionOf(change: Change, key: string): Addition {
  const { base, guid, order, tab, waits = false } = change;
  const body = entryFields(base);
  const anew = temporaryEntry(key, base.game, body, Date.parse(base.date_added));
  return { call: 'addEntry', key, order, guid, tab, waits, base: anew, body };
}

/** Adds the game with its fields when it is too late to restore the entry. */
function addAnew(change: Change, queue: readonly Change[]): Outcome {
  const anew = additionOf(change, `${change.key}-anew`);
  const { id } = anew.base;
  const followers = followersOf(change, queue).map((next) =>
    next.call === 'addEntry' ? next : { ...next, base: { ...next.base, id, version: 0 } },
  );
  return { delta: { dropped: [change.key], queued: [anew, ...followers] } };
}

/** Returns a queued part with its edits on top of the server's version. */
function rebased<P extends Part>(now: P, { version, entry_id, game, ...part }: Part): P {
  return { ...now, version, entry_id, game, ...('counts' in part && { counts: part.counts }) };
}

/**
 * Moves later edits of a stored part to the stored version, and notifies the lists.
 * @param part the server's current part; null when it has none
 */
function storedPart(change: PartChange, part: Part | null, queue: readonly Change[]): Delta {
  const queued = queue.flatMap((next) => {
    if (!part || !isOfPart(next) || next.key === change.key || partOf<Part>(next).id !== part.id) return [];
    return [{ ...next, before: next.before && part, now: next.now && rebased<Part>(next.now, part) } as PartChange];
  });
  return { queued, parts: [{ before: change.before, now: part }] };
}

const goneCodes = [notFound, 'library.play_session_not_found', 'library.playthrough_not_found'];

/** Returns the server's session or playthrough behind a rejected change: unchanged, or as changed elsewhere. */
export function savedBehind({ before, now, asks }: PartChange): Part | null {
  if (!before || !now || asks?.why === 'gone') return null;
  return asks?.saved ?? before;
}

/**
 * Handles a rejected change of a session or playthrough: it waits for the user's decision together with all later
 * edits, so that no text is lost.
 * @param errors messages by field
 */
export function refusePart(
  change: PartChange,
  queue: readonly Change[],
  refusal: Error,
  errors: Readonly<Record<string, string>> = fieldMessagesOf(refusal),
): Outcome {
  const { key, before, now } = change;
  const { id } = partOf<Part>(change);
  const saved = currentPart(refusal);
  const isGone = goneCodes.some((code) => hasCode(refusal, code));
  if (isOfPlaythrough(change) && now && saved && !isSession(saved)) {
    // It was stored before, and resent after the server had forgotten its key.
    const isStored = JSON.stringify(playthroughFields(saved)) === JSON.stringify(playthroughFields(partOf(change)));
    if (isStored) return { delta: { ...storedPart(change, saved, queue), dropped: [key] } };
  }
  if (!now) {
    const notice = isGone ? null : ({ kind: 'failed', change, refusal } as const);
    return { delta: { dropped: [key], ...(isGone && { parts: [{ before, now: null }] }) }, notice };
  }
  const followers = queue.filter(
    (next): next is PartChange => isOfPart(next) && next.key !== key && partOf<Part>(next).id === id && !next.asks,
  );
  const dropped = followers.map((next) => next.key);
  const last = followers.at(-1);
  // The user removed it anyway; a part that never reached the server needs no removal.
  if (last && !last.now) return { delta: { dropped: before ? [key] : [...dropped, key] } };
  const [first = messageOf(refusal, '')] = Object.values(errors);
  const why = saved ? 'conflict' : isGone ? 'gone' : 'refused';
  const question: Question = { why, changes: {}, message: first, ...(saved && { saved }) };
  return { delta: { queued: [asking({ ...change, now: last?.now ?? now } as PartChange, question)], dropped } };
}
