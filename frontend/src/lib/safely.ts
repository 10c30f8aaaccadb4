import type { SagaGenerator } from 'typed-redux-saga';

/**
 * Wraps a saga's handler so that a fault in it is reported and ends only itself: in redux-saga a throwing handler
 * cancels its parent, and with it every other watcher.
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
