import { type Bench, type Figure, less, more, neither } from '../bench.ts';
import { cpuTimeOf } from '../cpu-time.ts';
import { lowerQuartile, summaryOf } from '../statistics.ts';
import { autocannon } from './autocannon.ts';
import { type Server, type Setting, startSetting } from './setting.ts';

const connections = 50;
/** Many short runs in turns, so that what else the machine does falls on all alike. */
const rounds = 8;
const requestsPerRun = 2000;
const warmUpRequests = 6000;
/** With autocannon's own second every run would take whole seconds, and all would seem to be equally fast. */
const sampleMs = 10;

interface Contestant {
  readonly name: 'stock' | 'anonymous' | 'signed in';
  readonly server: Server;
  readonly cookies: readonly string[];
}

const paths = { '300 B': '/api/games/small', '1 KB': '/api/games/large' } as const;

interface Run {
  readonly rate: number;
  readonly p99: number;
  /** Of the gateway's process for each request, in microseconds. */
  readonly cpu: number;
}

/**
 * The product's gateway with all its policies beside express-gateway's own proxy with none: same backend, same run,
 * taking turns. Limits are counted as ever, only far too high to be reached. Throughput is what callers see, and suffers
 * from whatever else the machine does; CPU time per request is what the gateway itself costs.
 */
export const gatewayBench: Bench = {
  what: `Gateway with all policies beside stock express-gateway with none, ${connections} connections, ${rounds} runs of ${requestsPerRun} requests each; CPU: lower quartile.`,
  turn: async (root) => {
    const setting = await startSetting(connections, root);
    try {
      const contestants = contestantsOf(setting);
      const figures: Figure[] = [];
      for (const [size, path] of Object.entries(paths)) {
        const results = await takeTurns(contestants, path);
        const stock = results.get('stock');
        for (const [name, result] of results) {
          figures.push(...figuresOf(`${size}, ${name}`, result, name === 'stock' ? undefined : stock));
        }
      }
      return figures;
    } finally {
      await setting.stop();
    }
  },
};

const contestantsOf = ({ stock, gateway, cookies }: Setting): Contestant[] => [
  { name: 'stock', server: stock, cookies: [] },
  { name: 'anonymous', server: gateway, cookies: [] },
  { name: 'signed in', server: gateway, cookies },
];

async function takeTurns(contestants: readonly Contestant[], path: string): Promise<Map<Contestant['name'], Run>> {
  const runs = new Map<Contestant, Run[]>(contestants.map((contestant) => [contestant, []]));
  for (const contestant of contestants) await run(contestant, path, warmUpRequests);
  for (let round = 0; round < rounds; round += 1) {
    for (const [contestant, done] of runs) done.push(await run(contestant, path, requestsPerRun));
  }
  return new Map([...runs].map(([{ name }, done]) => [name, summaryOfRuns(done)]));
}

function summaryOfRuns(runs: readonly Run[]): Run {
  const of = (figure: keyof Run) => runs.map((one) => one[figure]);
  return { rate: summaryOf(of('rate')).median, p99: summaryOf(of('p99')).median, cpu: lowerQuartile(of('cpu')) };
}

function figuresOf(title: string, { rate, p99, cpu }: Run, stock: Run | undefined): Figure[] {
  if (!stock) {
    return [neither(`${title}: CPU per request`, 'µs', cpu), neither(`${title}: requests`, '/s', rate)];
  }
  return [
    less(`${title}: CPU per request`, 'µs', cpu),
    more(`${title}: CPU of stock over it`, '×', stock.cpu / cpu),
    more(`${title}: requests`, '/s', rate),
    more(`${title}: requests over those of stock`, '×', rate / stock.rate),
    less(`${title}: p99`, 'ms', p99),
  ];
}

/** @throws when anything but 200 was answered, since then it is no longer the same work */
async function run({ name, server, cookies }: Contestant, path: string, amount: number): Promise<Run> {
  let next = 0;
  const began = performance.now();
  const before = cpuTimeOf(server.pid);
  const result = await autocannon({
    url: server.url + path,
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
