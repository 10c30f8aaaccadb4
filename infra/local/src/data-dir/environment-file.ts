import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The environment of each process, keyed by process name. */
export type Environments = Readonly<Record<string, Readonly<Record<string, string>>>>;

const fileName = 'environment.json';

/** Stores the environments for operator commands; the file holds passwords. */
export function writeEnvironments(dataDir: string, environments: Environments): void {
  writeFileSync(join(dataDir, fileName), JSON.stringify(environments, null, 2), { mode: 0o600 });
}

/** @throws an error that asks to start the product, when it has never been started on this folder */
export function readEnvironments(dataDir: string): Environments {
  try {
    return JSON.parse(readFileSync(join(dataDir, fileName), 'utf8'));
  } catch (cause) {
    throw new Error(`Nothing has been started on ${dataDir} yet: run npm start first, or set DATA_DIR.`, { cause });
  }
}
