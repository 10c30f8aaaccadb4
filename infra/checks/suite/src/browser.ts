import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { availableParallelism } from 'node:os';
import { text } from 'node:stream/consumers';
import type { ProductProcess } from '@nightshelf/local/product/processes.ts';
import { type RunningProduct, startProduct } from '@nightshelf/local/product/start-product.ts';
import type { ProcessName } from '@nightshelf/local/product/topology.ts';
import { type MailServer, startMailServer } from '@nightshelf/mail-server';
import { databaseUrl } from '@nightshelf/servers';
import { withDatabase } from '@nightshelf/servers/postgres/databases.ts';
import { aptInstall, findProgram } from '@nightshelf/servers/process/tools.ts';
import { findRedis } from '@nightshelf/servers/redis.ts';
import { type Counts, countPlaywright, countReport, failedOnce, runCommand, skippedOnce, sum } from './reports.ts';

const readyTimeoutMs = 30_000;

async function startProcess({ child }: ProductProcess): Promise<void> {
  if (child.pid === undefined) child.start();
  if (!(await child.ready(readyTimeoutMs))) throw new Error(`${child.name} was not ready within ${readyTimeoutMs} ms`);
}

/** @throws when there is no such action */
function act(path: string, body: string, product: RunningProduct): Promise<unknown> {
  const [, name = '', action] = path.split('/').filter(Boolean);
  const database = databaseUrl(product.postgres.adminUrl, name);
  if (action === 'query') return withDatabase(database, (client) => client.query(body));
  const process = product.process(name as ProcessName);
  if (action === 'stop') return process.child.stop('SIGKILL');
  if (action === 'restart') return process.child.restart();
  if (action === 'start') return startProcess(process);
  throw new Error(`There is no ${path}`);
}

interface ControlServer {
  readonly url: string;
  close(): void;
}

/**
 * Lets browser tests stop processes, change data and read mails: POST /processes/{name}/stop kills a process, /start
 * starts it and waits until it is ready, /restart does both without waiting; POST /databases/{service}/query runs the SQL
 * in its body. Returns 204, or 500 with the reason. GET /mails/?to={address} returns the mails to an address as JSON,
 * oldest first. Listens on a free loopback port.
 */
async function startControlServer(product: RunningProduct, { mails }: MailServer): Promise<ControlServer> {
  const sendMails = (response: ServerResponse, address: string | undefined) => {
    const found = mails.filter(({ to = [] }) => to.some((one) => one.address?.toLowerCase() === address));
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(found.map(({ subject, text }) => ({ subject, text }))));
  };
  // One request at a time: a start during a restart would time out.
  let before: Promise<unknown> = Promise.resolve();
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://control.invalid');
    if (pathname === '/mails/') return sendMails(response, searchParams.get('to')?.toLowerCase());
    const done = Promise.allSettled([before])
      .then(() => text(request))
      .then((body) => act(pathname, body, product));
    before = done;
    return done.then(
      () => response.writeHead(204).end(),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

const configuration = 'frontend/playwright.config.ts';

/** Tests act faster than people; the rate limits have their own tests. */
const rateLimitFactor = 1000;

/** The fault tests run beside them with one more worker. */
const workers = availableParallelism();

/** Arguments of Playwright for parallel runs, each against its own product. */
type Runs = readonly (readonly string[])[];

const run = (count: number, ...projects: readonly string[]) => [
  ...projects.map((name) => `--project=${name}`),
  `--workers=${count}`,
  `--output=frontend/test-results/${projects[0]}`,
];

export const browserRuns = {
  // Fault tests stop processes of the product, which would disturb all others.
  everyChange: [run(workers, 'desktop', 'mobile'), run(1, 'faults')],
  everyNight: [run(workers, 'nightly-desktop', 'nightly-mobile'), run(1, 'nightly-faults')],
} satisfies Record<string, Runs>;

/**
 * Runs the browser tests, each run against its own product. Tests receive BASE_URL and CHROMIUM_PATH, SIMULATOR_URL and
 * CONTROL_URL to cause faults, and MAIL_URL to read mails.
 */
export async function runBrowserTests(runs: Runs): Promise<Counts> {
  const chromium = findChromium() ?? (aptInstall('chromium') ? findChromium() : null);
  if (!chromium) return skippedOnce('everything: a browser is missing (install Chromium or Chrome)');
  if (!findRedis()) return skippedOnce('everything: Redis is missing (install redis-server)');
  const counts = runs.map((run) => runOne(run, chromium).catch((error: unknown) => failedOnce(String(error))));
  return sum(await Promise.all(counts));
}

async function runOne(args: readonly string[], chromium: string): Promise<Counts> {
  const lines: string[] = [];
  const projects = args.filter((arg) => arg.startsWith('--project='));
  const mail = await startMailServer();
  const product = await startProduct({
    settings: {
      ...{ RATE_LIMIT_FACTOR: rateLimitFactor, LOG_LEVEL: 'warn', OIDC_DEMO: true, SMTP_URL: mail.url },
      // Fault tests stop one service at a time.
      PROCESSES: projects.length > 0 && !projects.some((project) => project.endsWith('faults')) ? '1' : '5',
    },
    onLine: (name, line) => lines.push(`${name} ${line}`),
  });
  const control = await startControlServer(product, mail);
  try {
    const env = {
      BASE_URL: product.url,
      SIMULATOR_URL: product.process('simulator').url,
      CONTROL_URL: control.url,
      MAIL_URL: `${control.url}/mails`,
      CHROMIUM_PATH: chromium,
      // Prints whole lines, because two runs may print at the same time.
      PLAYWRIGHT_FORCE_TTY: '0',
    };
    const command = ['test', '--config', configuration, '--reporter=list,json', ...args];
    const run = (path: string) => runCommand('playwright', command, { ...env, PLAYWRIGHT_JSON_OUTPUT_NAME: path });
    const counts = await countReport('Playwright', run, countPlaywright);
    if (counts.failed.length > 0) console.log(['Output of the product:', ...lines.slice(-200)].join('\n'));
    return counts;
  } finally {
    control.close();
    await product.stop();
    await mail.close();
  }
}

/** Prefers Chromium's headless shell, which renders the same pages with half the CPU time. */
function findChromium(): string | null {
  const onMac = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';
  const shell = findProgram('chromium-headless-shell', 'chrome-headless-shell');
  const onPath = findProgram('chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable');
  return process.env.CHROMIUM_PATH ?? shell ?? onPath ?? (existsSync(onMac) ? onMac : null);
}
