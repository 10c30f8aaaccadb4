import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import * as catalogCalls from '@nightshelf/contracts/calls/catalog.ts';
import * as libraryCalls from '@nightshelf/contracts/calls/library.ts';
import { listWholeLibrary } from '@nightshelf/contracts/calls/list-whole-library.ts';
import * as socialCalls from '@nightshelf/contracts/calls/social.ts';
import { GatewayClient } from '@nightshelf/testing/gateway-client.ts';
import { until } from '@nightshelf/testing/until.ts';

const thinkMs = 150;
const requestTimeoutMs = 15_000;
const convergenceTimeoutMs = 90_000;

interface Gamer {
  readonly client: GatewayClient;
  readonly userId: string;
  readonly entryId: string;
  /** Hours of the last acknowledged change and of the last attempt; an attempt without a response may be stored. */
  acknowledged: number;
  attempted: number;
}

/** Counts of vaults. */
export interface Integrity {
  /** An acknowledged write is missing. */
  readonly lost: number;
  /** Something is stored that no one sent, or it is stored twice. */
  readonly doubled: number;
  /** Other users see something else. */
  readonly unequal: number;
}

/** Gamers who change and read their vaults until `stop`, and remember what the product acknowledged. */
export class Gamers {
  readonly #gamers: readonly Gamer[];
  readonly #reader: GatewayClient;
  readonly #running: Promise<void>[];
  #going = true;
  requests = 0;
  acknowledgedWrites = 0;
  /** Requests without a 200, by status or error code. */
  readonly failures = new Map<string, number>();

  private constructor(gamers: readonly Gamer[], reader: GatewayClient) {
    this.#gamers = gamers;
    this.#reader = reader;
    this.#running = gamers.map((gamer) => this.#play(gamer));
  }

  static async start(url: string, count = 6): Promise<Gamers> {
    const { client: reader } = await GatewayClient.register(url);
    return new Gamers(await Promise.all(Array.from({ length: count }, () => newGamer(url))), reader);
  }

  async stop(): Promise<void> {
    this.#going = false;
    await Promise.all(this.#running);
  }

  /** Waits until other users see what is stored, at most `convergenceTimeoutMs`, and compares. Call after `stop`. */
  async integrity(): Promise<Integrity> {
    const converged = async () => {
      const vaults = await this.#vaults();
      return vaults.every(({ stored, seen }) => stored === seen) && vaults;
    };
    const vaults = await until('copies equal the vaults', converged, convergenceTimeoutMs).catch(() => this.#vaults());
    return {
      lost: vaults.filter(({ stored, acknowledged }) => stored < acknowledged).length,
      doubled: vaults.filter(({ stored, attempted, entries }) => stored > attempted || entries !== 1).length,
      unequal: vaults.filter(({ stored, seen }) => stored !== seen).length,
    };
  }

  #vaults() {
    return Promise.all(
      this.#gamers.map(async ({ client, userId, entryId, acknowledged, attempted }) => {
        const { library } = await client.call(listWholeLibrary, {});
        const page = await this.#reader.call(socialCalls.getUser, { params: { id: userId } });
        const hoursIn = (entries: readonly Pick<(typeof library)[number], 'id' | 'hours_played'>[]) =>
          entries.find(({ id }) => id === entryId)?.hours_played ?? -1;
        const [stored, seen] = [hoursIn(library), hoursIn(page.library)];
        return { acknowledged, attempted, stored, seen, entries: library.length };
      }),
    );
  }

  async #play(gamer: Gamer): Promise<void> {
    while (this.#going) {
      gamer.attempted += 0.5;
      const body = { hours_played: gamer.attempted };
      const written = await this.#send(() =>
        gamer.client.attempt(libraryCalls.updateEntry, { params: { id: gamer.entryId }, body }),
      );
      if (written) {
        gamer.acknowledged = gamer.attempted;
        this.acknowledgedWrites += 1;
      }
      await this.#send(() => gamer.client.attempt(libraryCalls.listLibrary, {}));
    }
  }

  async #send(request: () => Promise<{ status: number }>): Promise<boolean> {
    await sleep(thinkMs);
    const timeout = sleep(requestTimeoutMs, { status: 'timeout' }, { ref: false });
    const { status } = await Promise.race([request(), timeout]).catch((error) => ({ status: codeOf(error) }));
    this.requests += 1;
    if (status === 200) return true;
    this.failures.set(String(status), (this.failures.get(String(status)) ?? 0) + 1);
    return false;
  }
}

/** `fetch` reports the connection's error as the cause of its own. */
function codeOf(error: unknown): string {
  const { cause, message } = error as Error & { cause?: { code?: string } };
  return cause?.code ?? message;
}

/** Registers a gamer with one game of one hour in the vault. */
async function newGamer(url: string): Promise<Gamer> {
  const { client, user } = await GatewayClient.register(url, `gamer_${randomUUID().slice(0, 8)}`);
  const { results } = await client.call(catalogCalls.searchExternalGames, { query: { q: 'zelda', limit: 1 } });
  const { guid = '', name = '' } = results[0] ?? {};
  const { user_game } = await client.call(libraryCalls.addExternalEntry, { body: { guid, name, hours_played: 1 } });
  return { client, userId: user.id, entryId: user_game.id, acknowledged: 1, attempted: 1 };
}
