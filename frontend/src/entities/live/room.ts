import { buffers, type EventChannel, eventChannel } from 'redux-saga';
import { newIntentKey } from '../../lib/intent-key.ts';
import { type Lead, openLead } from '../device/lead.ts';
import type { Hint } from './slice.ts';
import type { Topic } from './topics.ts';

/** Messages between the tabs of one user in one browser; one of them, the owner, holds the stream. */
export type Message =
  /** A new owner asks for the topics of all tabs. */
  | { readonly kind: 'who' }
  /** `asks`: the tab has a new topic and expects a greeting once it is subscribed. */
  | { readonly kind: 'shows'; readonly tab: string; readonly topics: readonly Topic[]; readonly asks: boolean }
  | { readonly kind: 'gone'; readonly tab: string }
  /** A waiting tab checks that the owner is alive. */
  | { readonly kind: 'ping' }
  /** The owner is alive. */
  | { readonly kind: 'here' }
  /** From the owner, to one tab or to all. */
  | { readonly kind: 'greeting'; readonly tab?: string }
  | { readonly kind: 'hint'; readonly hint: Hint }
  /** The session has ended, and the stream with it. */
  | { readonly kind: 'ended' };

export interface Room {
  readonly tab: string;
  /** Sends a message to all tabs, including this one. */
  readonly say: (message: Message) => void;
  /** All messages from now on. */
  readonly hear: () => EventChannel<Message>;
  /** Elects the owner. */
  readonly lead: Lead;
  readonly leave: () => void;
}

/** Requires both: tabs that could not elect an owner would all broadcast the same events. */
const canShare = () => 'BroadcastChannel' in globalThis && navigator.locks !== undefined;

/** The version keeps releases with different messages apart. */
const nameOf = (userId: string) => `nightshelf-live-1-${userId}`;

/** Joins the tabs of this user; in a browser without support each tab is alone. */
export function enterRoom(userId: string): Room {
  const tab = newIntentKey();
  const others = canShare() ? new BroadcastChannel(nameOf(userId)) : undefined;
  const lead = openLead(others?.name);
  const listeners = new Set<(message: Message) => void>();
  const tell = (message: Message) => {
    for (const listener of listeners) listener(message);
  };
  if (others) {
    others.onmessage = ({ data }: MessageEvent<Message>) => {
      if (data.kind === 'here') lead.isAnswered();
      if (data.kind === 'ping' && lead.seemsOurs()) others.postMessage({ kind: 'here' } satisfies Message);
      tell(data);
    };
  }
  const say = (message: Message) => {
    others?.postMessage(message);
    if (message.kind === 'ping') lead.expectAnswer();
    // Deliver it asynchronously, as in the other tabs: its effect may cancel the saga that sent it.
    queueMicrotask(() => tell(message));
  };
  return {
    tab,
    say,
    hear: () =>
      eventChannel<Message>((emit) => {
        listeners.add(emit);
        return () => listeners.delete(emit);
      }, buffers.expanding(8)),
    lead,
    leave: () => {
      lead.close();
      listeners.clear();
      others?.postMessage({ kind: 'gone', tab } satisfies Message);
      others?.close();
    },
  };
}
