import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { keptSecret } from '@nightshelf/servers/process/kept.ts';

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
