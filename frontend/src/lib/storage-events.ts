import { eventChannel } from 'redux-saga';

/** What another tab of this browser keeps under a key, whenever it changes there: null when nothing is kept any more. */
export const storageEvents = (key: string) =>
  eventChannel<{ readonly kept: string | null }>((emit) => {
    const tell = (event: StorageEvent) => {
      if (event.key === key) emit({ kept: event.newValue });
    };
    window.addEventListener('storage', tell);
    return () => window.removeEventListener('storage', tell);
  });
