import type { Game } from '@nightshelf/contracts/games.ts';
import { type RedisClient, tryRedis } from '@nightshelf/platform/redis/client.ts';
import { type Copy, staleMs } from './provider-cache.ts';

const keyOf = (guid: string) => `catalog:found:v1:${guid}`;

/** Games found by searches of the last day, by guid, so that clients can store a game without sending its data. */
export class FoundGames {
  readonly #redis: RedisClient;

  constructor(redis: RedisClient) {
    this.#redis = redis;
  }

  /** @param at when the provider returned them, in milliseconds since 1970 */
  async remember(games: readonly Game[], at: number): Promise<void> {
    await tryRedis(this.#redis, () =>
      Promise.all(
        games.map((game) =>
          this.#redis.set(keyOf(game.guid), JSON.stringify({ value: game, at } satisfies Copy<Game>), 'PX', staleMs),
        ),
      ),
    );
  }

  /** Returns the known games, each once. */
  async recall(guids: readonly string[]): Promise<Copy<Game>[]> {
    const keys = [...new Set(guids)].map(keyOf);
    if (keys.length === 0) return [];
    // Not one MGET, since a cluster has the keys on several servers; elsewhere the connection pipelines these anyway.
    const texts = (await tryRedis(this.#redis, () => Promise.all(keys.map((key) => this.#redis.get(key))))) ?? [];
    return texts.flatMap((text) => (text ? [JSON.parse(text) as Copy<Game>] : []));
  }
}
