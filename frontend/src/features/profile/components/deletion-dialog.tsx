import { useDispatch } from 'react-redux';
import { Button } from '../../../components/ui/button.tsx';
import { Dialog } from '../../../components/ui/dialog.tsx';
import { alertRaised } from '../../../entities/alerts/slice.ts';
import { profileTexts } from '../texts.ts';

const texts = profileTexts.deletion;

/** Asks whether the account is to be deleted. That is not possible yet, which is said then; nothing is sent. */
export function DeletionDialog({ onClose }: { readonly onClose: () => void }) {
  const dispatch = useDispatch();
  const confirm = () => {
    onClose();
    dispatch(alertRaised({ tone: 'error', text: texts.comingSoon }));
  };
  return (
    <Dialog title={texts.title} onClose={onClose}>
      <p className="text-ink-2">{texts.text}</p>
      <div className="mt-6 flex flex-wrap justify-end gap-3">
        <Button onClick={onClose}>{texts.cancel}</Button>
        <Button look="danger" onClick={confirm}>
          {texts.confirm}
        </Button>
      </div>
    </Dialog>
  );
}
