import { useEffect, useRef } from 'react';

/** Returns a mutation that is aborted when the user leaves the page, such as one that opens another site. */
export function useAbortOnLeave<Arg, Begun extends { readonly abort: () => void }>(begin: (arg: Arg) => Begun) {
  const begun = useRef<Begun>(undefined);
  useEffect(() => () => begun.current?.abort(), []);
  return (arg: Arg): Begun => {
    begun.current = begin(arg);
    return begun.current;
  };
}
