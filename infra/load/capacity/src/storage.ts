import { demandOf } from './demand.ts';
import { figure } from './figures.ts';
import { type Service, services } from './processors.ts';
import type { Question } from './question.ts';

export interface Storage {
  readonly database: Service;
  /** Bytes after a year of such use. */
  readonly bytes: number;
  /** Bytes that each further year adds. */
  readonly aYear: number;
}

/** Days for which handled events are known by name, and published ones kept. */
const [inboxDays, outboxDays] = [7, 1] as const;

/** What a row costs with its indexes, times how many there are. No copies by replicas, and no backups, are in it. */
export function storageOf(question: Question): Storage[] {
  const { users, entries, added, games, active } = question;
  const { entryChangesAYear, calls } = demandOf(question);
  const vaults = users * entries;
  const growth = users * added;
  const perDay = entryChangesAYear / 365;
  const followsADay = ((calls.follow / question.peak) * 86_400) / 2;
  // One version for each subject of a topic is kept for ever by each who hears of it, as part of the entry's bytes.
  const inbox = perDay * question.events * inboxDays * figure('bytes.inbox.event');
  const deeds = users * active * entries * 0.1 * figure('bytes.social.deed');
  const sizes: Record<Service, { readonly now: number; readonly aYear: number }> = {
    auth: { now: users * figure('bytes.auth.user'), aYear: 0 },
    library: {
      // Entries with the line of history that each begins with; users; a day of published events.
      now:
        vaults * (figure('bytes.library.entry') + figure('bytes.library.history')) +
        users * figure('bytes.library.user') +
        perDay * outboxDays * question.events * figure('bytes.library.outbox'),
      // New games, and a line of history for every change: it is kept for ever.
      aYear:
        growth * (figure('bytes.library.entry') + figure('bytes.library.history')) +
        entryChangesAYear * figure('bytes.library.change'),
    },
    catalog: {
      now: vaults * figure('bytes.catalog.entry') + games * figure('bytes.catalog.game') + inbox,
      aYear: growth * figure('bytes.catalog.entry'),
    },
    social: {
      now:
        vaults * figure('bytes.social.entry') +
        users * figure('bytes.social.user') +
        deeds +
        followsADay * outboxDays * figure('bytes.library.outbox') +
        inbox,
      aYear: growth * figure('bytes.social.entry'),
    },
    media: { now: 50e6, aYear: 0 },
  };
  return services.map((database) => {
    const { now, aYear } = sizes[database];
    return { database, bytes: now, aYear };
  });
}

export const bytesOfAll = (question: Question) => storageOf(question).reduce((sum, { bytes }) => sum + bytes, 0);

/** Years until a disk of so many bytes is full to four fifths, negative when it is already. */
export function yearsUntilFull(question: Question, disk: number): number {
  const aYear = storageOf(question).reduce((sum, each) => sum + each.aYear, 0);
  const room = disk * 0.8 - bytesOfAll(question);
  return aYear === 0 ? (room < 0 ? -1 : Number.POSITIVE_INFINITY) : room / aYear;
}
