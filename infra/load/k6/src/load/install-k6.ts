import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { builtK6, howToGetK6 } from './find-k6.ts';

if (existsSync(builtK6)) {
  console.log(`k6 is already installed: ${builtK6}`);
} else {
  console.log('Building k6 (3 minutes on 2 cores)');
  mkdirSync(dirname(builtK6), { recursive: true });
  const flags = ['build', '-trimpath', '-ldflags=-s -w', '-o', builtK6, 'go.k6.io/k6/v2'];
  const { status, error } = spawnSync('go', flags, { cwd: join(import.meta.dirname, '../../tool'), stdio: 'inherit' });
  if (error) console.error(howToGetK6);
  process.exit(error ? 1 : (status ?? 1));
}
