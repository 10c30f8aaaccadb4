import { setTimeout as pause } from 'node:timers/promises';
import type { MikroORM } from '@mikro-orm/postgresql';
import type { Logger } from '../logging/logger.ts';

/** Milliseconds between looks. */
const pollMs = 1000;

/**
 * Waits until the database answers. In a new installation the server, the database, its owner and the owner's password come
 * one after the other, so that no fault is final before the time is over; each is told of once.
 * @param patienceMs how long
 * @throws what the database said last
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
