import { createRoot } from 'react-dom/client';
import { Button } from '../../components/ui/button.tsx';
import { Dialog } from '../../components/ui/dialog.tsx';

const texts = {
  title: 'Not everything is sent yet',
  explanation: (changes: number) =>
    changes === 1
      ? 'One change is saved only on this device, because Nightshelf was unreachable. If you sign out now, it will be lost.'
      : `${changes} changes are saved only on this device, because Nightshelf was unreachable. If you sign out now, they will be lost.`,
  stay: 'Stay signed in',
  leave: 'Sign out anyway',
};

interface UnsentDialogProps {
  readonly changes: number;
  /** @param leaves whether the user signs out anyway */
  readonly settle: (leaves: boolean) => void;
}

/** Warns about the changes that signing out would lose; closing it loses nothing. */
function UnsentDialog({ changes, settle }: UnsentDialogProps) {
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

/**
 * Asks whether to sign out and lose `changes` changes. It has its own root, because the page does not include it
 * otherwise.
 * @param gone aborts the question, since no user is left to answer it
 */
export function askToLeave(changes: number, gone: AbortSignal): Promise<boolean> {
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  return new Promise((resolve) => {
    const settle = (leaves: boolean) => {
      root.unmount();
      place.remove();
      resolve(leaves);
    };
    gone.addEventListener('abort', () => settle(false), { once: true });
    root.render(<UnsentDialog changes={changes} settle={settle} />);
  });
}
