import { useCallback, useEffect, useState } from 'react';
import { useLocation, useNavigationType, useSearchParams } from 'react-router-dom';
import { readVaultView, type VaultView, writeVaultView } from './vault-view.ts';

/** Milliseconds of rest before typing reaches the address: browsers refuse too many changes of it in a row. */
const typingRests = 250;

/**
 * The view of the vault, mirrored into the address.
 * @returns the view, a function that changes parts of it, and one that brings the address up to date at once
 */
export function useVaultView() {
  const [params, setParams] = useSearchParams();
  const { key } = useLocation();
  const kind = useNavigationType();
  const [view, setView] = useState(() => readVaultView(params));
  const [place, setPlace] = useState(key);
  if (place !== key) {
    setPlace(key);
    // Our own writes replace the address; anything else, such as Back or the link to the vault, is meant for us.
    if (kind !== 'REPLACE') setView(readVaultView(params));
  }

  const written = readVaultView(params);
  const address = writeVaultView(view).toString();
  const upToDate = address === writeVaultView(written).toString();
  const onlyTyped = !upToDate && address === writeVaultView({ ...written, query: view.query }).toString();

  const flush = useCallback(() => {
    if (!upToDate) setParams(new URLSearchParams(address), { replace: true });
  }, [upToDate, address, setParams]);

  useEffect(() => {
    if (!onlyTyped) {
      flush();
      return undefined;
    }
    const timer = setTimeout(flush, typingRests);
    return () => clearTimeout(timer);
  }, [onlyTyped, flush]);

  const change = useCallback((changes: Partial<VaultView>) => setView((before) => ({ ...before, ...changes })), []);
  return { view, change, flush };
}
