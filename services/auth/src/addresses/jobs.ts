import type { Work } from '@nightshelf/platform/database/work.ts';
import { daily } from '@nightshelf/platform/jobs/daily.ts';
import type { Logger } from '@nightshelf/platform/logging/logger.ts';

/** Deletes links a day after they expire. */
export const pruneAddressLinksDaily = (work: Work, logger: Logger) =>
  daily('prune-address-links', logger, () =>
    work.transaction(({ em }) => em.execute(`delete from address_links where expires_at < now() - interval '1 day'`)),
  );
