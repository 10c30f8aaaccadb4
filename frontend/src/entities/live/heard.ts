import { buffers, type EventChannel, eventChannel } from 'redux-saga';

/** The names of these events of the browser, as they come. */
export const heard = (...events: readonly (readonly [EventTarget, string])[]): EventChannel<string> =>
  eventChannel((emit) => {
    const tell = ({ type }: Event) => emit(type);
    for (const [target, name] of events) target.addEventListener(name, tell);
    return () => {
      for (const [target, name] of events) target.removeEventListener(name, tell);
    };
  }, buffers.expanding(2));
