import { SettingsError, settingsExitCode } from '../config/settings.ts';
import { CommandRefused } from './command-refused.ts';
import { endOnSignal } from './signals.ts';

/**
 * The whole of a process: it lives until a signal stops what `start` has started, or ends by itself when that is nothing.
 * A signal that comes before `start` is done ends it at once. Wrong settings end it with their message and 78, a refused
 * command with its own, anything else that keeps it from starting with 1.
 */
export async function runProcess(start: () => Promise<{ stop(): Promise<void> } | undefined>): Promise<void> {
  const stopBy = endOnSignal();
  try {
    const started = await start();
    if (started) stopBy(() => started.stop(), process.env.EXIT_WITH_PARENT === '1');
  } catch (error) {
    const isTold = error instanceof SettingsError || error instanceof CommandRefused;
    console.error(isTold ? error.message : error);
    if (error instanceof CommandRefused) process.exit(error.exitCode);
    process.exit(error instanceof SettingsError ? settingsExitCode : 1);
  }
}
