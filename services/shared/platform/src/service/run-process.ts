import { SettingsError, settingsExitCode } from '../config/settings.ts';
import { CommandRefused } from './command-refused.ts';
import { endOnSignal } from './signals.ts';

/**
 * Runs a process until a signal stops what `start` has started, or until its end when `start` returns nothing. A signal
 * before `start` is done ends it immediately. Exits with 78 for invalid settings, with its own code for a refused
 * command, and with 1 for any other failure to start.
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
