import { buffers, type EventChannel, eventChannel } from 'redux-saga';
import { newIntentKey } from '../../lib/intent-key.ts';
import { type Lead, openLead } from '../device/lead.ts';
import type { Hint } from './slice.ts';
import type { Topic } from './topics.ts';

/** What the tabs of one user in one browser say to each other; one of them, the owner, has the stream. */
export type Message =
  /** Of a new owner: what do you all show? */
  | { readonly kind: 'who' }
  /** `asks`: the tab has not been told of all this before, and is to be greeted once it is. */
  | { readonly kind: 'shows'; readonly tab: string; readonly topics: readonly Topic[]; readonly asks: boolean }
  | { readonly kind: 'gone'; readonly tab: string }
  /** Of a tab that waits to be the owner: is there one? */
  | { readonly kind: 'ping' }
  /** Of the owner: it lives. */
  | { readonly kind: 'here' }
  /** Of the owner, to one tab or to all. */
  | { readonly kind: 'greeting'; readonly tab?: string }
  | { readonly kind: 'hint'; readonly hint: Hint }
  /** The session is over, and there is no stream any more. */
  | { readonly kind: 'ended' };

export interface Room {
  readonly tab: string;
  /** Says something to all tabs, this one too. */
  readonly say: (message: Message) => void;
  /** All that is said from now on. */
  readonly hear: () => EventChannel<Message>;
  /** Which tab is the owner. */
  readonly lead: Lead;
  readonly leave: () => void;
}

/** Both, or neither: tabs that could not agree on an owner would all tell each other the same. */
const canShare = () => 'BroadcastChannel' in globalThis && navigator.locks !== undefined;

/** Another release may say other things. */
const nameOf = (userId: string) => `nightshelf-live-1-${userId}`;

/** Enters where the tabs of this user meet; a browser that cannot do that leaves each alone. */
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
    // As late as the others hear it: what it sets off may end whoever says it, who is not to be in the middle of it.
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
