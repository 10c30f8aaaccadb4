import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { keptSecret } from '@nightshelf/servers/process/kept-secret.ts';

/** Secrets of an installation, made once and kept beside its data: 64 hex digits each. */
export interface Secrets {
  /** Signs the identity that the gateway hands to the services. */
  readonly identity: string;
  /** The password of each service's database role. */
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
