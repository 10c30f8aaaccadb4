import { Bookmark } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { isViewKept } from '../../../lib/kept-vault-view.ts';
import { lazyPart } from '../../../lib/lazy-part.tsx';
import { addressOfView, readVaultView, rememberDefault, type VaultView } from '../vault-view.ts';
import { viewsApi } from './api.ts';
import { viewTexts as texts } from './texts.ts';
import type { ViewsProps } from './views-dialog.tsx';

/** On a device without stored settings, loads the default view and opens it, unless the address has another. */
function useDefaultView(userId: string, view: VaultView, onChange: (view: VaultView) => void): void {
  const [isFirst] = useState(() => !isViewKept(userId));
  const { data } = viewsApi.useSavedViewsQuery(undefined, { skip: !isFirst });
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

const loadDialog = () => import('./views-dialog.tsx');
const ViewsDialog = lazyPart(loadDialog, 'ViewsDialog');

export function ViewsButton(props: ViewsProps) {
  const [isOpen, setOpen] = useState(false);
  useDefaultView(props.userId, props.view, props.onChange);
  return (
    <>
      <Button aria-haspopup="dialog" className="px-3.5" onClick={() => setOpen(true)} onPointerEnter={loadDialog}>
        <Bookmark aria-hidden="true" className="size-4.5" />
        <span className="max-sm:sr-only">{texts.open}</span>
      </Button>
      {isOpen && <ViewsDialog {...props} onClose={() => setOpen(false)} />}
    </>
  );
}
