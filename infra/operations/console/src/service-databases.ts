import { createDatabase } from '@nightshelf/platform/database/database.ts';
import { listDeadLetters, requestReplay } from '@nightshelf/platform/events/dead-letters/dead-letters.ts';
import type { Logger } from '@nightshelf/platform/logging/logger.ts';
import { createRegistry } from '@nightshelf/platform/metrics/metrics.ts';

/** Maximum number of one service's dead letters on a page. */
const mostShown = 500;

export type ServiceDatabases = Awaited<ReturnType<typeof openServiceDatabases>>;

/**
 * Opens the databases of the services, which are named after them, for their dead letters. Connects on first use, so
 * that one unreachable database does not block the others.
 */
export async function openServiceDatabases(urls: readonly string[], logger: Logger) {
  const open = async (url: string) => {
    const registry = createRegistry('console');
    const orm = await createDatabase({ url, pool: 2, entities: [], migrations: [], logger, registry });
    return { name: new URL(url).pathname.slice(1), orm };
  };
  const databases = await Promise.all(urls.map(open));
  return {
    /** Returns dead letters, and the names of the databases that are unreachable. */
    async list() {
      const away: string[] = [];
      const lists = databases.map(async ({ name, orm }) => {
        try {
          const letters = await listDeadLetters(orm.em.fork(), { limit: mostShown });
          return letters.map((letter) => ({ ...letter, database: name }));
        } catch (error) {
          logger.warn({ err: error, database: name }, 'A database does not respond');
          away.push(name);
          return [];
        }
      });
      return { letters: (await Promise.all(lists)).flat(), away };
    },

    /**
     * Requests a replay, which the service does within seconds.
     * @returns false when the database or the dead letter does not exist
     */
    async replay(name: string, id: string): Promise<boolean> {
      const database = databases.find((one) => one.name === name);
      return database ? requestReplay(database.orm.em.fork(), id) : false;
    },

    async close(): Promise<void> {
      await Promise.all(databases.map(({ orm }) => orm.close(true)));
    },
  };
}
