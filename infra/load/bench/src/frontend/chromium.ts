import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';

export interface Chromium {
  /** Port of its DevTools protocol on 127.0.0.1. */
  readonly port: number;
  stop(): Promise<void>;
}

const startsWithinMs = 20_000;

/** CHROMIUM_PATH, else `chromium` or `google-chrome` on PATH. */
function findChromium(): string {
  const { CHROMIUM_PATH, PATH = '' } = process.env;
  const places = PATH.split(delimiter).flatMap((place) =>
    ['chromium', 'google-chrome'].map((name) => join(place, name)),
  );
  const found = CHROMIUM_PATH ?? places.find((file) => existsSync(file));
  if (!found) throw new Error('There is no Chromium: install it, or say where it is in CHROMIUM_PATH.');
  return found;
}

/** Starts a headless Chromium with a profile of its own. */
export async function startChromium(): Promise<Chromium> {
  const profile = mkdtempSync(join(tmpdir(), 'nightshelf-chromium-'));
  // Chromium refuses its sandbox to root.
  const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  const flags = [
    '--headless=new',
    '--remote-debugging-port=0',
    `--user-data-dir=${profile}`,
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    ...sandbox,
  ];
  const child = spawn(findChromium(), [...flags, 'about:blank'], { stdio: 'ignore' });
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const stop = async () => {
    child.kill();
    await ended;
    rmSync(profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
  };
  const deadline = Date.now() + startsWithinMs;
  const told = join(profile, 'DevToolsActivePort');
  while (Date.now() < deadline && child.exitCode === null) {
    const [port] = existsSync(told) ? readFileSync(told, 'utf8').split('\n') : [];
    if (port) return { port: Number(port), stop };
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  await stop();
  throw new Error('Chromium did not start.');
}
