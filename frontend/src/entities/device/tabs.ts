import type { UnknownAction } from '@reduxjs/toolkit';
import { newIntentKey } from '../../lib/intent-key.ts';
import { databaseOf } from './names.ts';

export interface ChangedEntry {
  readonly entry_id: string;
  readonly guid: string;
  readonly version: number;
}

/** A request to the leader: pull from the server, pull unless it knows a changed entry, or send. */
export type LeaderRequest = 'pull' | 'send' | ChangedEntry;

/**
 * The tabs of releases with other messages are kept apart. Change the suffix together with the version of the database:
 * tabs with different leaders must not share it.
 */
export const channelOf = (userId: string): string => `${databaseOf(userId)}-3`;

/** A message between the tabs that show the same vault. */
export interface Message {
  /** The receiving tab; all tabs when omitted. */
  readonly to?: string;
  /** Actions to dispatch in the receiving stores. */
  readonly actions?: readonly UnknownAction[];
  readonly wanted?: LeaderRequest;
  /** The stored data was deleted; tabs must not build on it. */
  readonly forgotten?: true;
}

/** Notifies other tabs that this device deleted the user's stored data. */
export function announceForgotten(userId: string): void {
  if (!('BroadcastChannel' in globalThis)) return;
  const channel = new BroadcastChannel(channelOf(userId));
  channel.postMessage({ forgotten: true } satisfies Message);
  channel.close();
}

/** Sent by the leader: it has received the request. */
const here = 'here';

/** How long the leading tab may take to reply; a suspended or hanging tab then loses the lock. */
export const leaderTimeoutMs = 5000;

/** Elects a leader among the tabs of one browser by a Web Lock. */
function openLeaderLock(locks: LockManager, name: string) {
  const closed = new AbortController();
  /** Resolves when this tab gives the lock back; null while another tab has it. */
  let held: PromiseWithResolvers<void> | null = null;
  /** Stops waiting for the lock, to steal it. */
  let waiting: AbortController | undefined;
  let client: string | undefined;
  let hasLed = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const replied = () => {
    clearTimeout(timer);
    timer = undefined;
  };
  const expectReply = () => {
    timer ??= setTimeout(() => {
      timer = undefined;
      waiting?.abort();
    }, leaderTimeoutMs);
  };
  const holder = async () => {
    const { held: all } = await locks.query().catch((): LockManagerSnapshot => ({}));
    return all?.find((lock) => lock.name === name)?.clientId;
  };

  /** @returns whether the lock is held now */
  const request = (options: LockOptions) => {
    const { promise, resolve, reject } = Promise.withResolvers<boolean>();
    const own = Promise.withResolvers<void>();
    const hold = (lock: Lock | null) => {
      resolve(lock !== null);
      if (!lock || closed.signal.aborted) return;
      held = own;
      return own.promise;
    };
    const over = () => {
      if (held === own) held = null;
      own.resolve();
    };
    // A stolen lock rejects its original request.
    locks.request(name, options, hold).catch(reject).finally(over);
    return promise;
  };

  async function take(): Promise<boolean> {
    let wasLed = hasLed;
    if (!(await request({ ifAvailable: true }))) {
      wasLed = true;
      const given = new AbortController();
      waiting = given;
      await request({ signal: AbortSignal.any([closed.signal, given.signal]) }).catch((error) => {
        if (closed.signal.aborted || !given.signal.aborted) throw error;
        return request({ steal: true });
      });
    }
    replied();
    hasLed = true;
    client = await holder();
    return wasLed;
  }

  return {
    take,
    untilLost: () => held?.promise ?? Promise.resolve(),
    isOurs: async () => {
      const now = held;
      return now !== null && (await holder()) === client && held === now;
    },
    /** Synchronous, and possibly out of date. */
    seemsOurs: () => held !== null,
    expectReply,
    replied,
    close: () => {
      replied();
      closed.abort();
      held?.resolve();
    },
  };
}

/** The tabs of one browser that show one user's vault. */
export type Tabs = ReturnType<typeof openTabs>;

/** Without browser support each tab is alone, and leads for itself. */
export function openTabs(userId: string | undefined) {
  const channel = userId && 'BroadcastChannel' in globalThis ? new BroadcastChannel(channelOf(userId)) : null;
  const locks = globalThis.navigator?.locks;
  const lock = channel && locks ? openLeaderLock(locks, channel.name) : null;
  let isOpen = true;

  return {
    own: newIntentKey(),
    send: (message: Message): void => {
      if (!isOpen) return;
      channel?.postMessage(message);
      if (message.wanted) lock?.expectReply();
    },
    /** @returns a function that stops it */
    listen: (listener: (message: Message) => void): (() => void) => {
      if (!channel) return () => {};
      channel.onmessage = ({ data }: MessageEvent<Message | typeof here>) => {
        if (data === here) return lock?.replied();
        if (data.wanted && lock?.seemsOurs() !== false) channel.postMessage(here);
        listener(data);
      };
      return () => {
        channel.onmessage = null;
      };
    },
    /** Decides which tab talks to the server. */
    leader: {
      /**
       * Waits until this tab is the leader; takes the lead from a tab that does not reply in time.
       * @returns whether another tab led before, or may have led since this tab last did
       */
      take: async (): Promise<boolean> => {
        const wasLed = (await lock?.take()) ?? false;
        if (isOpen) channel?.postMessage(here);
        return wasLed;
      },
      /** Settles when another tab has taken the lead. */
      untilLost: lock?.untilLost ?? (() => new Promise(() => {})),
      /** Asks the browser: a tab that was suspended learns late that it lost the lead. */
      isOurs: lock?.isOurs ?? (async () => true),
    },
    close: (): void => {
      isOpen = false;
      lock?.close();
      channel?.close();
    },
  };
}
