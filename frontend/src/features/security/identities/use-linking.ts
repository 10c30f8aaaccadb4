import { useEffect, useRef } from 'react';
import { useLinkProviderMutation } from '../api.ts';

/** Leads to a provider whose account is to be linked, unless the person has gone on before it is known where that is. */
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
