import { type Job, Worker } from '@nightshelf/platform/jobs/worker.ts';
import { pruneArchives } from './archives-table.ts';
import { type ArchiveParts, prepareArchive } from './prepare-archive.ts';

/** In milliseconds: the longest that an archive waits which another replica was asked for. */
const idleMs = 1000;

const tenMinutesMs = 600_000;

/** Prepares archives one after the other. A process that ends leaves the one in hand to another. */
export function prepareArchives(parts: Omit<ArchiveParts, 'stopping'>): Job & { wake(): void } {
  const stopping = new AbortController();
  const step = () => prepareArchive({ ...parts, stopping: stopping.signal });
  const worker = new Worker({ name: 'archives', idleMs, logger: parts.logger, step });
  return {
    name: worker.name,
    start: () => worker.start(),
    wake: () => worker.wake(),
    stop: () => {
      stopping.abort();
      return worker.stop();
    },
  };
}

/** Deletes archives whose day is over. */
export const pruneArchivesOften = ({ work, logger }: Pick<ArchiveParts, 'work' | 'logger'>) =>
  new Worker({ name: 'prune-archives', idleMs: tenMinutesMs, logger, step: () => pruneArchives(work) });
