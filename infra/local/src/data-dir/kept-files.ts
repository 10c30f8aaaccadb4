import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { keptSecret } from '@nightshelf/servers/process/kept.ts';

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

/** Secrets of an installation, 64 hex digits each, generated once and stored beside its data. */
export interface Secrets {
  /** Signs the user identity that the gateway forwards to the services. */
  readonly identity: string;
  /** Returns the password of a service's database role. */
  readonly database: (service: string) => string;
}

export function keepSecrets(dataDir: string): Secrets {
  const folder = join(dataDir, 'secrets');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  return {
    identity: keptSecret(join(folder, 'identity')),
    database: (service) => keptSecret(join(folder, `database-${service}`)),
  };
}
