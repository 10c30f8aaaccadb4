import { useEffect, useState } from 'react';

/** Milliseconds without a change after which a value counts as final. */
const restMs = 250;

/** Returns the value once it stops changing: a slider passes through hundreds of values. */
export function useRest<Value>(value: Value): Value {
  const [rested, setRested] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), restMs);
    return () => clearTimeout(timer);
  }, [value]);
  return rested;
}
