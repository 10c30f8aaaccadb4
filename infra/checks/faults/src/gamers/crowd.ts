import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { type Game, Gamer } from './gamer.ts';
import { type EntryHistory, Journal, type Seen } from './history.ts';
import { Session } from './session.ts';

export interface CrowdOptions {
  readonly url: string;
  /** Timeouts of a request's attempts, see `SessionOptions`. */
  readonly attemptsMs: readonly number[];
  /** Number of gamers with a vault that only they change. */
  readonly vaults: number;
  /** Number of entries that two sessions change. */
  readonly shared: number;
  /** Average time between two actions of one gamer. */
  readonly pauseMs: number;
}

const gamesEach = 5;

/** Gamers who act through the gateways until they are stopped. */
export class Crowd {
  readonly journal = new Journal();
  /** Names of the gamers who write. */
  readonly writers: string[] = [];
  readonly #options: CrowdOptions;
  readonly #ending = new AbortController();
  readonly #running: Promise<void>[] = [];
  #paused: PromiseWithResolvers<void> | undefined;
  #waiting = 0;

  private constructor(options: CrowdOptions) {
    this.#options = options;
  }

  static async gather(options: CrowdOptions): Promise<Crowd> {
    const crowd = new Crowd(options);
    await crowd.#start();
    return crowd;
  }

  /** Lets every gamer finish the current action and wait. @returns false when one does not finish in time */
  async pause(withinMs: number): Promise<boolean> {
    this.#paused ??= Promise.withResolvers<void>();
    const deadline = performance.now() + withinMs;
    while (this.#waiting < this.#running.length && performance.now() < deadline) await pause(20);
    return this.#waiting === this.#running.length;
  }

  resume(): void {
    this.#paused?.resolve();
    this.#paused = undefined;
  }

  async stop(): Promise<void> {
    this.#ending.abort();
    this.resume();
    await Promise.all(this.#running);
  }

  async #start(): Promise<void> {
    const { vaults, shared } = this.#options;
    const owners = await Promise.all(Array.from({ length: vaults }, (_, at) => this.#join(`vault-${at + 1}`)));
    const sharers = await Promise.all(Array.from({ length: shared }, (_, at) => this.#join(`shared-${at + 1}`)));
    const [visitor, hider] = [await this.#join('visitor'), await this.#join('hider')];
    const games = await findGames(visitor.session);
    // All vaults hold the same few games, so that one game's events reach many.
    for (const owner of owners) this.#write(owner, this.#keepVault(owner, games.slice(0, gamesEach)));
    for (const sharer of sharers) {
      const history = games[gamesEach] && (await sharer.add(games[gamesEach]));
      if (!history) throw new Error(`${sharer.name} could not add a game`);
      const session = this.#session(sharer.session.username);
      await session.signIn();
      const other = new Gamer(`${sharer.name}-too`, sharer.userId, session, this.journal);
      for (const gamer of [sharer, other]) this.#write(gamer, this.#shareEntry(gamer, history));
    }
    for (const follower of [await this.#join('follower-1'), await this.#join('follower-2')]) {
      this.#write(follower, this.#toggleFollow(follower, hider));
    }
    this.#write(hider, this.#togglePrivacy(hider));
    this.#running.push(this.#visit(visitor, [...owners, ...sharers]));
  }

  async *#turns(pauseMs = this.#options.pauseMs): AsyncGenerator<void> {
    for (;;) {
      if (this.#paused) {
        this.#waiting += 1;
        await this.#paused.promise;
        this.#waiting -= 1;
      }
      if (this.#ending.signal.aborted) return;
      yield;
      await pause(pauseMs * (0.5 + Math.random()));
    }
  }

  #write(gamer: Gamer, playing: Promise<void>): void {
    this.writers.push(gamer.name);
    this.#running.push(playing);
  }

  /** Adds, changes, removes and restores entries that no other session writes. */
  async #keepVault(gamer: Gamer, games: readonly Game[]): Promise<void> {
    const entries = new Map<string, { readonly history: EntryHistory; seen: Seen | null }>();
    for await (const _ of this.#turns()) {
      const game = games[Math.floor(Math.random() * games.length)];
      if (!game) return;
      const entry = entries.get(game.guid);
      if (!entry?.seen) {
        const isRestored = entry && Math.random() < 0.7 && (await gamer.restore(entry.history)).outcome !== 'refused';
        const history = isRestored ? entry.history : await gamer.add(game);
        if (history) entries.set(game.guid, { history, seen: await gamer.read(history) });
        continue;
      }
      const isRemoval = Math.random() < 0.06;
      const intent = isRemoval
        ? await gamer.remove(entry.history)
        : await gamer.change(entry.history, sometimes(entry.seen));
      const isKnown = intent.outcome === 'acknowledged' && (isRemoval || intent.seen);
      entry.seen = isKnown ? (intent.seen ?? null) : await gamer.read(entry.history);
    }
  }

  /** Changes an entry that another session changes at the same time. */
  async #shareEntry(gamer: Gamer, history: EntryHistory): Promise<void> {
    let seen = await gamer.read(history);
    for await (const _ of this.#turns()) {
      const intent = await gamer.change(history, sometimes(seen));
      seen = intent.seen && Math.random() < 0.8 ? intent.seen : await gamer.read(history);
    }
  }

  /** Follows and unfollows a user in turn, each until it is acknowledged. */
  async #toggleFollow(gamer: Gamer, { userId: followeeId }: Gamer): Promise<void> {
    const follow = { followerId: gamer.userId, followeeId, turns: 0, active: false, open: false };
    this.journal.follows.push(follow);
    for await (const _ of this.#turns()) {
      if (!follow.open) {
        follow.turns += 1;
        follow.active = !follow.active;
        follow.open = true;
      }
      await gamer.follow(follow, follow.active);
    }
  }

  async #togglePrivacy(gamer: Gamer): Promise<void> {
    let isPrivate = false;
    for await (const _ of this.#turns(this.#options.pauseMs * 4)) {
      isPrivate = !isPrivate;
      await gamer.setPrivacy(isPrivate ? 'private' : 'public');
    }
  }

  /** Reads others' vaults and records entries that go back to an older version. */
  async #visit(visitor: Gamer, owners: readonly Gamer[]): Promise<void> {
    const shown = new Map<string, number>();
    for await (const _ of this.#turns()) {
      const owner = owners[Math.floor(Math.random() * owners.length)];
      const { status, body } = await visitor.session.request('GET', `/api/users/${owner?.userId}`);
      if (status !== 200) continue;
      for (const { id, version } of body.library) {
        const before = shown.get(id) ?? 0;
        if (version < before) this.journal.stepsBack.push({ entryId: id, before, after: version });
        shown.set(id, Math.max(before, version));
      }
    }
  }

  async #join(name: string): Promise<Gamer> {
    const session = this.#session(`gamer_${randomUUID().slice(0, 8)}`);
    const { status, body } = await session.register();
    if (status !== 201) throw new Error(`${name} could not register: ${status} ${JSON.stringify(body)}`);
    return new Gamer(name, body.user.id, session, this.journal);
  }

  #session(username: string): Session {
    const { url, attemptsMs } = this.#options;
    return new Session(username, { url, attemptsMs, journal: this.journal, signal: this.#ending.signal });
  }
}

/** Half of the changes are conditional on the version that the gamer saw. */
const sometimes = (seen: Seen | null) => (Math.random() < 0.5 ? seen?.version : undefined);

async function findGames(session: Session): Promise<Game[]> {
  const { body } = await session.request('GET', '/api/games/search/external?q=the&limit=10');
  const games = (body?.results ?? []).map(({ guid, name }: Game) => ({ guid, name }));
  if (games.length <= gamesEach) throw new Error(`The provider knows too few games: ${JSON.stringify(body)}`);
  return games;
}
