import { useEffect, useRef, useState } from 'react';
import { ApiError } from '../../lib/api-errors.ts';
import { importsApi, useGamesNamedMutation, useRematchRowsMutation } from './api.ts';

/** Games that are stored are told to the library in their own time, most often within this, in milliseconds. */
const tellingMs = 1500;

/** Searches between looks at what they have found. */
const atOnce = 10;

interface Progress {
  readonly searched: number;
  readonly found: number;
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Searches the game database for each row without a game, as its user would, and has the import look at what is stored since. */
export function useSearching(id: string) {
  const [askRows] = importsApi.useLazyImportRowsQuery();
  const [search] = useGamesNamedMutation();
  const [rematch] = useRematchRowsMutation();
  const [progress, setProgress] = useState<Progress | null>(null);
  const [isRunning, setRunning] = useState(false);
  const [error, setError] = useState<unknown>();
  const isWanted = useRef(false);
  /** Names that were searched for already: another time would find the same. */
  const known = useRef(new Set<string>());
  useEffect(
    () => () => {
      isWanted.current = false;
    },
    [],
  );

  /** @returns the names of one page that were not searched for yet, and where the next page begins */
  const namesAfter = async (after: number | undefined) => {
    const { rows, next } = await askRows({ id, show: 'attention', after }).unwrap();
    const names = rows.flatMap(({ fate, given: { title } }) => (fate === 'unmatched' && title !== null ? [title] : []));
    return { names: [...new Set(names)].filter((name) => !known.current.has(name)), next };
  };
  const look = async () => {
    let found = 0;
    for (let after: number | null | undefined; after !== null; ) {
      const answer = await rematch({ id, after }).unwrap();
      found += answer.found;
      after = answer.next;
    }
    setProgress((before) => before && { ...before, found: before.found + found });
  };
  /** A pace that is too fast is a matter of waiting, as long as the server says. */
  const searchInTime = async (name: string): Promise<void> => {
    const { error: fault } = await search(name);
    if (fault === undefined) return;
    if (!(fault instanceof ApiError && fault.status === 429 && fault.retryAfter > 0)) throw fault;
    await pause(fault.retryAfter);
    if (isWanted.current) await searchInTime(name);
  };
  const searchAll = async () => {
    // Of other files than this one; what is stored by now costs nobody a search.
    await look();
    for (let after: number | null | undefined; after !== null && isWanted.current; ) {
      const { names, next } = await namesAfter(after);
      for (const name of names) {
        if (!isWanted.current) break;
        if (name.length > 1) await searchInTime(name.slice(0, 200));
        known.current.add(name);
        setProgress((before) => before && { ...before, searched: before.searched + 1 });
        if (known.current.size % atOnce === 0) await look();
      }
      after = next;
    }
  };

  const start = async () => {
    isWanted.current = true;
    setError(undefined);
    setProgress({ searched: 0, found: 0 });
    setRunning(true);
    try {
      await searchAll();
    } catch (fault) {
      setError(fault);
    }
    await pause(tellingMs);
    await look().catch(setError);
    isWanted.current = false;
    setRunning(false);
  };
  const stop = () => {
    isWanted.current = false;
  };
  return { start, stop, progress, isRunning, error };
}
