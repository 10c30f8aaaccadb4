import { useEffect, useState } from 'react';

/** Milliseconds without a change before an announcement, so that a burst is announced once; then how long it stays. */
const calm = 1000;
const stays = 5000;

/**
 * Announces changes to screen readers.
 * @param signature changes with the data
 * @returns the sentence to announce, if any, and whether a change is still unannounced
 */
export function useNews(
  signature: string,
  sentence: string,
): { readonly announcement: string; readonly isPending: boolean } {
  const [known, setKnown] = useState({ signature, announcement: '' });
  const isPending = known.signature !== signature;
  useEffect(() => {
    if (!isPending) return undefined;
    const timer = setTimeout(() => setKnown({ signature, announcement: sentence }), calm);
    return () => clearTimeout(timer);
  }, [isPending, signature, sentence]);
  useEffect(() => {
    if (known.announcement === '') return undefined;
    // Clear it, because a live region announces the same sentence again only after it was gone.
    const timer = setTimeout(() => setKnown((before) => ({ ...before, announcement: '' })), stays);
    return () => clearTimeout(timer);
  }, [known.announcement]);
  return { announcement: known.announcement, isPending };
}
