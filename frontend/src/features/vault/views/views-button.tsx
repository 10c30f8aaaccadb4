import { Bookmark } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import type { VaultView } from '../vault-view.ts';
import { viewTexts as texts } from './texts.ts';
import { useDefaultView } from './use-default-view.ts';

const loadDialog = () => import('./views-dialog.tsx').then(({ ViewsDialog }) => ({ default: ViewsDialog }));
const ViewsDialog = lazy(loadDialog);

export interface ViewsProps {
  readonly userId: string;
  readonly view: VaultView;
  readonly onChange: (view: VaultView) => void;
}

/** The way to the saved views. */
export function ViewsButton(props: ViewsProps) {
  const [isOpen, setOpen] = useState(false);
  useDefaultView(props.userId, props.view, props.onChange);
  return (
    <>
      <Button aria-haspopup="dialog" className="px-3.5" onClick={() => setOpen(true)} onPointerEnter={loadDialog}>
        <Bookmark aria-hidden="true" className="size-4.5" />
        <span className="max-sm:sr-only">{texts.open}</span>
      </Button>
      {isOpen && (
        <Suspense>
          <ViewsDialog {...props} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
