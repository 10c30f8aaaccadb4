import type { SagaGenerator } from 'typed-redux-saga';

/**
 * Wraps a saga handler so that its error is reported and ends only itself; redux-saga would cancel its parent and all
 * other watchers. Never `yield` in the `finally` of a saga called with `yield*`: on cancellation it would resume its
 * caller.
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
