import { setTimeout as pause } from 'node:timers/promises';
import type { Game, Gamer } from './gamer.ts';
import type { EntryHistory, Seen } from './history.ts';
import type { FollowHistory, Journal } from './journal.ts';

/** Says when to go on, and when to stop. */
export interface Baton {
  readonly signal: AbortSignal;
  /** Resolves at once while there is to be activity, else when there is again. */
  readonly turn: () => Promise<void>;
  /** Milliseconds between two actions of one gamer. */
  readonly pauseMs: number;
  /** Whether changes may be made on condition of a version just now. */
  readonly conditional: () => boolean;
  /** Whether the release before, which knows no versions of copies, has handled events. */
  readonly oldHasServed: () => boolean;
}

async function* turns({ signal, turn, pauseMs }: Baton): AsyncGenerator<void> {
  for (;;) {
    await turn();
    if (signal.aborted) return;
    yield;
    await pause(pauseMs * (0.5 + Math.random()));
  }
}

interface Shelved {
  readonly history: EntryHistory;
  seen: Seen | null;
}

/** The only one who writes to these entries: adds, changes, removes, restores. */
export async function keepVault(gamer: Gamer, games: readonly Game[], baton: Baton): Promise<void> {
  const shelf = new Map<string, Shelved>();
  for await (const _ of turns(baton)) {
    const game = games[Math.floor(Math.random() * games.length)];
    if (!game) return;
    const shelved = shelf.get(game.guid);
    if (!shelved?.seen) {
      const history = shelved && Math.random() < 0.7 ? await broughtBack(gamer, shelved) : null;
      const added = history ?? (await gamer.add(game, baton.signal));
      if (added) shelf.set(game.guid, { history: added, seen: await gamer.look(added, baton.signal) });
      continue;
    }
    const intent =
      Math.random() < 0.06
        ? await gamer.remove(shelved.history)
        : await gamer.change(shelved.history, conditionOf(shelved.seen, baton));
    if (intent.outcome === 'acknowledged' && intent.kind === 'remove') shelved.seen = null;
    else if (intent.outcome === 'acknowledged' && intent.seen) shelved.seen = intent.seen;
    else shelved.seen = await gamer.look(shelved.history, baton.signal);
  }
}

async function broughtBack(gamer: Gamer, { history }: Shelved): Promise<EntryHistory | null> {
  const { outcome } = await gamer.restore(history);
  return outcome === 'refused' ? null : history;
}

/** Half of the changes name the version that they are about. */
const conditionOf = (seen: Seen | null, { conditional }: Baton) =>
  conditional() && Math.random() < 0.5 ? seen?.version : undefined;

/** One of several who change the same entry without knowing of each other. */
export async function shareEntry(gamer: Gamer, history: EntryHistory, baton: Baton): Promise<void> {
  let seen = await gamer.look(history, baton.signal);
  for await (const _ of turns(baton)) {
    const intent = await gamer.change(history, conditionOf(seen, baton));
    // Half of the time it goes on from what it was told, else from a look of its own.
    seen = intent.seen && Math.random() < 0.8 ? intent.seen : await gamer.look(history, baton.signal);
  }
}

/** Follows and unfollows the same user in turn, each until it is acknowledged. */
export async function keepFollowing(
  gamer: Gamer,
  follow: FollowHistory,
  journal: Journal,
  baton: Baton,
): Promise<void> {
  for await (const _ of turns(baton)) {
    const wish = follow.open ? follow.active : !follow.active;
    if (!follow.open) {
      follow.turns += 1;
      follow.active = wish;
      follow.open = true;
    }
    const path = `/api/users/${follow.followeeId}/${wish ? 'follow' : 'unfollow'}`;
    const { status, sentAt, endedAt } = await gamer.session.intend('POST', path);
    if (status !== 200) continue;
    follow.open = false;
    journal.acknowledge(gamer.name, sentAt, endedAt);
  }
}

/** Looks through others' shelves: an entry never shows an older state than it did before. */
export async function visitOthers(
  gamer: Gamer,
  users: readonly string[],
  journal: Journal,
  baton: Baton,
): Promise<void> {
  const shown = new Map<string, number>();
  for await (const _ of turns(baton)) {
    const user = users[Math.floor(Math.random() * users.length)];
    const { status, body } = await gamer.session.read(`/api/users/${user}`);
    if (status !== 200) continue;
    journal.reads += 1;
    for (const { id, version } of body.library) {
      const before = shown.get(id) ?? 0;
      // A copy that the release before has made anew, of an entry that was removed and restored, says version 1 of any.
      if (version === 1 && baton.oldHasServed()) continue;
      if (version < before) journal.stepsBack.push({ entryId: id, before, after: version });
      shown.set(id, Math.max(before, version));
    }
  }
}

/** Changes an account's privacy back and forth, which others' copies have to follow. */
export async function changePrivacy(gamer: Gamer, journal: Journal, baton: Baton): Promise<void> {
  let hidden = false;
  for await (const _ of turns(baton)) {
    hidden = !hidden;
    const body = { privacy: hidden ? 'private' : 'public' };
    const { status, sentAt, endedAt } = await gamer.session.intend('PATCH', '/api/auth/profile', body);
    if (status === 200) journal.acknowledge(gamer.name, sentAt, endedAt);
  }
}
