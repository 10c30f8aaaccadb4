import type { EntityManager } from '../../database/database.ts';
import type { Reason } from '../inbox/reasons.ts';
import { type DeadLetter, type DeadLetterRow, toDeadLetter } from './dead-letter.ts';

export interface Wanted {
  /** All topics when absent. */
  readonly topic?: string | undefined;
  readonly eventId?: string | undefined;
  readonly limit?: number;
}

/** Returns the dead letters in this database that have not been replayed, oldest first. */
export async function listDeadLetters(em: EntityManager, wanted: Wanted = {}): Promise<DeadLetter[]> {
  const { topic = null, eventId = null, limit = null } = wanted;
  const rows = await em.execute<DeadLetterRow[]>(
    `select * from dead_letters
     where replayed_at is null and (?::text is null or topic = ?) and (?::text is null or event_id = ?)
     order by id limit ?::int`,
    [topic, topic, eventId, eventId, limit],
  );
  return rows.map(toDeadLetter);
}

/** Counts the dead letters that have not been replayed, by topic and reason. */
export function countDeadLetters(
  em: EntityManager,
  consumer: string,
): Promise<{ readonly topic: string; readonly reason: Reason; readonly count: number }[]> {
  return em.execute(
    `select topic, reason, count(*)::int as count from dead_letters
     where consumer = ? and replayed_at is null group by topic, reason`,
    [consumer],
  );
}
