import { afterAll, beforeAll, beforeEach } from 'vitest';
import { type Simulator, type SimulatorOptions, startSimulator } from '../src/app.ts';

export const agent = { 'user-agent': 'Nightshelf-Tests/1.0' };

/** Starts a simulator for the tests of a file, and clears its failures and log before each test. */
export function useSimulator(options: SimulatorOptions = {}) {
  let simulator: Simulator;
  const url = (path: string) => `${simulator.url}${path}`;
  const get = (path: string, headers: Record<string, string> = agent) => fetch(url(path), { headers });
  const fail = (provider: string, failure: object) =>
    fetch(url(`/simulator/failures/${provider}`), {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(failure),
    });

  beforeAll(async () => {
    simulator = await startSimulator(options);
  });
  beforeEach(async () => {
    for (const provider of ['giantbomb', 'igdb', 'steam', 'youtube']) await fail(provider, { mode: 'none' });
    await fetch(url('/simulator/calls'), { method: 'DELETE' });
  });
  afterAll(() => simulator.close());

  return { url, get, fail, json: async <T = object>(path: string) => (await (await get(path)).json()) as T };
}
