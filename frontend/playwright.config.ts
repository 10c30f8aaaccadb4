import { accessSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { defineConfig, devices } from '@playwright/test';

/** Chromium of the machine: CHROMIUM_PATH, else `chromium` on PATH; undefined leaves it to Playwright's own. */
function findChromium(): string | undefined {
  if (process.env.CHROMIUM_PATH) return process.env.CHROMIUM_PATH;
  return (process.env.PATH ?? '')
    .split(delimiter)
    .map((directory) => join(directory, 'chromium'))
    .find((file) => {
      try {
        accessSync(file);
        return true;
      } catch {
        return false;
      }
    });
}

// Chromium does not start as root with its sandbox on.
const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : [];

const desktop = { ...devices['Desktop Chrome'], viewport: { width: 1440, height: 900 } };
const phone = { ...devices['Desktop Chrome'], viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };

/** Tests in e2e/nightly run every night, the others with every change. */
const nightly = /\/e2e\/nightly\/.*\.spec\.ts$/;

/** Files whose @mobile tests run with every change; those of other files run every night. */
const mostOnPhones = /\/e2e\/(home|journey|login|layout|offline)\.spec\.ts$/;

export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results',
  // The longest takes 50 s on two cores that three tests share.
  timeout: 180_000,
  expect: { timeout: 20_000 },
  retries: 0,
  workers: 1,
  forbidOnly: true,
  reporter: [['list'], ['json', { outputFile: 'test-results/report.json' }]],
  use: {
    baseURL: process.env.BASE_URL ?? 'http://localhost:8080',
    // Recording every test would take a third of the time; --trace=on does when one is looked into.
    screenshot: 'only-on-failure',
    // Tests that need the worker ask for it; the others see the network itself.
    serviceWorkers: 'block',
    launchOptions: {
      executablePath: findChromium(),
      args: [
        ...sandbox,
        // Debian's Chromium asks for it, and does it in software where there is no GPU.
        '--disable-gpu-rasterization',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
      ],
    },
  },
  projects: [
    { name: 'desktop', grepInvert: /@faults/, testIgnore: nightly, use: desktop },
    // They stop processes of the product, fail its providers or change what it stores: nothing may run beside them on the same product.
    { name: 'faults', grep: /@faults/, testIgnore: nightly, use: desktop },
    { name: 'mobile', grep: /@mobile/, testMatch: mostOnPhones, use: phone },
    { name: 'nightly-desktop', grepInvert: /@faults/, testMatch: nightly, use: desktop },
    { name: 'nightly-faults', grep: /@faults/, testMatch: nightly, use: desktop },
    { name: 'nightly-mobile', grep: /@mobile/, testIgnore: mostOnPhones, use: phone },
  ],
});
