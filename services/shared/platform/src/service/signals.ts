import { constants } from 'node:os';

/** Time limit of a graceful stop, after which the process ends anyway. */
const graceMs = 25_000;

/** @param stop runs on SIGTERM and SIGINT from now on; with `withParent` also when the parent process ends */
type StopBy = (stop: () => Promise<void>, withParent: boolean) => void;

/**
 * Ends the process immediately on SIGTERM and SIGINT until it receives a graceful stop. After that, a second signal or
 * a slow stop ends it immediately.
 */
export function endOnSignal(): StopBy {
  let onSignal = (signal: NodeJS.Signals): void => process.exit(128 + constants.signals[signal]);
  // Never removed, because removing a listener drops a signal that has arrived but not been delivered.
  const hear = (signal: NodeJS.Signals) => onSignal(signal);
  // Linux does not deliver signals to the first process of a container unless it listens.
  process.on('SIGTERM', hear).on('SIGINT', hear);
  return (stop, withParent) => {
    onSignal = () => {
      onSignal = () => process.exit(1);
      setTimeout(() => process.exit(1), graceMs).unref();
      void stop()
        .catch((error) => console.error(error))
        .then(() => process.exit(0));
    };
    if (withParent) process.on('disconnect', () => hear('SIGTERM'));
  };
}
