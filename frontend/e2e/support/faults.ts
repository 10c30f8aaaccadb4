import { test as base } from '@playwright/test';
import { watchNetwork } from './network.ts';

type Provider = 'giantbomb' | 'igdb' | 'youtube';
type Service = 'auth' | 'library' | 'catalog' | 'social' | 'media';
type Process = Service | 'gateway' | 'simulator';

/** A provider's failure; the simulator's README lists the modes. */
interface Failure {
  readonly mode: string;
  readonly latency_ms?: number;
  readonly times?: number;
}

interface Faults {
  /** The simulated providers of games and videos, which recover after the test. */
  readonly providers: { fail(provider: Provider, failure: Failure): Promise<void> };
  /** The product's processes. Stopped or killed processes run again after the test. */
  readonly processes: {
    stop(name: Process): Promise<void>;
    start(name: Process): Promise<void>;
    /** Kills a process, which the launcher restarts. */
    kill(name: Process): Promise<void>;
  };
  /** Runs SQL for states that users cannot create. The test must restore data that other tests need. */
  readonly databases: { run(service: Service, sql: string): Promise<void> };
}

/** Returns the address of a server that `npm run test:browser` starts beside the product. */
export function addressIn(variable: 'SIMULATOR_URL' | 'CONTROL_URL' | 'MAIL_URL'): string {
  const address = process.env[variable];
  if (address) return address;
  throw new Error(`This test needs ${variable}. Run it as npm run test:browser -- <arguments of Playwright>.`);
}

async function send(method: 'PUT' | 'POST', address: string, body = ''): Promise<void> {
  const headers: Record<string, string> = method === 'PUT' ? { 'content-type': 'application/json' } : {};
  const answer = await fetch(address, { method, headers, body });
  if (!answer.ok) throw new Error(`${method} ${address}: ${answer.status} ${await answer.text()}`);
}

/** Extends Playwright's test with real faults of the backend. */
export const test = base.extend<Faults>({
  page: async ({ page }, use) => {
    watchNetwork(page);
    await use(page);
    // Ignores calls that are still in flight when the test ends.
    if (!page.isClosed()) await page.unrouteAll({ behavior: 'ignoreErrors' });
  },
  providers: async ({ page: _ }, use) => {
    const touched = new Set<Provider>();
    const set = (provider: Provider, failure: Failure) =>
      send('PUT', `${addressIn('SIMULATOR_URL')}/simulator/failures/${provider}`, JSON.stringify(failure));
    await use({
      fail: async (provider, failure) => {
        touched.add(provider);
        await set(provider, failure);
      },
    });
    for (const provider of touched) await set(provider, { mode: 'none' });
  },
  processes: async ({ page: _ }, use) => {
    const stopped = new Set<Process>();
    const control = (name: Process, command: 'stop' | 'start' | 'restart') =>
      send('POST', `${addressIn('CONTROL_URL')}/processes/${name}/${command}`);
    const start = async (name: Process) => {
      await control(name, 'start');
      stopped.delete(name);
    };
    await use({
      stop: async (name) => {
        stopped.add(name);
        await control(name, 'stop');
      },
      start,
      kill: async (name) => {
        stopped.add(name);
        await control(name, 'restart');
      },
    });
    for (const name of stopped) await start(name);
  },
  databases: async ({ page: _ }, use) => {
    await use({ run: (service, sql) => send('POST', `${addressIn('CONTROL_URL')}/databases/${service}/query`, sql) });
  },
});
