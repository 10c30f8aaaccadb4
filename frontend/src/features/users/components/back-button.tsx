import { ArrowLeft } from 'lucide-react';
import { useNavigate } from 'react-router-dom';
import { Button } from '../../../components/ui/button.tsx';
import { userTexts as texts } from '../texts.ts';

/**
 * One step back: to the list of users with its search, results and place, when the visit began there. A page that was
 * opened in a tab of its own has nothing behind it, and goes to the list.
 */
export function BackButton() {
  const navigate = useNavigate();
  const goBack = () => {
    if (window.history.length > 1) navigate(-1);
    else navigate('/users', { replace: true });
  };
  return (
    <Button look="plain" size="small" onClick={goBack} className="mb-4 -ml-3">
      <ArrowLeft aria-hidden="true" className="size-4.5 rtl:rotate-180" />
      {texts.back}
    </Button>
  );
}
