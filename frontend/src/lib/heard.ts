import { type Buffer, type EventChannel, eventChannel } from 'redux-saga';

/**
 * The names of these events of the browser, as they come.
 * @param buffer keeps those that come while nobody takes; without one they are forgotten
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
