import { type Buffer, type EventChannel, eventChannel } from 'redux-saga';

/**
 * Returns a channel with the names of browser events.
 * @param buffer keeps events that no saga takes; without one they are dropped
 */
export const heard = (
  events: readonly (readonly [EventTarget, string])[],
  buffer?: Buffer<string>,
): EventChannel<string> =>
  eventChannel((emit) => {
    const tell = ({ type }: Event) => emit(type);
    for (const [target, name] of events) target.addEventListener(name, tell);
    return () => {
      for (const [target, name] of events) target.removeEventListener(name, tell);
    };
  }, buffer);
