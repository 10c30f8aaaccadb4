import { createRequire } from 'node:module';
import { cpuTimeOf } from './cpu-time.ts';
import { type Server, startSetting } from './setting.ts';

/** The part of autocannon, which comes without types, that is used here. */
type Autocannon = (options: {
  url: string;
  connections: number;
  /** Seconds. */
  duration: number;
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
/** Many short turns, so that what else the machine does falls on all alike. */
const rounds = 9;
const roundSeconds = 3;
const warmUpSeconds = 3;

interface Contestant {
  readonly name: string;
  readonly server: Server;
  readonly path: string;
  readonly cookies: readonly string[];
}

interface Round {
  readonly rate: number;
  readonly p50: number;
  readonly p99: number;
  /** Of the gateway's process for each request, in microseconds. */
  readonly cpu: number;
}

/**
 * The product's gateway with all its policies beside express-gateway's own proxy with none: same backend, same run,
 * taking turns. Limits are counted as ever, only far too high to be reached. Throughput is what callers see, and suffers
 * from whatever else the machine does; CPU time per request is what the gateway itself costs.
 */
export async function benchGateway(): Promise<void> {
  const setting = await startSetting(connections);
  try {
    for (const [size, path] of [
      ['300 B', '/api/games/search/small'],
      ['1 KB', '/api/games/search/large'],
    ] as const) {
      const contestants: Contestant[] = [
        { name: 'stock, no policies', server: setting.stock, path, cookies: [] },
        { name: 'all policies, anonymous', server: setting.gateway, path, cookies: [] },
        { name: 'all policies, signed in', server: setting.gateway, path, cookies: setting.cookies },
      ];
      report(size, contestants, await takeTurns(contestants));
    }
  } finally {
    await setting.stop();
  }
}

async function takeTurns(contestants: readonly Contestant[]): Promise<Map<Contestant, Round[]>> {
  const results = new Map<Contestant, Round[]>(contestants.map((contestant) => [contestant, []]));
  for (const contestant of contestants) await run(contestant, warmUpSeconds);
  for (let round = 0; round < rounds; round += 1) {
    for (const [contestant, done] of results) done.push(await run(contestant, roundSeconds));
  }
  return results;
}

/** @throws when anything but 200 was answered, since then it is no longer the same work */
async function run({ name, server, path, cookies }: Contestant, seconds: number): Promise<Round> {
  let next = 0;
  const before = cpuTimeOf(server.pid);
  const result = await autocannon({
    url: server.url + path,
    connections,
    duration: seconds,
    setupClient: (client) => {
      const cookie = cookies[next++ % Math.max(1, cookies.length)];
      if (cookie) client.setHeaders({ cookie });
    },
  });
  const failed = result.errors + result.timeouts + result.non2xx;
  if (failed > 0) throw new Error(`${name}: ${failed} requests failed`);
  const cpu = ((cpuTimeOf(server.pid) - before) * 1000) / result.requests.total;
  return { rate: result.requests.average, p50: result.latency.p50, p99: result.latency.p99, cpu };
}

const rounded = (value: number) => Number(value.toFixed(2));

const median = (values: readonly number[]) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

function report(size: string, contestants: readonly Contestant[], results: ReadonlyMap<Contestant, Round[]>): void {
  const medians = contestants.map((contestant) => {
    const rounds = results.get(contestant) ?? [];
    const of = (figure: keyof Round) => median(rounds.map((round) => round[figure]));
    return { name: contestant.name, rate: of('rate'), p50: of('p50'), p99: of('p99'), cpu: of('cpu') };
  });
  const base = medians[0];
  console.log(
    `\nGateway, answers of ${size}, ${connections} connections, median of ${rounds} rounds of ${roundSeconds} s`,
  );
  console.table(
    Object.fromEntries(
      medians.map(({ name, rate, p50, p99, cpu }) => [
        name,
        {
          'req/s': Math.round(rate),
          'p50 ms': p50,
          'p99 ms': p99,
          'CPU µs': Math.round(cpu),
          'throughput ratio': rounded(rate / (base?.rate ?? rate)),
          'CPU ratio': rounded((base?.cpu ?? cpu) / cpu),
        },
      ]),
    ),
  );
}
