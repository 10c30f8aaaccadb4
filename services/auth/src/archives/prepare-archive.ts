import type { Work } from '@nightshelf/platform/database/work.ts';
import { whileRenewing } from '@nightshelf/platform/jobs/worker.ts';
import type { Logger } from '@nightshelf/platform/logging/logger.ts';
import type { BrowserSessions } from '../sessions/browser-sessions.ts';
import { findActiveUser } from '../users/find-user.ts';
import type { User } from '../users/user.ts';
import { type ServiceParts, serviceFiles } from './archive-files.ts';
import { type DueArchive, finish, keepChunk, putOff, renewMs, takeArchive } from './archives-table.ts';
import { type ArchiveFile, inPiecesOf, jsonFile, listFile, tableFile, zip } from './files.ts';
import { accountOf, activityOf, followsOf, readme } from './own-data.ts';

export interface ArchiveParts extends ServiceParts {
  readonly work: Work;
  readonly sessions: BrowserSessions;
  readonly logger: Logger;
}

const chunkBytes = 65_536;

/** Larger than any archive can be. */
const mostBytes = 512 * 1024 * 1024;

/** In seconds after the first failure; doubles with each further one. */
const retrySeconds = 5;
const longestPauseSeconds = 300;

/** Prepares the next due archive, or postpones it when a service is unavailable. @returns whether there was one */
export async function prepareArchive(parts: ArchiveParts): Promise<boolean> {
  const { work, logger, stopping } = parts;
  const archive = await takeArchive(work);
  if (!archive) return false;
  try {
    await whileRenewing(
      () => putOff(work, archive),
      renewMs,
      () => write(parts, archive),
    );
  } catch (error) {
    if (stopping.aborted) {
      await putOff(work, archive, 0);
      return false;
    }
    logger.warn({ err: error, archive: archive.id, attempts: archive.attempts }, 'An archive could not be prepared');
    await putOff(work, archive, Math.min(retrySeconds * 2 ** (archive.attempts - 1), longestPauseSeconds));
  }
  return true;
}

async function write(parts: ArchiveParts, archive: DueArchive): Promise<void> {
  const { work, stopping } = parts;
  const user = await findActiveUser(work.query(), archive.user_id);
  // The archive expires by itself.
  if (!user) throw new Error('The account was closed');
  let position = 0;
  let bytes = 0;
  for await (const chunk of inPiecesOf(chunkBytes, zip(await filesOf(parts, user)))) {
    stopping.throwIfAborted();
    bytes += chunk.length;
    if (bytes > mostBytes) throw new Error('The archive is too large');
    await keepChunk(work, archive, position++, chunk);
  }
  await finish(work, archive, bytes);
}

async function filesOf(parts: ArchiveParts, user: User): Promise<ArchiveFile[]> {
  const em = parts.work.query();
  const { social, library } = await serviceFiles(parts, { userId: user.id, username: user.username });
  return [
    { name: 'README.txt', content: [readme(user.username, new Date())] },
    jsonFile('account', await accountOf(em, parts.sessions, user)),
    listFile('activity', activityOf(em, user.id)),
    tableFile('activity', 'at kind detail device address', activityOf(em, user.id)),
    listFile('follows', followsOf(em, user.id)),
    tableFile('follows', 'relation username', followsOf(em, user.id)),
    ...social,
    ...library,
  ];
}
