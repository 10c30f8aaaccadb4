import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { maxHours } from '@nightshelf/contracts/entry-rules.ts';
import { statuses } from '@nightshelf/contracts/library-entry.ts';
import { Client, type Outcome } from './client.ts';
import { EntryLedger, type Fields, Ledger, seenIn } from './ledger.ts';

export interface CrowdOptions {
  readonly url: string;
  /** Timeouts of a request's attempts, see `ClientOptions`. */
  readonly attemptsMs: readonly number[];
  /** Number of gamers with a vault that only they change. */
  readonly vaults: number;
  /** Number of entries that two sessions change. */
  readonly shared: number;
  /** Average time between two actions of one gamer. */
  readonly pauseMs: number;
}

interface Game {
  readonly guid: string;
  readonly name: string;
}

interface Gamer {
  readonly name: string;
  readonly userId: string;
  readonly client: Client;
}

const gamesEach = 5;
const vault = '/api/games/library';

/** Gamers who act through the gateways until they are stopped, and record each acknowledged write. */
export class Crowd {
  readonly ledger = new Ledger();
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
    const join = (name: string, count: number) =>
      Promise.all(Array.from({ length: count }, (_, at) => this.#join(`${name}-${at + 1}`)));
    const [owners, sharers, followers] = [
      await join('vault', vaults),
      await join('shared', shared),
      await join('follower', 2),
    ];
    const [visitor, hider] = [await this.#join('visitor'), await this.#join('hider')];
    const { body } = await visitor.client.request('GET', '/api/games/search/external?q=the&limit=10');
    const [sharedGame, ...games]: Game[] = body.results.map(({ guid, name }: Game) => ({ guid, name }));
    if (!sharedGame || games.length < gamesEach) throw new Error('The provider knows too few games');
    // All vaults hold the same few games, so that one game's events reach many.
    for (const owner of owners) this.#write(owner, () => this.#keepVault(owner, games.slice(0, gamesEach)));
    for (const sharer of sharers) {
      const entry = await this.#add(sharer, sharedGame);
      if (!entry) throw new Error(`${sharer.name} could not add a game`);
      const client = this.#client(sharer.client.username);
      await client.signIn();
      for (const gamer of [sharer, { ...sharer, name: `${sharer.name}-too`, client }])
        this.#write(gamer, () => this.#change(gamer, entry));
    }
    for (const follower of followers) this.#toggleFollow(follower, hider);
    let isPrivate = false;
    this.#write(hider, async () => {
      isPrivate = !isPrivate;
      await this.#send(hider, 'PATCH', '/api/auth/profile', { privacy: isPrivate ? 'private' : 'public' });
    });
    this.#running.push(this.#repeat(() => this.#visit(visitor, pick([...owners, ...sharers]))));
  }

  #write(gamer: Gamer, act: () => Promise<unknown>): void {
    this.writers.push(gamer.name);
    this.#running.push(this.#repeat(act));
  }

  async #repeat(act: () => Promise<unknown>): Promise<void> {
    for (;;) {
      if (this.#paused) {
        this.#waiting += 1;
        await this.#paused.promise;
        this.#waiting -= 1;
      }
      if (this.#ending.signal.aborted) return;
      await act();
      await pause(this.#options.pauseMs * (0.5 + Math.random()));
    }
  }

  /** Adds, changes, removes, restores or reads an entry that no other session writes. */
  async #keepVault(gamer: Gamer, games: readonly Game[]): Promise<void> {
    const { guid, name } = pick(games);
    const entry = [...this.ledger.entries.values()].findLast((one) => one.guid === guid && one.userId === gamer.userId);
    if (!entry || (entry.isRemoved && Math.random() < 0.3)) await this.#add(gamer, { guid, name });
    else if (entry.isRemoved) {
      const { body } = (await this.#send(gamer, 'POST', `${vault}/${entry.id}/restore`)) ?? {};
      const seen = seenIn(body?.user_game ?? body?.entry);
      if (!seen) return;
      entry.isRemoved = false;
      entry.acknowledge({}, seen);
    } else if (Math.random() < 0.06) {
      if (await this.#send(gamer, 'DELETE', `${vault}/${entry.id}`)) entry.remove();
    } else if (Math.random() < 0.1) await this.#read(gamer, entry);
    else await this.#change(gamer, entry);
  }

  async #add(gamer: Gamer, game: Game): Promise<EntryLedger | null> {
    const fields = { status: 'playing', rating: null, hours_played: uniqueHours(), platform_id: uniquePlatform() };
    const { body } = (await this.#send(gamer, 'POST', `${vault}/add-external`, { ...game, ...fields })) ?? {};
    const seen = seenIn(body?.user_game);
    if (!seen) return null;
    const entry = new EntryLedger(body.user_game.id, gamer.userId, game.guid);
    this.ledger.entries.set(entry.id, entry);
    entry.acknowledge(fields, seen);
    return entry;
  }

  /** Half of the changes are conditional on the newest version that a gamer saw. */
  async #change(gamer: Gamer, entry: EntryLedger): Promise<void> {
    const fields = randomFields();
    const condition = Math.random() < 0.5 ? { if_version: entry.version } : {};
    const outcome = await this.#send(gamer, 'PUT', `${vault}/${entry.id}`, { ...fields, ...condition }, [409]);
    if (!outcome) return;
    const { status, body } = outcome;
    const seen = seenIn(body.user_game ?? body.entry);
    if (status === 200 && seen) entry.acknowledge(fields, seen, condition.if_version);
    else if (!(body.code === 'library.entry_changed' && seen && seen.version > (condition.if_version ?? seen.version)))
      entry.report('condition', `a change of version ${condition.if_version} returned ${status} ${body.code}`);
  }

  async #read({ client }: Gamer, entry: EntryLedger): Promise<void> {
    const known = entry.version;
    const { status, body } = await client.request('GET', vault);
    if (status === 200) entry.read(seenIn(body.library.find(({ id }: { id: string }) => id === entry.id)), known);
  }

  /** Follows and unfollows a user in turn. */
  #toggleFollow(gamer: Gamer, { userId: followeeId }: Gamer): void {
    const follow = { followerId: gamer.userId, followeeId, turns: 0 };
    this.ledger.follows.push(follow);
    this.#write(gamer, async () => {
      const action = follow.turns % 2 === 0 ? 'follow' : 'unfollow';
      // A private user cannot be found, and is followed later.
      const outcome = await this.#send(gamer, 'POST', `/api/users/${followeeId}/${action}`, undefined, [404]);
      if (outcome?.status === 200) follow.turns += 1;
    });
  }

  /** Reads another user's vault, whose entries must not go back to an older version. */
  async #visit(visitor: Gamer, owner: Gamer): Promise<void> {
    const { status, body } = await visitor.client.request('GET', `/api/users/${owner.userId}`);
    if (status !== 200) return;
    for (const { id, hours_played } of body.library) {
      const shown = this.ledger.shown.get(id) ?? [];
      if (shown.at(-1) !== hours_played) this.ledger.shown.set(id, [...shown, hours_played]);
    }
  }

  /** Sends a write and records it when it is acknowledged. @returns null after an unexpected response, which it reports */
  async #send(
    { name, client }: Gamer,
    method: string,
    path: string,
    body?: object,
    expected: readonly number[] = [],
  ): Promise<Outcome | null> {
    const outcome = await client.request(method, path, body);
    const { status, sentAt, endedAt } = outcome;
    const isAcknowledged = status >= 200 && status < 300;
    if (isAcknowledged) this.ledger.acknowledged.push({ writer: name, sentAt, endedAt });
    if (isAcknowledged || (expected.includes(status) && outcome.body?.success === false)) return outcome;
    const message = `${method} returned ${status} ${JSON.stringify(outcome.body)?.slice(0, 200)}`;
    if (!this.#ending.signal.aborted) this.ledger.problems.push({ check: 'odd response', about: path, message });
    return null;
  }

  async #join(name: string): Promise<Gamer> {
    const client = this.#client(`gamer_${randomUUID().slice(0, 8)}`);
    const { status, body } = await client.register();
    if (status !== 201) throw new Error(`${name} could not register: ${status} ${JSON.stringify(body)}`);
    return { name, userId: body.user.id, client };
  }

  #client(username: string): Client {
    const { url, attemptsMs } = this.#options;
    const onRetry = () => {
      this.ledger.retries += 1;
    };
    return new Client(username, { url, attemptsMs, signal: this.#ending.signal, onRetry });
  }
}

function pick<Item>(items: readonly Item[]): Item {
  return items[Math.floor(Math.random() * items.length)] as Item;
}

/** Every change writes a value that no other change writes. */
function randomFields(): Fields {
  const isBoth = Math.random() < 0.3;
  const hasHours = isBoth || Math.random() < 0.5;
  return {
    ...(hasHours ? { hours_played: uniqueHours() } : {}),
    ...(isBoth || !hasHours ? { platform_id: uniquePlatform() } : {}),
    ...(Math.random() < 0.3 ? { status: pick(statuses) } : {}),
    ...(Math.random() < 0.3 ? { rating: 1 + Math.floor(Math.random() * 10) } : {}),
  };
}

let uniqueCount = 0;

/** Repeats only after 200,000 values. */
function uniqueHours(): number {
  uniqueCount += 1;
  return (uniqueCount % (maxHours * 2)) / 2;
}

function uniquePlatform(): number {
  uniqueCount += 1;
  return 1_000_000 + uniqueCount;
}
