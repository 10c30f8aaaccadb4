import { useCallback, useEffect, useState } from 'react';
import { useLocation, useNavigate, useNavigationType } from 'react-router-dom';
import { rememberedView, rememberView } from './remembered-view.ts';
import { addressOfView, readVaultView, type VaultView } from './vault-view.ts';

/** Milliseconds of rest before typing reaches the address: browsers refuse too many changes of it in a row. */
const typingRests = 250;

/**
 * The view of the vault, mirrored into the address, and remembered: an address that says nothing, as the vault's link does,
 * opens it as it was last looked at.
 * @param userId whose vault; undefined for nobody's
 * @returns the view, a function that changes parts of it, and one that brings the address up to date at once
 */
export function useVaultView(userId: string | undefined) {
  const { key, search } = useLocation();
  const navigate = useNavigate();
  const kind = useNavigationType();
  const written = readVaultView(new URLSearchParams(search));
  // An entry of the history that says nothing is a vault that was left bare, but for the one that a tab begins with.
  const isNew = kind !== 'POP' || key === 'default';
  const asked = () => (search === '' && isNew && userId && rememberedView(userId)) || written;
  const [{ view, isChosen }, setState] = useState(() => ({ view: asked(), isChosen: false }));
  const [place, setPlace] = useState(key);
  if (place !== key) {
    setPlace(key);
    // Our own writes replace the address; anything else, such as Back or the link to the vault, is meant for us.
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

  // A view that somebody else's link leads to is not one's own until something of it is changed.
  useEffect(() => {
    if (isChosen && userId) rememberView(userId, view);
  }, [isChosen, userId, view]);

  const change = useCallback(
    (changes: Partial<VaultView>) => setState(({ view }) => ({ view: { ...view, ...changes }, isChosen: true })),
    [],
  );
  return { view, change, flush };
}
