import { archiveHours } from '@nightshelf/contracts/archives.ts';
import type { Work } from '@nightshelf/platform/database/work.ts';
import { pauseSeconds, postpone, takeDue, whileLeased } from '../leased-rows.ts';
import { findActiveUser } from '../users/find-user.ts';
import { type ArchiveParts, filesOf } from './archive-files.ts';
import { inPiecesOf, zip } from './files.ts';

interface DueArchive {
  readonly id: string;
  readonly user_id: string;
  /** Chunks of earlier attempts are ignored. */
  readonly attempts: number;
}

const chunkBytes = 65_536;

/** Larger than any archive can be. */
const mostBytes = 512 * 1024 * 1024;

/** After the first failure; doubles with each further one. */
const retrySeconds = 5;

/** Prepares the next due archive, or postpones it when a service is unavailable. @returns whether there was one */
export async function prepareArchive(parts: ArchiveParts): Promise<boolean> {
  const { work, logger, stopping } = parts;
  const archive = await takeArchive(work);
  if (!archive) return false;
  try {
    await whileLeased(work, 'archives', archive, () => write(parts, archive));
  } catch (error) {
    if (stopping.aborted) {
      await postpone(work, 'archives', archive, 0);
      return false;
    }
    logger.warn({ err: error, archive: archive.id, attempts: archive.attempts }, 'An archive could not be prepared');
    await postpone(work, 'archives', archive, pauseSeconds(retrySeconds, archive));
  }
  return true;
}

/** Takes the archive that is due longest and discards its chunks. */
const takeArchive = (work: Work): Promise<DueArchive | undefined> =>
  work.transaction(async ({ em }) => {
    const due = await takeDue<DueArchive>(em, 'archives', { condition: 'ready_at is null', columns: 'user_id' });
    if (due) await em.execute('delete from archive_chunks where archive_id = ?', [due.id]);
    return due;
  });

/** Stores the archive, available for download until it expires. */
async function write(parts: ArchiveParts, { id, user_id, attempts }: DueArchive): Promise<void> {
  const { work, stopping } = parts;
  const user = await findActiveUser(work.query(), user_id);
  // The archive expires by itself.
  if (!user) throw new Error('The account was closed');
  let position = 0;
  let bytes = 0;
  for await (const chunk of inPiecesOf(chunkBytes, zip(await filesOf(parts, user)))) {
    stopping.throwIfAborted();
    bytes += chunk.length;
    if (bytes > mostBytes) throw new Error('The archive is too large');
    const kept = await work.transaction(({ em }) =>
      em.execute<object[]>(
        `insert into archive_chunks (archive_id, attempt, position, content)
         select id, attempts, ?, decode(?, 'base64') from archives where id = ? and attempts = ? returning 1`,
        [position, chunk.toString('base64'), id, attempts],
      ),
    );
    if (kept.length === 0) throw new Error('The archive is prepared elsewhere or no longer wanted');
    position += 1;
  }
  await work.transaction(({ em }) =>
    em.execute(
      `update archives set ready_at = now(), expires_at = now() + make_interval(hours => ?), bytes = ?
       where id = ? and attempts = ? and ready_at is null`,
      [archiveHours, bytes, id, attempts],
    ),
  );
}
