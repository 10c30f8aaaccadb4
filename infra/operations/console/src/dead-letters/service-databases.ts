import { createDatabase, type EntityManager } from '@nightshelf/platform/database/database.ts';
import {
  type DeadLetter,
  listDeadLetters,
  requestReplay,
} from '@nightshelf/platform/events/dead-letters/dead-letters.ts';
import type { Logger } from '@nightshelf/platform/logging/logger.ts';
import { createRegistry } from '@nightshelf/platform/metrics/metrics.ts';

/** Maximum number of one service's dead letters on a page. */
const mostShown = 500;

interface Database {
  /** The database's name in its URL; we name it after the service. */
  readonly name: string;
  readonly read: () => EntityManager;
  readonly close: () => Promise<void>;
}

export interface ShownLetters {
  readonly letters: readonly (DeadLetter & { readonly database: string })[];
  /** The databases that are unreachable. */
  readonly away: readonly string[];
}

/** Reads dead letters from the databases of the services. */
export class ServiceDatabases {
  readonly #databases: readonly Database[];
  readonly #logger: Logger;

  constructor(databases: readonly Database[], logger: Logger) {
    this.#databases = databases;
    this.#logger = logger;
  }

  async list(): Promise<ShownLetters> {
    const lists = await Promise.all(this.#databases.map((database) => this.#listOf(database)));
    return {
      letters: lists.flatMap((letters) => letters ?? []),
      away: this.#databases.filter((_, at) => !lists[at]).map(({ name }) => name),
    };
  }

  /**
   * Requests a replay, which the service does within seconds.
   * @returns false when the database or the dead letter does not exist
   */
  async replay(name: string, id: string): Promise<boolean> {
    const database = this.#databases.find((one) => one.name === name);
    return database ? requestReplay(database.read(), id) : false;
  }

  async close(): Promise<void> {
    await Promise.all(this.#databases.map((database) => database.close()));
  }

  async #listOf({ name, read }: Database) {
    try {
      const letters = await listDeadLetters(read(), { limit: mostShown });
      return letters.map((letter) => ({ ...letter, database: name }));
    } catch (error) {
      this.#logger.warn({ err: error, database: name }, 'A database does not respond');
      return undefined;
    }
  }
}

/** Connects on first use, so that one unreachable database does not block the others. */
export async function openServiceDatabases(urls: readonly string[], logger: Logger): Promise<ServiceDatabases> {
  const open = async (url: string): Promise<Database> => {
    const registry = createRegistry('console');
    const orm = await createDatabase({ url, pool: 2, entities: [], migrations: [], logger, registry });
    return { name: new URL(url).pathname.slice(1), read: () => orm.em.fork(), close: () => orm.close(true) };
  };
  return new ServiceDatabases(await Promise.all(urls.map(open)), logger);
}
