import { useEffect, useState } from 'react';

/** Milliseconds: without a further change before one is told of, so that a storm is told once; and for which that stays. */
const calm = 1000;
const stays = 5000;

/**
 * Tells who listens rather than looks that something has changed.
 * @param signature changes with it
 * @returns the sentence to read out, if any, and whether a change has not been told of yet
 */
export function useNews(signature: string, sentence: string): { readonly told: string; readonly untold: boolean } {
  const [known, setKnown] = useState({ signature, told: '' });
  const untold = known.signature !== signature;
  useEffect(() => {
    if (!untold) return undefined;
    const timer = setTimeout(() => setKnown({ signature, told: sentence }), calm);
    return () => clearTimeout(timer);
  }, [untold, signature, sentence]);
  useEffect(() => {
    if (known.told === '') return undefined;
    // The same sentence is read out again only when it was gone in between.
    const timer = setTimeout(() => setKnown((before) => ({ ...before, told: '' })), stays);
    return () => clearTimeout(timer);
  }, [known.told]);
  return { told: known.told, untold };
}
