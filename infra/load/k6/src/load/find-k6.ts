import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const root = join(import.meta.dirname, '..', '..', '..', '..', '..');

/** Where `npm run k6:install` puts the k6 that it builds. */
export const builtK6 = join(root, '.cache', 'k6', 'k6');

const image = 'grafana/k6:2.2.0';

/** How k6 is started here: program and leading arguments. Null when there is none, nor Docker. */
export function findK6(): readonly string[] | null {
  if (existsSync(builtK6)) return [builtK6];
  const onPath = (process.env.PATH ?? '')
    .split(delimiter)
    .map((folder) => join(folder, 'k6'))
    .find(existsSync);
  if (onPath) return [onPath];
  const docker = spawnSync('docker', ['image', 'inspect', image], { stdio: 'ignore' });
  if (docker.status !== 0 && spawnSync('docker', ['pull', '-q', image], { stdio: 'ignore' }).status !== 0) return null;
  const user = `${process.getuid?.()}:${process.getgid?.()}`;
  return ['docker', 'run', '--rm', '--network=host', `--user=${user}`, `--volume=${root}:${root}`, image];
}

export const howToGetK6 = `k6 was not found on PATH, and Docker cannot run it. Either
  npm run k6:install                          builds it from the pinned Go module (Go 1.25 or newer; 3 minutes), or
  go install go.k6.io/k6/v2@v2.2.0            puts it on PATH, or
  see https://grafana.com/docs/k6/latest/set-up/install-k6/ for packages.`;
