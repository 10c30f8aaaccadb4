import { createServer, type Server } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { Registry } from 'prom-client';

/** Returns null when fine, else what is wrong in a few words. */
export type Check = () => Promise<string | null> | string | null;

export interface OperationsOptions {
  readonly host: string;
  readonly port: number;
  readonly registry: Registry;
  /** Fail only when a restart helps; an unavailable dependency must not fail them. */
  readonly liveness: Readonly<Record<string, Check>>;
  /** Fail while the process cannot serve. */
  readonly readiness: Readonly<Record<string, Check>>;
  /** Reported with readiness without failing it: the process serves, but with restrictions. */
  readonly degraded?: Readonly<Record<string, Check>>;
}

const checkTimeoutMs = 2000;

/**
 * Serves /healthz, /readyz and /metrics on a separate port, which the gateway never routes to.
 * @returns the listening server; on any free port when `port` is 0
 */
export async function startOperations(options: OperationsOptions): Promise<Server> {
  const server = createServer(async (request, response) => {
    const path = request.url?.split('?')[0];
    if (path === '/metrics') {
      const metrics = await options.registry.metrics();
      response.writeHead(200, { 'content-type': options.registry.contentType }).end(metrics);
      return;
    }
    const checks = path === '/healthz' ? options.liveness : path === '/readyz' ? options.readiness : undefined;
    if (!checks) {
      response.writeHead(404).end();
      return;
    }
    const isReadiness = checks === options.readiness;
    const [faults, degraded] = await Promise.all([
      runChecks(checks),
      isReadiness && options.degraded ? runChecks(options.degraded) : undefined,
    ]);
    const ok = Object.keys(faults).length === 0;
    response.writeHead(ok ? 200 : 503, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ ok, faults, degraded }));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port, options.host, resolve);
  });
  return server;
}

async function runChecks(checks: Readonly<Record<string, Check>>): Promise<Record<string, string>> {
  const results = await Promise.all(
    Object.entries(checks).map(async ([name, check]) => [name, await runCheck(check)] as const),
  );
  return Object.fromEntries(results.filter((entry): entry is [string, string] => entry[1] !== null));
}

async function runCheck(check: Check): Promise<string | null> {
  try {
    return await Promise.race([check(), pause(checkTimeoutMs, 'no answer in time', { ref: false })]);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
