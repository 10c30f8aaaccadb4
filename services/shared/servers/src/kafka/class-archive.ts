import { existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jarFolder } from './jars.ts';

/** What Java has loaded for a broker, in the form in which it has it in memory. */
const archive = () => join(jarFolder(), 'broker.jsa');

/** Arguments with which Java starts a broker in half the time; it ignores the archive of another Java. */
export function archivedClasses(): string[] {
  return existsSync(archive()) ? [`-XX:SharedArchiveFile=${archive()}`, '-Xlog:cds=off', '-Xlog:cds+dynamic=off'] : [];
}

/**
 * Makes the archive, unless it is there: for whoever is about to start many brokers.
 * @param runBroker starts a broker in a folder, with these arguments of Java, and stops it
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
