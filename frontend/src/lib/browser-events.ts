import { type EventChannel, eventChannel } from 'redux-saga';
import { type SagaGenerator, take } from 'typed-redux-saga';

type BrowserEvent = readonly [EventTarget, name: string];

/** Returns a channel with the names of browser events; it drops those that no saga takes. */
export const browserEvents = (events: readonly BrowserEvent[]): EventChannel<string> =>
  eventChannel((emit) => {
    const report = ({ type }: Event) => emit(type);
    for (const [target, name] of events) target.addEventListener(name, report);
    return () => {
      for (const [target, name] of events) target.removeEventListener(name, report);
    };
  });

/** Waits for a browser event. In a loop, take from one channel instead: a new listener may hear the same event. */
export function* untilEvent(event: BrowserEvent): SagaGenerator<string> {
  const channel = browserEvents([event]);
  try {
    return yield* take(channel);
  } finally {
    channel.close();
  }
}
