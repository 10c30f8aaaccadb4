import { randomUUID } from 'node:crypto';
import { catalogCalls, libraryCalls, socialCalls } from '@nightshelf/contracts';
import { GatewayClient } from '@nightshelf/testing';

interface Gamer {
  readonly client: GatewayClient;
  readonly userId: string;
  readonly entryId: string;
  /** Hours of the last acknowledged change. */
  acknowledged: number;
  /** Hours of the last attempt; it may have been stored although no answer came. */
  attempted: number;
}

export interface Refusal {
  readonly status: number;
  readonly milliseconds: number;
  readonly body: object;
}

const pauseMs = 25;

/** Gamers who keep changing their vaults through the gateway, and remember what they were told is stored. */
export class Workload {
  readonly #gamers: readonly Gamer[];
  readonly #reader: GatewayClient;
  readonly refusals: Refusal[] = [];
  readonly #running: Promise<void>[] = [];
  #going = true;
  acknowledgedWrites = 0;

  private constructor(gamers: readonly Gamer[], reader: GatewayClient) {
    this.#gamers = gamers;
    this.#reader = reader;
  }

  static async start(url: string, gamers: number): Promise<Workload> {
    const { client: reader } = await GatewayClient.register(url);
    const workload = new Workload(await Promise.all(Array.from({ length: gamers }, () => gamer(url))), reader);
    for (const each of workload.#gamers) workload.#running.push(workload.#keepPlaying(each));
    return workload;
  }

  async stop(): Promise<void> {
    this.#going = false;
    await Promise.all(this.#running);
  }

  /** Hours that each gamer was last told are stored, what is stored, and what another user sees. */
  async compare(): Promise<{ acknowledged: number; attempted: number; stored: number; seen: number }[]> {
    return Promise.all(
      this.#gamers.map(async ({ client, userId, entryId, acknowledged, attempted }) => {
        const { library } = await client.call(libraryCalls.listLibrary, {});
        const page = await this.#reader.call(socialCalls.getUser, { params: { id: userId } });
        const hoursIn = (entries: typeof library) => entries.find(({ id }) => id === entryId)?.hours_played ?? -1;
        return { acknowledged, attempted, stored: hoursIn(library), seen: hoursIn(page.library) };
      }),
    );
  }

  async #keepPlaying(gamer: Gamer): Promise<void> {
    while (this.#going) {
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
      gamer.attempted += 0.5;
      const began = performance.now();
      const { status, body } = await gamer.client
        .attempt(libraryCalls.updateEntry, {
          params: { id: gamer.entryId },
          body: { hours_played: gamer.attempted },
        })
        // The gateway itself may be the one that was killed.
        .catch(() => ({ status: 0, body: {} }));
      if (status === 200) {
        gamer.acknowledged = gamer.attempted;
        this.acknowledgedWrites += 1;
      } else this.refusals.push({ status, milliseconds: performance.now() - began, body });
    }
  }
}

async function gamer(url: string): Promise<Gamer> {
  const { client, user } = await GatewayClient.register(url, `gamer_${randomUUID().slice(0, 8)}`);
  const { results } = await client.call(catalogCalls.searchExternalGames, { query: { q: 'zelda', limit: 1 } });
  const { guid = '', name = '' } = results[0] ?? {};
  const { user_game } = await client.call(libraryCalls.addExternalEntry, { body: { guid, name, hours_played: 1 } });
  return { client, userId: user.id, entryId: user_game.id, acknowledged: 1, attempted: 1 };
}
