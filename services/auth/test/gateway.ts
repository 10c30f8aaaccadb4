import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeAfterTests, type TestService, until } from '@nightshelf/testing';

const main = new URL('../../../gateway/src/main.ts', import.meta.url).pathname;
/** A port without a listener. */
export const unreachable = 'http://127.0.0.1:9';

export interface GatewayBefore {
  readonly url: string;
  log(): string;
}

/**
 * Starts a gateway process for this service until the end of the calling test or file. Other services are unreachable
 * unless `env` sets them.
 */
export async function startGateway(service: TestService, env: Record<string, string> = {}): Promise<GatewayBefore> {
  const { REDIS_URL, REDIS_CACHE_URL, IDENTITY_SECRET } = service.env;
  const { PATH, NODE_COMPILE_CACHE } = globalThis.process.env;
  const process = spawn(globalThis.process.execPath, [main], {
    env: {
      ...{ PATH, NODE_COMPILE_CACHE },
      ...{ PORT: '0', OPERATIONS_PORT: '0', RATE_LIMIT_FACTOR: '1000', REDIS_URL, REDIS_CACHE_URL, IDENTITY_SECRET },
      ...{
        AUTH_URL: service.url,
        LIBRARY_URL: unreachable,
        CATALOG_URL: unreachable,
        SOCIAL_URL: unreachable,
        MEDIA_URL: unreachable,
      },
      ...env,
    },
  });
  let log = '';
  for (const stream of [process.stdout, process.stderr]) stream.on('data', (chunk) => (log += chunk));
  closeAfterTests(async () => {
    const exited = once(process, 'exit');
    process.kill('SIGTERM');
    await exited;
  });
  const url = await until('the gateway listens', () => /"url":"(http:[^"]+)"/.exec(log)?.[1], 60_000);
  const operationsUrl = /"operationsUrl":"(http:[^"]+)"/.exec(log)?.[1];
  await until('it is ready', async () => (await fetch(`${operationsUrl}/readyz`)).ok);
  return { url, log: () => log };
}

/** What a fake service behind the gateway received, or how the gateway refused. */
export interface Asked {
  readonly status: number;
  readonly code: string | undefined;
  readonly caller: { userId: string; scopes?: string[] } | null;
  readonly authorization: string | null;
  readonly headers: Headers;
}

export async function ask({ url }: GatewayBefore, path: string, options: RequestInit = {}): Promise<Asked> {
  const response = await fetch(url + path, options);
  const { code, caller = null, authorization = null } = (await response.json()) as Partial<Asked>;
  return { status: response.status, code, caller, authorization, headers: response.headers };
}
