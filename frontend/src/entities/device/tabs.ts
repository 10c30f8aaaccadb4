import type { UnknownAction } from '@reduxjs/toolkit';
import { newIntentKey } from '../../lib/intent-key.ts';
import { databaseOf } from './names.ts';

/** What one tab has to say to the others that show the same vault. */
export interface Message {
  /** The tab that is meant; all of them when it is left out. */
  readonly to?: string;
  /** For their stores. */
  readonly actions?: readonly UnknownAction[];
  /** The tab that speaks with the server is to ask it for what is new, or to send what waits. */
  readonly wanted?: 'ask' | 'send';
}

/** The tabs of one browser that show one user's vault. Without the browser's help each is alone. */
export interface Tabs {
  /** This one's name. */
  readonly own: string;
  readonly tell: (message: Message) => void;
  readonly listen: (listener: (message: Message) => void) => () => void;
  /**
   * Waits until it is for this tab to speak with the server, and keeps that until it is closed.
   * @returns whether another tab did so before
   */
  readonly lead: () => Promise<boolean>;
  readonly close: () => void;
}

export function openTabs(userId: string | undefined): Tabs {
  const name = userId && databaseOf(userId);
  const channel = name && 'BroadcastChannel' in globalThis ? new BroadcastChannel(name) : null;
  const closed = new AbortController();
  const untilClosed = new Promise<void>((resolve) => closed.signal.addEventListener('abort', () => resolve()));

  /** @returns whether the lock is held now */
  const take = (locks: LockManager, options: LockOptions) =>
    new Promise<boolean>((resolve, reject) => {
      locks
        .request(name ?? '', options, (lock) => {
          resolve(lock !== null);
          return lock ? untilClosed : undefined;
        })
        .catch(reject);
    });

  return {
    own: newIntentKey(),
    tell: (message) => {
      if (!closed.signal.aborted) channel?.postMessage(message);
    },
    listen: (listener) => {
      if (!channel) return () => {};
      channel.onmessage = ({ data }: MessageEvent<Message>) => listener(data);
      return () => {
        channel.onmessage = null;
      };
    },
    lead: async () => {
      const locks = name ? globalThis.navigator?.locks : undefined;
      if (!locks || (await take(locks, { ifAvailable: true }))) return false;
      await take(locks, { signal: closed.signal });
      return true;
    },
    close: () => {
      closed.abort();
      channel?.close();
    },
  };
}
