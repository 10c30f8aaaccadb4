import { Bookmark } from 'lucide-react';
import { Suspense, useState } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { lazyPart } from '../../../lib/lazy-part.tsx';
import { viewTexts as texts } from './texts.ts';
import { useDefaultView } from './use-default-view.ts';
import type { ViewsProps } from './views-dialog.tsx';

const loadDialog = () => import('./views-dialog.tsx').then(({ ViewsDialog }) => ({ default: ViewsDialog }));
const ViewsDialog = lazyPart(loadDialog);

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
