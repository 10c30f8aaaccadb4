import { useEffect, useRef } from 'react';
import { useLinkProviderMutation } from '../api.ts';

/** Opens the provider to link, unless the user has left before its address is known. */
export function useLinking() {
  const [begin, linking] = useLinkProviderMutation();
  const begun = useRef<ReturnType<typeof begin>>(undefined);
  useEffect(() => () => begun.current?.abort(), []);
  const link = (way: Parameters<typeof begin>[0]) => {
    begun.current = begin(way);
    return begun.current;
  };
  return [link, linking] as const;
}
