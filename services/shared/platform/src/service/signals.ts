import { constants } from 'node:os';

/** Longest that a graceful stop may take, in milliseconds, before the process ends anyway. */
const graceMs = 25_000;

/** @param stop what SIGTERM and SIGINT do from now on; so does the end of its parent `withParent` */
type StopBy = (stop: () => Promise<void>, withParent: boolean) => void;

/**
 * Ends the process at once on SIGTERM and SIGINT, until it is told what stops it gracefully. Then a second signal, or a stop that
 * takes too long, ends it at once.
 */
export function endOnSignal(): StopBy {
  let onSignal = (signal: NodeJS.Signals): void => process.exit(128 + constants.signals[signal]);
  // For good: with a listener that is taken away goes a signal that has come and is not told yet.
  const hear = (signal: NodeJS.Signals) => onSignal(signal);
  // Linux keeps signals from the first process of a container unless it listens.
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
