import { setTimeout as pause } from 'node:timers/promises';
import type { MikroORM } from '@mikro-orm/postgresql';
import type { Logger } from '../logging/logger.ts';

const pollMs = 1000;

/**
 * Waits until the database responds. In a new installation the server, the database, its owner and the password appear
 * one after the other, so every fault is retried and logged once.
 * @param patienceMs how long to wait
 * @throws the last fault
 */
export async function awaitDatabase(orm: MikroORM, logger: Logger, patienceMs: number): Promise<void> {
  const until = performance.now() + patienceMs;
  let told = '';
  for (;;) {
    try {
      await orm.em.fork().execute('select 1');
      return;
    } catch (error) {
      if (performance.now() > until) throw error;
      const reason = error instanceof Error ? error.message : String(error);
      if (reason !== told) logger.warn({ reason }, 'Waits for the database');
      told = reason;
    }
    await pause(pollMs);
  }
}
