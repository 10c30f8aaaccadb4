import { Button } from '../../components/ui/button.tsx';
import { Dialog } from '../../components/ui/dialog.tsx';
import { deviceTexts } from './texts.ts';
import type { Unsent } from './unsent.ts';

const texts = deviceTexts.unsent;

/** Says what signing out would lose. Closing it loses nothing. */
export function UnsentDialog({ asked: { changes, settle } }: { readonly asked: Unsent }) {
  return (
    <Dialog title={texts.title} description={texts.explanation(changes)} onClose={() => settle(false)}>
      <div className="flex flex-wrap gap-2 *:flex-1">
        <Button look="primary" onClick={() => settle(false)}>
          {texts.stay}
        </Button>
        <Button onClick={() => settle(true)}>{texts.leave}</Button>
      </div>
    </Dialog>
  );
}
