import { useEffect, useState } from 'react';
import { isViewKept } from '../../../lib/kept-vault-view.ts';
import { rememberDefault } from '../remembered-view.ts';
import { addressOfView, readVaultView, type VaultView } from '../vault-view.ts';
import { useSavedViewsQuery } from './api.ts';

/** On a device without stored settings, loads the default view and opens it, unless the address asks for another. */
export function useDefaultView(userId: string, view: VaultView, onChange: (view: VaultView) => void): void {
  const [isFirst] = useState(() => !isViewKept(userId));
  const { data } = useSavedViewsQuery(undefined, { skip: !isFirst });
  const isUntouched = addressOfView(view) === '';
  const [isDone, setDone] = useState(false);
  useEffect(() => {
    if (!data || !isFirst || isDone) return;
    setDone(true);
    const query = data.views.find(({ is_default }) => is_default)?.query ?? null;
    rememberDefault(userId, query);
    if (isUntouched && query !== null) onChange(readVaultView(new URLSearchParams(query)));
  }, [data, isFirst, isDone, isUntouched, userId, onChange]);
}
