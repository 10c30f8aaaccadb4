import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { startProduct } from '@nightshelf/local/product/start-product.ts';
import { checkoutRoot } from '@nightshelf/local/root.ts';
import { startMailServer } from '@nightshelf/mail-server';
import { aptInstall, findProgram } from '@nightshelf/servers/process/tools.ts';
import { findRedis } from '@nightshelf/servers/redis/find-redis.ts';
import { startControlServer } from './control-server.ts';
import { type Counts, failedOnce, nothing, skippedOnce, sum } from './counts.ts';
import { startMailReader } from './mail-reader.ts';
import { countPlaywright, type PlaywrightReport } from './playwright-report.ts';
import { withReport } from './report-file.ts';
import { runCommand } from './run-command.ts';

const configuration = 'frontend/playwright.config.ts';

/** Tests register users and search far faster than a person; the limits have tests of their own. */
const rateLimitFactor = 1000;

/** With those that fail the product beside them there is one more, and a test waits for a quarter of its time. */
const workers = availableParallelism();

/** Runs with a product of their own each, side by side: whoever waits for a process to come back leaves the machine to the others. */
type Runs = readonly (readonly string[])[];

const run = (count: number, ...projects: readonly string[]) => [
  ...projects.map((name) => `--project=${name}`),
  `--workers=${count}`,
  `--output=frontend/test-results/${projects[0]}`,
];

export const browserRuns = {
  // Those that fail the product have one of their own: all the others would notice.
  everyChange: [run(workers, 'desktop', 'mobile'), run(1, 'faults')],
  everyNight: [run(workers, 'nightly-desktop', 'nightly-mobile'), run(1, 'nightly-faults')],
} satisfies Record<string, Runs>;

/**
 * Runs the browser tests, each run against a product of its own. They are given BASE_URL and CHROMIUM_PATH, and what they
 * fail the product by: SIMULATOR_URL and CONTROL_URL; MAIL_URL answers the mails that it sends.
 * @param runs what is passed on to Playwright
 */
export async function runBrowserTests(runs: Runs): Promise<Counts> {
  if (!existsSync(join(checkoutRoot, configuration))) {
    console.log('no browser tests yet');
    return nothing;
  }
  const chromium = findChromium() ?? (aptInstall('chromium') ? findChromium() : null);
  if (!chromium) return skippedOnce('all of it, for want of a browser (install Chromium or Chrome)');
  if (!findRedis()) return skippedOnce('all of it, for want of Redis (install redis-server)');
  const counts = runs.map((run) => runOne(run, chromium).catch((error: unknown) => failedOnce(String(error))));
  return sum(await Promise.all(counts));
}

async function runOne(args: readonly string[], chromium: string): Promise<Counts> {
  const lines: string[] = [];
  const mail = await startMailServer();
  const reader = await startMailReader(mail);
  const product = await startProduct({
    settings: { RATE_LIMIT_FACTOR: rateLimitFactor, LOG_LEVEL: 'warn', OIDC_DEMO: true, SMTP_URL: mail.url },
    onLine: (name, line) => lines.push(`${name} ${line}`),
  });
  const control = await startControlServer(product);
  try {
    const { exitCode, report } = await withReport<PlaywrightReport>((path) =>
      runCommand('playwright', ['test', '--config', configuration, '--reporter=list,json', ...args], {
        BASE_URL: product.url,
        SIMULATOR_URL: product.process('simulator').url,
        CONTROL_URL: control.url,
        MAIL_URL: reader.url,
        CHROMIUM_PATH: chromium,
        // Line by line, since two may print at once.
        PLAYWRIGHT_FORCE_TTY: '0',
        PLAYWRIGHT_JSON_OUTPUT_NAME: path,
      }),
    );
    const counts = report ? countPlaywright(report, exitCode) : failedOnce('Playwright wrote no report');
    if (counts.failed.length > 0) console.log(['What the product said meanwhile:', ...lines.slice(-200)].join('\n'));
    return counts;
  } finally {
    await control.close();
    await product.stop();
    reader.close();
    await mail.close();
  }
}

/** Without windows of its own, Chromium's headless shell does the same pages with half the work. */
function findChromium(): string | null {
  const onMac = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';
  const shell = findProgram('chromium-headless-shell', 'chrome-headless-shell');
  const onPath = findProgram('chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable');
  return process.env.CHROMIUM_PATH ?? shell ?? onPath ?? (existsSync(onMac) ? onMac : null);
}
