import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { type Game, Gamer } from './gamer.ts';
import { Journal } from './journal.ts';
import { type Baton, changePrivacy, keepFollowing, keepVault, shareEntry, visitOthers } from './play.ts';
import { type Patience, Session } from './session.ts';

export interface CrowdOptions {
  readonly url: string;
  readonly patience: Patience;
  /** How many gamers have entries of their own, and how many entries have two writers. */
  readonly vaults: number;
  readonly shared: number;
  readonly pauseMs: number;
  /** Whether changes may be made on condition of a version just now. */
  readonly conditional?: () => boolean;
  /** Whether the release before, which knows no versions of copies, has handled events. */
  readonly oldHasServed?: () => boolean;
}

const gamesEach = 5;

/** Gamers who keep changing their vaults through the gateways and remember what they were told is stored. */
export class Crowd {
  readonly journal = new Journal();
  /** Names of everybody who writes. */
  readonly writers: string[] = [];
  readonly #options: CrowdOptions;
  readonly #ending = new AbortController();
  readonly #running: Promise<void>[] = [];
  #active = true;
  #resume: (() => void)[] = [];
  /** How many wait for their turn. */
  #resting = 0;

  private constructor(options: CrowdOptions) {
    this.#options = options;
  }

  static async gather(options: CrowdOptions): Promise<Crowd> {
    const crowd = new Crowd(options);
    const { journal } = crowd;
    const vaults = await crowd.#everyone('vault', options.vaults);
    const sharers = await crowd.#everyone('shared', options.shared);
    const [visitor, hider, ...followers] = await crowd.#everyone('other', 4);
    if (!visitor || !hider) throw new Error('Nobody came');
    const games = await gamesOf(visitor.session);
    for (const gamer of vaults) {
      // The same few games, so that a game's news reach many.
      crowd.#run(gamer.name, (baton) => keepVault(gamer, games.slice(0, gamesEach), baton));
    }
    for (const gamer of sharers) await crowd.#share(gamer, games[gamesEach]);
    for (const gamer of followers) {
      const follow = { followerId: gamer.userId, followeeId: hider.userId, turns: 0, active: false, open: false };
      journal.follows.push(follow);
      crowd.#run(gamer.name, (baton) => keepFollowing(gamer, follow, journal, baton));
    }
    crowd.#run(hider.name, (baton) => changePrivacy(hider, journal, { ...baton, pauseMs: baton.pauseMs * 4 }));
    const users = [...vaults, ...sharers].map(({ userId }) => userId);
    crowd.#running.push(visitOthers(visitor, users, journal, crowd.#baton()));
    return crowd;
  }

  /** Everybody ends what is in hand and waits. @returns false when somebody does not within the time */
  async rest(withinMs: number): Promise<boolean> {
    this.#active = false;
    const deadline = performance.now() + withinMs;
    while (this.#resting < this.#running.length && performance.now() < deadline) await pause(20);
    return this.#resting === this.#running.length;
  }

  goOn(): void {
    this.#active = true;
    for (const resume of this.#resume.splice(0)) resume();
  }

  async disperse(): Promise<void> {
    this.#ending.abort();
    this.goOn();
    await Promise.all(this.#running);
  }

  #baton(): Baton {
    return {
      signal: this.#ending.signal,
      pauseMs: this.#options.pauseMs,
      conditional: this.#options.conditional ?? (() => true),
      oldHasServed: this.#options.oldHasServed ?? (() => false),
      turn: async () => {
        if (this.#active || this.#ending.signal.aborted) return;
        this.#resting += 1;
        await new Promise<void>((resolve) => this.#resume.push(resolve));
        this.#resting -= 1;
      },
    };
  }

  #run(name: string, play: (baton: Baton) => Promise<void>): void {
    this.writers.push(name);
    this.#running.push(play(this.#baton()));
  }

  async #everyone(kind: string, count: number): Promise<Gamer[]> {
    return Promise.all(Array.from({ length: count }, (_, index) => this.#join(`${kind}-${index + 1}`)));
  }

  async #join(name: string): Promise<Gamer> {
    const username = `gamer_${randomUUID().slice(0, 8)}`;
    const session = this.#session(username);
    const { status, body } = await session.register();
    if (status !== 201) throw new Error(`${name} could not register: ${status} ${JSON.stringify(body)}`);
    this.journal.registered.set(username, body.user.id);
    return new Gamer(name, body.user.id, session, this.journal);
  }

  /** Two sign-ins of one account, who both change one entry. */
  async #share(gamer: Gamer, game: Game | undefined): Promise<void> {
    const history = game && (await gamer.add(game, this.#ending.signal));
    if (!history) throw new Error(`${gamer.name} could not add a game`);
    const session = this.#session(gamer.session.username);
    await session.signIn();
    const other = new Gamer(`${gamer.name}-too`, gamer.userId, session, this.journal);
    for (const each of [gamer, other]) this.#run(each.name, (baton) => shareEntry(each, history, baton));
  }

  #session(username: string): Session {
    const { url, patience } = this.#options;
    return new Session(url, username, patience, this.#ending.signal);
  }
}

/** Games that the providers know. */
async function gamesOf(session: Session): Promise<Game[]> {
  const { body } = await session.read('/api/games/search/external?q=the&limit=10');
  const games = (body?.results ?? []).map(({ guid, name }: Game) => ({ guid, name }));
  if (games.length <= gamesEach) throw new Error(`The provider knows too few games: ${JSON.stringify(body)}`);
  return games;
}
