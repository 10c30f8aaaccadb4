import { useCallback, useEffect, useState } from 'react';
import { useLocation, useNavigate, useNavigationType } from 'react-router-dom';
import { rememberedView, rememberView } from './remembered-view.ts';
import { addressOfView, readVaultView, type VaultView } from './vault-view.ts';

/** Milliseconds after the last keystroke before the query goes to the address; browsers limit address changes. */
const typingRests = 250;

/**
 * The vault's view, mirrored into the address and remembered: an empty address, such as the vault's link, opens the
 * last view.
 * @param userId the vault's owner; undefined without one
 * @returns the view, a function that changes parts of it, and one that updates the address immediately
 */
export function useVaultView(userId: string | undefined) {
  const { key, search } = useLocation();
  const navigate = useNavigate();
  const kind = useNavigationType();
  const written = readVaultView(new URLSearchParams(search));
  // Back to an empty address means that the user had cleared the view, except on a tab's first history entry.
  const isNew = kind !== 'POP' || key === 'default';
  const asked = () => (search === '' && isNew && userId && rememberedView(userId)) || written;
  const [{ view, isChosen }, setState] = useState(() => ({ view: asked(), isChosen: false }));
  const [place, setPlace] = useState(key);
  if (place !== key) {
    setPlace(key);
    // Our own writes replace the address; other navigation, such as Back or the vault's link, sets the view.
    if (kind !== 'REPLACE') setState({ view: asked(), isChosen: false });
  }

  const address = addressOfView(view);
  const upToDate = address === addressOfView(written);
  const onlyTyped = !upToDate && address === addressOfView({ ...written, query: view.query });

  const flush = useCallback(() => {
    if (!upToDate) navigate({ search: address }, { replace: true });
  }, [upToDate, address, navigate]);

  useEffect(() => {
    if (!onlyTyped) {
      flush();
      return undefined;
    }
    const timer = setTimeout(flush, typingRests);
    return () => clearTimeout(timer);
  }, [onlyTyped, flush]);

  // Do not remember a view from someone else's link until the user changes it.
  useEffect(() => {
    if (isChosen && userId) rememberView(userId, view);
  }, [isChosen, userId, view]);

  const change = useCallback(
    (changes: Partial<VaultView>) => setState(({ view }) => ({ view: { ...view, ...changes }, isChosen: true })),
    [],
  );
  return { view, change, flush };
}
