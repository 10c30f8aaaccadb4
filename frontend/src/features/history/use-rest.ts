import { useEffect, useState } from 'react';

/** Milliseconds without another value after which one is taken for meant. */
const restMs = 250;

/** The value once it has come to rest: a slider passes hundreds on its way. */
export function useRest<Value>(value: Value): Value {
  const [rested, setRested] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), restMs);
    return () => clearTimeout(timer);
  }, [value]);
  return rested;
}
