import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { checkoutRoot } from '@nightshelf/local/root.ts';
import { dockerHasImage, findProgram } from '@nightshelf/servers/process/tools.ts';

/** Built by `npm run k6:install`. */
export const builtK6 = join(checkoutRoot, '.cache', 'k6', 'k6');

const image = 'grafana/k6:2.2.0';

/** Returns program and leading arguments of k6, from Docker if it is not installed; null when there is neither. */
export function findK6(): readonly string[] | null {
  const installed = existsSync(builtK6) ? builtK6 : findProgram('k6');
  if (installed) return [installed];
  if (!dockerHasImage(image)) return null;
  const user = `${process.getuid?.()}:${process.getgid?.()}`;
  const volume = `${checkoutRoot}:${checkoutRoot}`;
  return ['docker', 'run', '--rm', '--network=host', `--user=${user}`, `--volume=${volume}`, image];
}

export const howToGetK6 = `k6 was not found on PATH, and Docker cannot run it. Either
  npm run k6:install                          builds it from the pinned Go module (Go 1.25 or newer; 3 minutes), or
  go install go.k6.io/k6/v2@v2.2.0            puts it on PATH, or
  see https://grafana.com/docs/k6/latest/set-up/install-k6/ for packages.`;
