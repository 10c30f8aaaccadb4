import { existsSync } from 'node:fs';
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

/** Side by side but for those that fail the product, which all the others would notice. */
const wholeRun: readonly (readonly string[])[] = [
  ['--project=desktop', '--project=mobile', '--workers=2'],
  ['--project=faults', '--workers=1'],
];

/**
 * Runs the browser tests against a product of their own. They are given BASE_URL and CHROMIUM_PATH, and what they fail the
 * product by: SIMULATOR_URL and CONTROL_URL; MAIL_URL answers the mails that it sends.
 * @param args passed on to Playwright
 */
export async function runBrowserTests(args: readonly string[]): Promise<Counts> {
  if (!existsSync(join(checkoutRoot, configuration))) {
    console.log('no browser tests yet');
    return nothing;
  }
  const chromium = findChromium() ?? (aptInstall('chromium') ? findChromium() : null);
  if (!chromium) return skippedOnce('all of it, for want of a browser (install Chromium or Chrome)');
  if (!findRedis()) return skippedOnce('all of it, for want of Redis (install redis-server)');

  const lines: string[] = [];
  const mail = await startMailServer();
  const reader = await startMailReader(mail);
  const product = await startProduct({
    settings: { RATE_LIMIT_FACTOR: rateLimitFactor, LOG_LEVEL: 'warn', OIDC_DEMO: true, SMTP_URL: mail.url },
    onLine: (name, line) => lines.push(`${name} ${line}`),
  });
  const control = await startControlServer(product);
  const env = {
    BASE_URL: product.url,
    SIMULATOR_URL: product.process('simulator').url,
    CONTROL_URL: control.url,
    MAIL_URL: reader.url,
    CHROMIUM_PATH: chromium,
  };
  try {
    const counts = sum(await runEach(args.length > 0 ? [args] : wholeRun, env));
    if (counts.failed.length > 0) console.log(['What the product said meanwhile:', ...lines.slice(-200)].join('\n'));
    return counts;
  } finally {
    await control.close();
    await product.stop();
    reader.close();
    await mail.close();
  }
}

async function runEach(
  runs: readonly (readonly string[])[],
  env: Readonly<Record<string, string>>,
): Promise<readonly Counts[]> {
  const counts: Counts[] = [];
  for (const args of runs) {
    const { exitCode, report } = await withReport<PlaywrightReport>((path) =>
      runCommand('playwright', ['test', '--config', configuration, '--reporter=list,json', ...args], {
        ...env,
        PLAYWRIGHT_JSON_OUTPUT_NAME: path,
      }),
    );
    counts.push(report ? countPlaywright(report, exitCode) : failedOnce('Playwright wrote no report'));
  }
  return counts;
}

function findChromium(): string | null {
  const onMac = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';
  const onPath = findProgram('chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable');
  return onPath ?? (existsSync(onMac) ? onMac : null);
}
