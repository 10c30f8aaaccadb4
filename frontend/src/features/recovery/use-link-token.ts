import { linkToken } from '@nightshelf/contracts/credentials.ts';
import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';

const tokenIn = (hash: string) => new URLSearchParams(hash.slice(1)).get('token');

/** Returns the token from the fragment of an emailed link, or null when it is incomplete. */
export function useLinkToken(onLink?: () => void): string | null {
  const navigate = useNavigate();
  const { pathname, hash } = useLocation();
  const [token, setToken] = useState(() => tokenIn(hash));
  useEffect(() => {
    if (hash === '') return;
    setToken(tokenIn(hash));
    onLink?.();
    // Keep the token out of the address bar and the history.
    navigate(pathname, { replace: true });
  }, [hash, pathname, navigate, onLink]);
  const complete = linkToken.safeParse(token);
  return complete.success ? complete.data : null;
}
