import { dockerAnswers, dockerHasImage } from '../process/docker.ts';
import { aptInstall, findProgram } from '../process/tools.ts';
import { Refusal } from '../refusal.ts';

export const redisImage = 'redis:7-bookworm';

export type RedisSource = { readonly kind: 'program'; readonly path: string } | { readonly kind: 'docker' };

let found: RedisSource | null = null;

/** Returns the source of Redis on this machine: the PATH, else apt, else Docker; null when there is none. */
export function findRedis(): RedisSource | null {
  found ??= fromPath() ?? (aptInstall('redis-server') ? fromPath() : null) ?? fromDocker();
  return found;
}

/** @throws an error with instructions when nothing can provide Redis */
export function requireRedis(): RedisSource {
  const source = findRedis();
  if (source) return source;
  throw new Refusal(
    'Redis is missing. Install it and start again: Debian/Ubuntu `sudo apt-get install redis-server`, ' +
      'Fedora `sudo dnf install valkey-compat-redis`, macOS `brew install redis`; or start a Docker engine.',
  );
}

function fromPath(): RedisSource | null {
  const path = findProgram('redis-server', 'valkey-server');
  return path ? { kind: 'program', path } : null;
}

const fromDocker = (): RedisSource | null =>
  dockerAnswers() && dockerHasImage(redisImage) ? { kind: 'docker' } : null;
