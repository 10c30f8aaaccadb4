import { eventChannel } from 'redux-saga';

/** Emits the value that another tab stores under a key, on each change; null when it was removed. */
export const storageEvents = (key: string) =>
  eventChannel<{ readonly kept: string | null }>((emit) => {
    const tell = (event: StorageEvent) => {
      if (event.key === key) emit({ kept: event.newValue });
    };
    window.addEventListener('storage', tell);
    return () => window.removeEventListener('storage', tell);
  });
