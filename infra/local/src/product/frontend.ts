import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { waitUntil } from '@nightshelf/servers/process/server-process.ts';
import { Refusal } from '@nightshelf/servers/process/tools.ts';
import { takeLock } from '../data-dir/lock.ts';

/** Inputs of the frontend build, relative to the checkout. */
const sources = [
  'frontend/src',
  'frontend/build',
  'frontend/public',
  'frontend/index.html',
  'frontend/vite.config.ts',
  'frontend/package.json',
  'services/shared/contracts/src',
];

/**
 * Builds the frontend unless its build is newer than all inputs. When several processes call it, one builds and the
 * others wait. A checkout without a frontend has nothing to build.
 * @throws Refusal with the builder's message
 */
export async function ensureFrontend(root: string, say: (line: string) => void): Promise<void> {
  if (!existsSync(join(root, 'frontend', 'index.html')) || isFresh(root)) return;
  const release = await takeTurn(join(root, 'frontend', 'node_modules', '.build.lock'));
  try {
    if (isFresh(root)) return;
    say('Building the client');
    keepPreviousAssets(join(root, 'frontend'));
    // A test runner's NODE_ENV would make the build use React's development version.
    const env = { ...process.env, NODE_ENV: 'production' };
    const child = spawn('npm', ['run', 'build'], { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] });
    const [stdout, stderr, [status]] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, 'close'),
    ]);
    if (status !== 0) throw new Refusal(`The client could not be built:\n${stdout}${stderr}`);
    writeFileSync(markerOf(root), '');
  } finally {
    release();
  }
}

/** The gateway serves them to pages that were opened before the upgrade. */
function keepPreviousAssets(frontend: string): void {
  const assets = join(frontend, 'dist', 'assets');
  if (!existsSync(assets)) return;
  const previous = join(frontend, 'dist-previous');
  rmSync(previous, { recursive: true, force: true });
  cpSync(assets, join(previous, 'assets'), { recursive: true });
}

async function takeTurn(path: string): Promise<() => void> {
  let taken = takeLock(path);
  const isOurs = () => {
    if (typeof taken === 'number') taken = takeLock(path);
    return typeof taken !== 'number';
  };
  await waitUntil(isOurs, { deadlineMs: 300_000, intervalMs: 200 });
  if (typeof taken === 'number')
    throw new Refusal(`Another process has been building the frontend for five minutes (${path}).`);
  return taken;
}

/** Written last: the build's first files appear seconds before it is complete. */
const markerOf = (root: string) => join(root, 'frontend', 'node_modules', '.built');

function isFresh(root: string): boolean {
  if (!existsSync(join(root, 'frontend', 'dist', 'index.html'))) return false;
  const built = statSync(markerOf(root), { throwIfNoEntry: false });
  return built !== undefined && sources.every((source) => newest(join(root, source)) <= built.mtimeMs);
}

/**
 * Returns the newest modification time at or under a path, in milliseconds since 1970, or 0 when the path is missing.
 */
function newest(path: string): number {
  const status = statSync(path, { throwIfNoEntry: false });
  if (!status) return 0;
  if (!status.isDirectory()) return status.mtimeMs;
  return Math.max(0, ...readdirSync(path).map((name) => newest(join(path, name))));
}
