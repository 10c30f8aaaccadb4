import type { UnknownAction } from '@reduxjs/toolkit';
import { newIntentKey } from '../../lib/intent-key.ts';
import { type LeaderLock, openLeaderLock } from './leader-lock.ts';
import { databaseOf } from './names.ts';

/** A changed entry of the server's vault. */
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

/** Notifies the tabs that still show a user's vault. */
export function announceForgotten(userId: string): void {
  if (!('BroadcastChannel' in globalThis)) return;
  const channel = new BroadcastChannel(channelOf(userId));
  channel.postMessage({ forgotten: true } satisfies Message);
  channel.close();
}

/** Sent by the leader: it has received the request. */
const here = 'here';

/** The tabs of one browser that show one user's vault. Without browser support each tab is alone. */
export interface Tabs {
  /** Name of this tab. */
  readonly own: string;
  readonly send: (message: Message) => void;
  readonly listen: (listener: (message: Message) => void) => () => void;
  /** Decides which tab talks to the server. */
  readonly leader: Pick<LeaderLock, 'take' | 'untilLost' | 'isOurs'>;
  readonly close: () => void;
}

export function openTabs(userId: string | undefined): Tabs {
  const name = userId && channelOf(userId);
  const channel = name && 'BroadcastChannel' in globalThis ? new BroadcastChannel(name) : null;
  const lock = openLeaderLock(channel?.name);
  let isOpen = true;

  return {
    own: newIntentKey(),
    send: (message) => {
      if (!isOpen) return;
      channel?.postMessage(message);
      if (message.wanted) lock.expectReply();
    },
    listen: (listener) => {
      if (!channel) return () => {};
      channel.onmessage = ({ data }: MessageEvent<Message | typeof here>) => {
        if (data === here) return lock.replied();
        if (data.wanted && lock.seemsOurs()) channel.postMessage(here);
        listener(data);
      };
      return () => {
        channel.onmessage = null;
      };
    },
    leader: {
      ...lock,
      take: async () => {
        const wasLed = await lock.take();
        if (isOpen) channel?.postMessage(here);
        return wasLed;
      },
    },
    close: () => {
      isOpen = false;
      lock.close();
      channel?.close();
    },
  };
}
