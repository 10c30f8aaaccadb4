import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { isolatedRedis } from '@nightshelf/testing/infrastructure/infrastructure.ts';
import { type Answer, type Ask, ask } from './ask.ts';
import { closedPort } from './closed-port.ts';
import { startTestGateway, type TestGateway } from './gateway.ts';
import { startUpstream, type Upstream } from './upstream.ts';

export const script = 'export const shelf = "older";'.repeat(5000);

/** Assets of the older release only. */
export const entry = '/assets/index-Older_-1.js';
export const picture = '/assets/night-sky-Older_-2.svg';

/** A gateway of each of two releases, and a third sibling that records its requests. */
export interface Releases {
  readonly older: TestGateway;
  readonly newer: TestGateway;
  readonly third: Upstream;
  /** Sends a request to the newer gateway. */
  get(path: string, options?: Ask): Promise<Answer>;
  /** Requests to the third sibling: method and path. */
  asked(): string[];
  /** Returns the newer gateway's count of files with this outcome (`gateway_sibling_files_total`). */
  outcomes(outcome: string): Promise<number>;
  /** Clears the third sibling's record, and makes it have no files. */
  reset(): void;
  stop(): Promise<void>;
}

let files = 0;

/** Returns the name of an asset that no gateway has; a new one each time, since gateways remember them. */
export function unknown(): string {
  files += 1;
  return `/assets/page-${String(files).padStart(8, '0')}.js`;
}

/** @param folder for both builds of the client */
export async function startReleases(folder: string): Promise<Releases> {
  const redis = await isolatedRedis();
  const servers = { REDIS_URL: redis.url, REDIS_CACHE_URL: redis.cacheUrl };
  const third = await startUpstream((_, response) => response.writeHead(404).end());
  const older = await startTestGateway({ ...servers, STATIC_DIR: build(folder, 'Older') });
  const port = String(await closedPort());
  // Includes the gateway itself, as in a cluster.
  const siblings = [`http://127.0.0.1:${port}`, older.url.replace('127.0.0.1', 'localhost'), third.url];
  const newer = await startTestGateway({
    ...servers,
    PORT: port,
    STATIC_DIR: build(folder, 'Newer'),
    GATEWAY_SIBLINGS: siblings.join(' '),
  });
  return {
    older,
    newer,
    third,
    get: (path, options) => ask(newer.url + path, options),
    asked: () => third.requests.map(({ method, url }) => `${method} ${url}`),
    outcomes: async (outcome) => {
      const text = await (await fetch(`${newer.operationsUrl}/metrics`)).text();
      const line = new RegExp(`^gateway_sibling_files_total\\{[^}]*outcome="${outcome}"[^}]*\\} (\\d+)`, 'm');
      return Number(line.exec(text)?.[1] ?? 0);
    },
    reset: () => {
      (third.requests as unknown[]).length = 0;
      third.answer = (_, response) => response.writeHead(404).end();
    },
    stop: async () => {
      await newer.stop();
      await older.stop();
      await third.close();
      await redis.release();
    },
  };
}

/** Creates a build of the browser client, with its name in all its assets. */
function build(within: string, name: string): string {
  const folder = join(within, name);
  mkdirSync(join(folder, 'assets'), { recursive: true });
  writeFileSync(join(folder, 'index.html'), `<!doctype html><script src="/assets/index-${name}_-1.js"></script>`);
  writeFileSync(join(folder, `assets/index-${name}_-1.js`), script);
  writeFileSync(join(folder, `assets/index-${name}_-1.js.br`), brotliCompressSync(script));
  writeFileSync(join(folder, `assets/night-sky-${name}_-2.svg`), '<svg/>');
  writeFileSync(join(folder, `only-${name}.txt`), name);
  return folder;
}

/** Returns the duration in milliseconds. */
export async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}
