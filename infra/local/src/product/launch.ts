import { Refusal } from '@nightshelf/servers/refusal.ts';
import { SettingsError } from '../settings/settings.ts';
import { type ProcessesOptions, type ProductProcess, prepareProcesses } from './processes.ts';
import { type ProcessName, services, standIns } from './topology.ts';

export interface Launch {
  readonly processes: ReadonlyMap<ProcessName, ProductProcess>;
  /** Never resolves; rejects with the SettingsError of a process that says its settings are wrong. */
  readonly wrongSettings: Promise<never>;
  /** Resolves when every process is able to serve. @throws Refusal naming those that are not in time */
  readonly ready: Promise<void>;
}

/** Longest that the processes may take until all are able to serve, in milliseconds. */
const readyWithinMs = 90_000;

/** Starts stand-ins, services and gateway; `stack` stops them in the opposite order. */
export function launchProcesses(
  options: Omit<ProcessesOptions, 'onWrongSettings'>,
  stack: AsyncDisposableStack,
): Launch {
  const { promise: wrongSettings, reject } = Promise.withResolvers<never>();
  // Whoever waits for it is told; nobody has to.
  wrongSettings.catch(() => {});
  const processes = prepareProcesses({
    ...options,
    onWrongSettings: (name, said) => reject(new SettingsError(`${name}: ${said}`)),
  });
  const tiers: readonly (readonly ProcessName[])[] = [standIns, services, ['gateway']];
  for (const tier of tiers) {
    const children = tier.flatMap((name) => processes.get(name)?.child ?? []);
    stack.defer(async () => {
      await Promise.all(children.map((child) => child.stop()));
    });
    for (const child of children) child.start();
  }
  return { processes, wrongSettings, ready: allReady(processes) };
}

async function allReady(processes: ReadonlyMap<ProcessName, ProductProcess>): Promise<void> {
  const late = await Promise.all(
    [...processes.values()].map(async ({ child }) => ((await child.ready(readyWithinMs)) ? [] : [child.name])),
  );
  const names = late.flat();
  if (names.length > 0) throw new Refusal(`Not ready within ${readyWithinMs / 1000} s: ${names.join(', ')}`);
}
