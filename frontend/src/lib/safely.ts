import type { SagaGenerator } from 'typed-redux-saga';

/**
 * Wraps a saga's handler so that a fault in it is reported and ends only itself: in redux-saga a throwing handler
 * cancels its parent, and with it every other watcher. Never `yield` in the `finally` of a saga that others call with `yield*`:
 * cancelled, it would bring its caller back to life.
 */
export function safely<Args extends unknown[]>(handler: (...args: Args) => SagaGenerator<void>) {
  return function* (...args: Args): SagaGenerator<void> {
    try {
      yield* handler(...args);
    } catch (error) {
      console.error(error);
    }
  };
}
