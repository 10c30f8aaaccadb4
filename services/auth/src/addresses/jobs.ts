import { type Logger, type Work, Worker } from '@nightshelf/platform';

const dayMs = 24 * 60 * 60 * 1000;

/** Forgets links about addresses a day after their end, at the start and then once a day. */
export const pruneAddressLinksDaily = (work: Work, logger: Logger) =>
  new Worker({
    name: 'prune-address-links',
    idleMs: dayMs,
    logger,
    step: async () => {
      await work.transaction(({ em }) =>
        em.execute(`delete from address_links where expires_at < now() - interval '1 day'`),
      );
      return false;
    },
  });
