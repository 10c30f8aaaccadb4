import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { createRequire } from 'node:module';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLogger } from '@nightshelf/platform/logging/logger.ts';
import { connectRedis } from '@nightshelf/platform/redis/connect.ts';
import { sessionCookieName } from '@nightshelf/platform/sessions/cookie.ts';
import { SessionStore } from '@nightshelf/platform/sessions/session-store.ts';
import { freePort } from '@nightshelf/servers/process/kept.ts';
import { startRedis } from '@nightshelf/servers/redis.ts';
import { until } from '@nightshelf/testing/until.ts';
import { type Bench, less, more, neither } from '../figures.ts';
import { cpuTimeOf } from '../product.ts';
import { lowerQuartile, summaryOf } from '../statistics.ts';

/** autocannon has no types. */
type Autocannon = (options: {
  url: string;
  connections: number;
  /** Number of requests. */
  amount: number;
  /** Milliseconds between samples; a run ends with a sample, so it takes at least as long. */
  sampleInt: number;
  setupClient: (client: { setHeaders(headers: Record<string, string>): void }) => void;
}) => Promise<{
  errors: number;
  timeouts: number;
  non2xx: number;
  requests: { average: number; total: number };
  latency: { p50: number; p99: number };
}>;

const autocannon: Autocannon = createRequire(import.meta.url)('autocannon');

const connections = 50;
/** Many short alternating runs, so that other work on the machine affects all contestants alike. */
const rounds = 8;
const requestsPerRun = 2000;
const warmUpRequests = 6000;
/** autocannon's default of a second would round every run up to whole seconds. */
const sampleMs = 10;

interface Server {
  readonly url: string;
  readonly pid: number;
}

interface Contestant {
  readonly name: string;
  readonly server: Server;
  /** Cookie headers of different sessions. */
  readonly cookies: readonly string[];
}

interface Run {
  readonly rate: number;
  readonly p99: number;
  /** CPU time of the gateway's process per request, in microseconds. */
  readonly cpu: number;
}

/**
 * Measures the product's gateway with all policies beside express-gateway's own proxy without any, in alternating runs
 * against the same backend. The gateway counts its rate limits, which are too high to be reached. Throughput suffers from
 * other work on the machine; CPU time per request is the cost of the gateway itself.
 */
export const gatewayBench: Bench = {
  what: `Gateway with all policies beside stock express-gateway with none, ${connections} connections, ${rounds} runs of ${requestsPerRun} requests for 1 KB each; CPU: lower quartile.`,
  onPage: /^signed in: /,
  turn: async (root) => {
    const stack = new AsyncDisposableStack();
    try {
      const contestants = await startContestants(root, stack);
      const runs = new Map<Contestant, Run[]>(contestants.map((contestant) => [contestant, []]));
      for (const contestant of contestants) await run(contestant, warmUpRequests);
      for (let round = 0; round < rounds; round += 1) {
        for (const [contestant, done] of runs) done.push(await run(contestant, requestsPerRun));
      }
      const [stock, ...ours] = [...runs].map(([{ name }, done]) => ({ name, ...summaryOfRuns(done) }));
      if (!stock) return [];
      return [
        neither('stock: CPU per request', 'µs', stock.cpu),
        neither('stock: requests', '/s', stock.rate),
        ...ours.flatMap(({ name, cpu, rate, p99 }) => [
          less(`${name}: CPU per request`, 'µs', cpu),
          more(`${name}: CPU of stock over it`, '×', stock.cpu / cpu),
          more(`${name}: requests`, '/s', rate),
          more(`${name}: requests over those of stock`, '×', rate / stock.rate),
          less(`${name}: p99`, 'ms', p99),
        ]),
      ];
    } finally {
      await stack.disposeAsync();
    }
  },
};

function summaryOfRuns(runs: readonly Run[]): Run {
  const of = (figure: keyof Run) => runs.map((one) => one[figure]);
  return { rate: summaryOf(of('rate')).median, p99: summaryOf(of('p99')).median, cpu: lowerQuartile(of('cpu')) };
}

/** @throws when a response is not 200, because the work would differ */
async function run({ name, server, cookies }: Contestant, amount: number): Promise<Run> {
  let next = 0;
  const began = performance.now();
  const before = cpuTimeOf(server.pid);
  const result = await autocannon({
    url: `${server.url}/api/games/any`,
    connections,
    amount,
    sampleInt: sampleMs,
    setupClient: (client) => {
      const cookie = cookies[next++ % Math.max(1, cookies.length)];
      if (cookie) client.setHeaders({ cookie });
    },
  });
  const failed = result.errors + result.timeouts + result.non2xx;
  if (failed > 0) throw new Error(`${name}: ${failed} requests failed`);
  const cpu = ((cpuTimeOf(server.pid) - before) * 1000) / result.requests.total;
  return { rate: (result.requests.total * 1000) / (performance.now() - began), p99: result.latency.p99, cpu };
}

/** Starts one backend behind both gateways, and sessions in which every connection is another user. */
async function startContestants(root: string, stack: AsyncDisposableStack): Promise<Contestant[]> {
  const start = async (script: string, env: Record<string, string> = {}): Promise<Server> => {
    const port = await freePort();
    const child = spawn(process.execPath, [script], {
      env: { ...process.env, PORT: String(port), ...env },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    const ended = once(child, 'exit');
    stack.defer(async () => {
      child.kill('SIGKILL');
      await ended;
    });
    await until(`${script} listens`, () => accepts(port), 60_000);
    return { url: `http://127.0.0.1:${port}`, pid: child.pid ?? 0 };
  };
  const directory = mkdtempSync(join(tmpdir(), 'nightshelf-bench-'));
  const redis = await startRedis({ directory, role: 'cache', throwAway: true });
  stack.defer(() => redis.stop());
  const { url: backendUrl } = await start(join(import.meta.dirname, 'backend.ts'));
  const stock = await start(join(import.meta.dirname, 'stock.ts'), { BACKEND_URL: backendUrl });
  const services = ['AUTH', 'LIBRARY', 'CATALOG', 'SOCIAL', 'MEDIA'];
  const gateway = await start(join(root, 'gateway', 'src', 'main.ts'), {
    OPERATIONS_PORT: String(await freePort()),
    LOG_LEVEL: 'warn',
    IDENTITY_SECRET: randomUUID(),
    REDIS_URL: redis.url,
    REDIS_CACHE_URL: redis.url,
    RATE_LIMIT_FACTOR: '1000000',
    ...Object.fromEntries(services.map((name) => [`${name}_URL`, backendUrl])),
  });
  return [
    { name: 'stock', server: stock, cookies: [] },
    { name: 'anonymous', server: gateway, cookies: [] },
    { name: 'signed in', server: gateway, cookies: await beginSessions(redis.url, connections) },
  ];
}

async function accepts(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } finally {
    socket.destroy();
  }
}

async function beginSessions(redisUrl: string, users: number): Promise<string[]> {
  const redis = connectRedis(redisUrl, createLogger('bench', 'silent'));
  const sessions = new SessionStore(redis);
  const tokens = await Promise.all(
    Array.from({ length: users }, (_, at) => sessions.begin({ userId: randomUUID(), username: `user_${at}` })),
  );
  redis.disconnect();
  return tokens.map((token) => `${sessionCookieName(false)}=${token}`);
}
