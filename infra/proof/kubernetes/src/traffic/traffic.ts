import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import * as catalogCalls from '@nightshelf/contracts/calls/catalog.ts';
import * as libraryCalls from '@nightshelf/contracts/calls/library.ts';
import { listWholeLibrary } from '@nightshelf/contracts/calls/list-whole-library.ts';
import * as socialCalls from '@nightshelf/contracts/calls/social.ts';
import { GatewayClient } from '@nightshelf/testing/gateway-client.ts';
import { until } from '@nightshelf/testing/until.ts';
import { type Comparison, type Integrity, integrityOf } from './integrity.ts';
import { type Attempt, type Window, windowOf } from './window.ts';

export interface Gamer {
  readonly client: GatewayClient;
  readonly userId: string;
  readonly entryId: string;
  /** Hours of the last acknowledged change, and of the last attempt, which may have been stored without an answer. */
  acknowledged: number;
  attempted: number;
}

/** Between two requests of a gamer: several gamers ask some tens of times a second and leave the machine to the product. */
const thinkMs = 150;
/** Nobody looks at a spinner for longer. */
const patienceMs = 15_000;
const converge = 90_000;

/** Gamers who keep changing and reading their vaults through the gateway, and remember what they were told is stored. */
export class Traffic {
  readonly #gamers: readonly Gamer[];
  readonly #reader: GatewayClient;
  readonly #attempts: Attempt[] = [];
  readonly #running: Promise<void>[];
  #going = true;
  #from = performance.now();
  acknowledgedWrites = 0;

  private constructor(gamers: readonly Gamer[], reader: GatewayClient) {
    this.#gamers = gamers;
    this.#reader = reader;
    this.#running = gamers.map((each) => this.#play(each));
  }

  static async start(url: string, gamers = 6): Promise<Traffic> {
    const { client: reader } = await GatewayClient.register(url);
    return new Traffic(await Promise.all(Array.from({ length: gamers }, () => gamer(url))), reader);
  }

  /** Traffic for as long as something takes; ended as well when that fails. */
  static async during<Result>(url: string, use: (traffic: Traffic) => Promise<Result>): Promise<Result> {
    const traffic = await Traffic.start(url);
    try {
      return await use(traffic);
    } finally {
      traffic.#going = false;
    }
  }

  /** What comes from now on is counted anew. */
  mark(): void {
    this.#from = performance.now();
  }

  sinceMark(): Window {
    return windowOf(this.#attempts, this.#from, performance.now());
  }

  /** Waits until every gamer has been served again for `quietMs` without a failure. @returns the window since the mark */
  async calm(withinMs: number, quietMs = 4000): Promise<Window> {
    await until(
      `no request failed for ${quietMs} ms`,
      async () => {
        await pause(250);
        const now = performance.now();
        const { requests, failed } = windowOf(this.#attempts, Math.max(this.#from, now - quietMs), now);
        return now - this.#from >= quietMs && failed === 0 && requests >= this.#gamers.length;
      },
      withinMs,
    );
    return this.sinceMark();
  }

  /** Ends the traffic, waits until others see what is stored, and says what became of the writes. */
  async settle(): Promise<Integrity> {
    this.#going = false;
    await Promise.all(this.#running);
    const equal = async () => {
      const rows = await this.#compare();
      return rows.every(({ stored, seen }) => stored === seen) && rows;
    };
    const rows = await until('what others see equals what is stored', equal, converge).catch(() => this.#compare());
    return integrityOf(rows);
  }

  #compare(): Promise<Comparison[]> {
    return Promise.all(
      this.#gamers.map(async ({ client, userId, entryId, acknowledged, attempted }) => {
        const { library } = await client.call(listWholeLibrary, {});
        const page = await this.#reader.call(socialCalls.getUser, { params: { id: userId } });
        const hoursIn = (entries: readonly Pick<(typeof library)[number], 'id' | 'hours_played'>[]) =>
          entries.find(({ id }) => id === entryId)?.hours_played ?? -1;
        return {
          acknowledged,
          attempted,
          stored: hoursIn(library),
          seen: hoursIn(page.library),
          entries: library.length,
        };
      }),
    );
  }

  async #play(gamer: Gamer): Promise<void> {
    while (this.#going) {
      gamer.attempted += 0.5;
      const body = { hours_played: gamer.attempted };
      const written = await this.#ask(() =>
        gamer.client.attempt(libraryCalls.updateEntry, { params: { id: gamer.entryId }, body }),
      );
      if (written) {
        gamer.acknowledged = gamer.attempted;
        this.acknowledgedWrites += 1;
      }
      await this.#ask(() => gamer.client.attempt(libraryCalls.listLibrary, {}));
    }
  }

  async #ask(send: () => Promise<{ status: number }>): Promise<boolean> {
    await pause(thinkMs);
    const sentAt = performance.now();
    const answered = send().then(({ status }): Answer => ({ status }));
    const impatient = pause<Answer>(patienceMs, { status: 0, cause: 'patience over' }, { ref: false });
    // The gateway itself may be the one that is away.
    const answer = await Promise.race([answered, impatient]).catch(
      (error): Answer => ({ status: 0, cause: codeOf(error) }),
    );
    this.#attempts.push({ sentAt, endedAt: performance.now(), ...answer });
    return answer.status === 200;
  }
}

type Answer = Pick<Attempt, 'status' | 'cause'>;

/** What `fetch` says of a connection is in the cause of its error. */
function codeOf(error: unknown): string {
  const { cause, message } = error as Error & { cause?: { code?: string } };
  return cause?.code ?? message;
}

/** Somebody new with one game in the vault, of one hour. */
export async function gamer(url: string, username = `gamer_${randomUUID().slice(0, 8)}`): Promise<Gamer> {
  const { client, user } = await GatewayClient.register(url, username);
  const { results } = await client.call(catalogCalls.searchExternalGames, { query: { q: 'zelda', limit: 1 } });
  const { guid = '', name = '' } = results[0] ?? {};
  const { user_game } = await client.call(libraryCalls.addExternalEntry, { body: { guid, name, hours_played: 1 } });
  return { client, userId: user.id, entryId: user_game.id, acknowledged: 1, attempted: 1 };
}
