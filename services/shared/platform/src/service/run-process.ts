import { constants } from 'node:os';
import { SettingsError, settingsExitCode } from '../config/settings.ts';

export class CommandRefused extends Error {
  override name = 'CommandRefused';
  /** 2 for invalid input, 3 for something that does not exist. */
  readonly exitCode: number;

  constructor(message: string, exitCode = 2) {
    super(message);
    this.exitCode = exitCode;
  }
}

/** Time limit of a graceful stop, after which the process ends anyway. */
const graceMs = 25_000;

/** @param stop runs on SIGTERM and SIGINT from now on; with `withParent` also when the parent process ends */
type StopBy = (stop: () => Promise<void>, withParent: boolean) => void;

/**
 * Ends the process immediately on SIGTERM and SIGINT until it receives a graceful stop. After that, a second signal or
 * a slow stop ends it immediately.
 */
function endOnSignal(): StopBy {
  let onSignal = (signal: NodeJS.Signals): void => process.exit(128 + constants.signals[signal]);
  // Never removed, because removing a listener drops a signal that has arrived but not been delivered.
  const handleSignal = (signal: NodeJS.Signals) => onSignal(signal);
  // Linux does not deliver signals to the first process of a container unless it listens.
  process.on('SIGTERM', handleSignal).on('SIGINT', handleSignal);
  return (stop, withParent) => {
    onSignal = () => {
      onSignal = () => process.exit(1);
      setTimeout(() => process.exit(1), graceMs).unref();
      void stop()
        .catch((error) => console.error(error))
        .then(() => process.exit(0));
    };
    if (!withParent) return;
    process.on('disconnect', () => handleSignal('SIGTERM'));
    // The parent has ended during the start.
    if (process.connected === false) handleSignal('SIGTERM');
  };
}

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
    const isForUser = error instanceof SettingsError || error instanceof CommandRefused;
    console.error(isForUser ? error.message : error);
    if (error instanceof CommandRefused) process.exit(error.exitCode);
    process.exit(error instanceof SettingsError ? settingsExitCode : 1);
  }
}
