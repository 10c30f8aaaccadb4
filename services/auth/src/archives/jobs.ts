import { type Job, Worker } from '@nightshelf/platform/jobs/worker.ts';
import { pruneArchives } from './archives-table.ts';
import { type ArchiveParts, prepareArchive } from './prepare-archive.ts';

/** In milliseconds. The longest wait for an archive that another replica accepted. */
const idleMs = 1000;

const tenMinutesMs = 600_000;

/** Prepares one archive at a time. A process that ends releases its archive to another. */
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

export const pruneArchivesOften = ({ work, logger }: Pick<ArchiveParts, 'work' | 'logger'>) =>
  new Worker({ name: 'prune-archives', idleMs: tenMinutesMs, logger, step: () => pruneArchives(work) });
