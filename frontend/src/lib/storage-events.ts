import { eventChannel } from 'redux-saga';

/** Emits the value that another tab stores under a key, on each change; null when it was removed. */
export const storageEvents = (key: string) =>
  eventChannel<{ readonly kept: string | null }>((emit) => {
    const report = (event: StorageEvent) => {
      if (event.key === key) emit({ kept: event.newValue });
    };
    window.addEventListener('storage', report);
    return () => window.removeEventListener('storage', report);
  });
