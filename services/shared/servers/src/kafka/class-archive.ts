import { existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jarFolder } from './jars.ts';

/** Java's archive of the classes that a broker loads. */
const archive = () => join(jarFolder(), 'broker.jsa');

/** Java arguments that halve the start of a broker; Java ignores the archive of another version. */
export function archivedClasses(): string[] {
  return existsSync(archive()) ? [`-XX:SharedArchiveFile=${archive()}`, '-Xlog:cds=off', '-Xlog:cds+dynamic=off'] : [];
}

/**
 * Creates the archive if it is missing, before many brokers are started.
 * @param runBroker starts a broker in a folder with these Java arguments, and stops it
 */
export async function archiveClasses(runBroker: (folder: string, java: string[]) => Promise<void>): Promise<void> {
  if (existsSync(archive())) return;
  const folder = mkdtempSync(join(tmpdir(), 'nightshelf-classes-'));
  const unfinished = `${archive()}-${process.pid}`;
  try {
    await runBroker(join(folder, 'kafka'), [`-XX:ArchiveClassesAtExit=${unfinished}`]);
    if (existsSync(unfinished)) renameSync(unfinished, archive());
  } finally {
    rmSync(folder, { recursive: true, force: true });
    rmSync(unfinished, { force: true });
  }
}
