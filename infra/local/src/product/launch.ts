import { Refusal } from '@nightshelf/servers/refusal.ts';
import { SettingsError } from '../settings/settings.ts';
import { type ProcessesOptions, type ProductProcess, prepareProcesses } from './processes.ts';
import { fakes, type ProcessName, services } from './topology.ts';

export interface Launch {
  readonly processes: ReadonlyMap<ProcessName, ProductProcess>;
  /** Never resolves; rejects with the SettingsError of a process that reports wrong settings. */
  readonly wrongSettings: Promise<never>;
  start(name: ProcessName): void;
  /** Waits until all started processes are ready. @throws Refusal naming the processes that are late */
  ready(): Promise<void>;
}

const readyWithinMs = 90_000;

/** Prepares fakes, services and gateway; `stack` stops the gateway first and the fakes last. */
export function prepareLaunch(options: Omit<ProcessesOptions, 'onWrongSettings'>, stack: AsyncDisposableStack): Launch {
  const { promise: wrongSettings, reject } = Promise.withResolvers<never>();
  // Prevents an unhandled rejection when no caller awaits it.
  wrongSettings.catch(() => {});
  const processes = prepareProcesses({
    ...options,
    onWrongSettings: (name, said) => reject(new SettingsError(`${name}: ${said}`)),
  });
  const tiers: readonly (readonly ProcessName[])[] = [fakes, services, ['gateway']];
  for (const tier of tiers) {
    const children = tier.flatMap((name) => processes.get(name)?.child ?? []);
    stack.defer(async () => {
      await Promise.all(children.map((child) => child.stop()));
    });
  }
  return {
    processes,
    wrongSettings,
    start: (name) => {
      // A canceled start may still call this.
      if (!stack.disposed) processes.get(name)?.child.start();
    },
    ready: () => allReady(processes),
  };
}

async function allReady(processes: ReadonlyMap<ProcessName, ProductProcess>): Promise<void> {
  const late = await Promise.all(
    [...processes.values()].map(async ({ child }) => ((await child.ready(readyWithinMs)) ? [] : [child.name])),
  );
  const names = late.flat();
  if (names.length > 0) throw new Refusal(`Not ready within ${readyWithinMs / 1000} s: ${names.join(', ')}`);
}
