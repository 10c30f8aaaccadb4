import { useEffect, useState } from 'react';

/** Milliseconds without a change before an announcement, so that a burst is announced once; then how long it stays. */
const calm = 1000;
const stays = 5000;

/**
 * Announces changes to screen readers.
 * @param signature changes with the data
 * @returns the sentence to announce, if any, and whether a change is still unannounced
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
    // Clear it, because a live region announces the same sentence again only after it was gone.
    const timer = setTimeout(() => setKnown((before) => ({ ...before, told: '' })), stays);
    return () => clearTimeout(timer);
  }, [known.told]);
  return { told: known.told, untold };
}
