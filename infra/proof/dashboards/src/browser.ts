import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { checkoutRoot } from '@nightshelf/local/root.ts';
import { findProgram } from '@nightshelf/servers/process/tools.ts';
import { type Browser, chromium } from 'playwright-core';
import { build } from 'vite';
import type { Dashboard } from './dashboard.ts';
import type { PanelData, TimeRange } from './prometheus.ts';

/** What the page is given to draw. */
export interface Drawing {
  readonly dashboard: Dashboard;
  readonly figures: readonly PanelData[];
  readonly range: TimeRange;
  readonly theme: Theme;
}

export type Theme = 'dark' | 'light';

const home = join(import.meta.dirname, '..');
const components = join(home, 'node_modules', '@grafana', 'ui');
const inter = join(checkoutRoot, 'node_modules/@fontsource-variable/inter/files/inter-latin-wght-normal.woff2');
const width = 1440;

/** Grafana's components, which nobody but this tool needs: they are installed when it is first started. */
export function installComponents(): void {
  if (existsSync(components)) return;
  console.log("Installing Grafana's components (npm ci); this takes two minutes, and only now.");
  const options = ['--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=error'];
  const { status } = spawnSync('npm', ['ci', ...options], { cwd: home, stdio: ['ignore', 2, 'inherit'] });
  if (status !== 0) throw new Error("Grafana's components could not be installed; the message is above.");
}

/** The page as one script. */
export async function bundlePage(): Promise<string> {
  const bundled = await build({
    root: home,
    configFile: false,
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      write: false,
      minify: false,
      lib: { entry: join(home, 'page', 'page.tsx'), formats: ['iife'], name: 'page' },
    },
  });
  const [{ output }] = bundled as unknown as [{ output: [{ code: string }] }];
  return output[0].code;
}

export function startBrowser(): Promise<Browser> {
  const executablePath = findProgram('chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable');
  if (!executablePath) throw new Error('There is no Chromium: install it.');
  // Chromium refuses its sandbox to root.
  return chromium.launch({ executablePath, args: process.getuid?.() === 0 ? ['--no-sandbox'] : [] });
}

/** Writes a picture of a dashboard. Throws when the page complains. */
export async function takePicture(browser: Browser, script: string, drawing: Drawing, path: string): Promise<void> {
  const page = await browser.newPage({ viewport: { width, height: 900 }, timezoneId: 'UTC', locale: 'en-GB' });
  try {
    const complaints: string[] = [];
    page.on('pageerror', (error) => complaints.push(error.stack ?? error.message));
    await page.route('**', (route) => {
      const { pathname } = new URL(route.request().url());
      if (pathname === '/') return route.fulfill({ contentType: 'text/html', body: '<main id="dashboard"></main>' });
      if (pathname.includes('/fonts/inter/')) return route.fulfill({ path: inter });
      const file = join(components, 'dist', pathname.replace('/public/build/', '/public/'));
      return existsSync(file) ? route.fulfill({ path: file }) : route.fulfill({ status: 404 });
    });
    await page.addInitScript((given) => {
      (globalThis as unknown as { drawing: Drawing }).drawing = given;
    }, drawing);
    await page.goto('http://dashboards.invalid/');
    await page.addScriptTag({ content: script });
    await page.evaluate(() => new Promise((drawn) => setTimeout(drawn, 1500)));
    await page.screenshot({ path, fullPage: true });
    if (complaints.length > 0) throw new Error(complaints.join('\n'));
  } finally {
    await page.close();
  }
}
