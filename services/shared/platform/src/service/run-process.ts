import { constants } from 'node:os';
import { SettingsError, settingsExitCode } from '../config/settings.ts';
import { CommandRefused } from './command-refused.ts';
import { stopOnSignal } from './signals.ts';

/**
 * The whole of a process: it lives until a signal stops what `start` has started, or ends by itself when that is nothing.
 * A signal that comes before `start` is done ends it at once. Wrong settings end it with their message and 78, a refused
 * command with its own, anything else that keeps it from starting with 1.
 */
export async function runProcess(start: () => Promise<{ stop(): Promise<void> } | undefined>): Promise<void> {
  // Linux keeps signals from the first process of a container unless it listens.
  const endAtOnce = (signal: NodeJS.Signals) => process.exit(128 + constants.signals[signal]);
  process.on('SIGTERM', endAtOnce).on('SIGINT', endAtOnce);
  try {
    const started = await start();
    process.off('SIGTERM', endAtOnce).off('SIGINT', endAtOnce);
    if (started) stopOnSignal(() => started.stop(), process.env.EXIT_WITH_PARENT === '1');
  } catch (error) {
    const isTold = error instanceof SettingsError || error instanceof CommandRefused;
    console.error(isTold ? error.message : error);
    if (error instanceof CommandRefused) process.exit(error.exitCode);
    process.exit(error instanceof SettingsError ? settingsExitCode : 1);
  }
}
