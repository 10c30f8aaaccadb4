import { type Buffer, type EventChannel, eventChannel } from 'redux-saga';

/**
 * Returns a channel with the names of browser events.
 * @param buffer keeps events that no saga takes; without one they are dropped
 */
export const browserEvents = (
  events: readonly (readonly [EventTarget, string])[],
  buffer?: Buffer<string>,
): EventChannel<string> =>
  eventChannel((emit) => {
    const report = ({ type }: Event) => emit(type);
    for (const [target, name] of events) target.addEventListener(name, report);
    return () => {
      for (const [target, name] of events) target.removeEventListener(name, report);
    };
  }, buffer);
