import type { TestService } from '@nightshelf/testing';
import { startTestGateway } from '../../../gateway/test/support/gateway.ts';

export { unreachable } from '../../../gateway/test/support/gateway.ts';

/** Starts a gateway process for this service; other services are unreachable unless `change` sets them. */
export function startGateway(service: TestService, change: Readonly<Record<string, string>> = {}) {
  const { REDIS_URL = '', REDIS_CACHE_URL = '' } = service.env;
  return startTestGateway({ REDIS_URL, REDIS_CACHE_URL, AUTH_URL: service.url, RATE_LIMIT_FACTOR: '1000', ...change });
}

/** What a fake service behind the gateway received, or how the gateway refused. */
export interface Asked {
  readonly status: number;
  readonly code: string | undefined;
  readonly caller: { userId: string; scopes?: string[] } | null;
  readonly authorization: string | null;
  readonly headers: Headers;
}

export async function ask({ url }: { readonly url: string }, path: string, options: RequestInit = {}): Promise<Asked> {
  const response = await fetch(url + path, options);
  const { code, caller = null, authorization = null } = (await response.json()) as Partial<Asked>;
  return { status: response.status, code, caller, authorization, headers: response.headers };
}
