import type { Game } from '@nightshelf/contracts/games.ts';
import type { RedisClient } from '@nightshelf/platform/redis/client.ts';
import { tryRedis } from '@nightshelf/platform/redis/try-redis.ts';
import { type Copy, staleMs } from './provider-cache.ts';

const keyOf = (guid: string) => `catalog:found:v1:${guid}`;

/**
 * The games that searches of the last day found, by guid: the only ones that a client can have stored, and what is stored of
 * a game that a library asks for, so that no client has to send what it was answered.
 */
export class FoundGames {
  readonly #redis: RedisClient;

  constructor(redis: RedisClient) {
    this.#redis = redis;
  }

  /** @param at when the provider gave them, in milliseconds since 1970 */
  async remember(games: readonly Game[], at: number): Promise<void> {
    await tryRedis(this.#redis, () =>
      Promise.all(
        games.map((game) =>
          this.#redis.set(keyOf(game.guid), JSON.stringify({ value: game, at } satisfies Copy<Game>), 'PX', staleMs),
        ),
      ),
    );
  }

  /** @returns those that are known, each once */
  async recall(guids: readonly string[]): Promise<Copy<Game>[]> {
    const keys = [...new Set(guids)].map(keyOf);
    if (keys.length === 0) return [];
    // Not one MGET: in a cluster they are on several servers. Elsewhere the connection sends them together all the same.
    const texts = (await tryRedis(this.#redis, () => Promise.all(keys.map((key) => this.#redis.get(key))))) ?? [];
    return texts.flatMap((text) => (text ? [JSON.parse(text) as Copy<Game>] : []));
  }
}
