import { useDispatch } from 'react-redux';
import { Question } from '../../../components/ui/question.tsx';
import { alertRaised } from '../../../entities/alerts/slice.ts';
import { profileTexts } from '../texts.ts';

const texts = profileTexts.deletion;

/** Asks to confirm account deletion, which is not available yet: the dialog says so and sends nothing. */
export function DeletionDialog({ onClose }: { readonly onClose: () => void }) {
  const dispatch = useDispatch();
  const confirm = () => {
    onClose();
    dispatch(alertRaised({ tone: 'error', text: texts.comingSoon }));
  };
  return (
    <Question title={texts.title} text={texts.text} confirm={texts.confirm} onClose={onClose} onConfirm={confirm} />
  );
}
