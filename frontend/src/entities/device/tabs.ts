import type { UnknownAction } from '@reduxjs/toolkit';
import { newIntentKey } from '../../lib/intent-key.ts';
import { type Lead, openLead } from './lead.ts';
import { databaseOf } from './names.ts';

/** What one tab has to say to the others that show the same vault. */
export interface Message {
  /** The tab that is meant; all of them when it is left out. */
  readonly to?: string;
  /** For their stores. */
  readonly actions?: readonly UnknownAction[];
  /** The tab that speaks with the server is to ask it for what is new, or to send what waits. */
  readonly wanted?: 'ask' | 'send';
  /** What the device had is gone: nobody goes on from it. */
  readonly forgotten?: true;
}

/** Tells the tabs that still show a user's vault. */
export function tellForgotten(userId: string): void {
  if (!('BroadcastChannel' in globalThis)) return;
  const channel = new BroadcastChannel(databaseOf(userId));
  channel.postMessage({ forgotten: true } satisfies Message);
  channel.close();
}

/** Of the tab that leads: it has heard what was wanted, and lives. */
const here = 'here';

/** The tabs of one browser that show one user's vault. Without the browser's help each is alone. */
export interface Tabs {
  /** This one's name. */
  readonly own: string;
  readonly tell: (message: Message) => void;
  readonly listen: (listener: (message: Message) => void) => () => void;
  /** Which of them speaks with the server. */
  readonly lead: Pick<Lead, 'take' | 'untilLost' | 'isOurs'>;
  readonly close: () => void;
}

export function openTabs(userId: string | undefined): Tabs {
  const name = userId && databaseOf(userId);
  const channel = name && 'BroadcastChannel' in globalThis ? new BroadcastChannel(name) : null;
  const lead = openLead(channel?.name);
  let isOpen = true;

  return {
    own: newIntentKey(),
    tell: (message) => {
      if (!isOpen) return;
      channel?.postMessage(message);
      if (message.wanted) lead.expectAnswer();
    },
    listen: (listener) => {
      if (!channel) return () => {};
      channel.onmessage = ({ data }: MessageEvent<Message | typeof here>) => {
        if (data === here) return lead.isAnswered();
        if (data.wanted && lead.seemsOurs()) channel.postMessage(here);
        listener(data);
      };
      return () => {
        channel.onmessage = null;
      };
    },
    lead: {
      ...lead,
      take: async () => {
        const wasLed = await lead.take();
        if (isOpen) channel?.postMessage(here);
        return wasLed;
      },
    },
    close: () => {
      isOpen = false;
      lead.close();
      channel?.close();
    },
  };
}
