import { ArrowLeft } from 'lucide-react';
import { Button } from '../../../components/ui/button.tsx';
import { useStepBack } from '../../../lib/use-step-back.ts';
import { userTexts as texts } from '../texts.ts';

/**
 * One step back: to the list of users with its search, results and place, when the visit began there. A page that was
 * opened in a tab of its own has nothing behind it, and goes to the list.
 */
export function BackButton() {
  return (
    <Button look="plain" size="small" onClick={useStepBack('/users')} className="mb-4 -ml-3.5">
      <ArrowLeft aria-hidden="true" className="size-4.5 rtl:rotate-180" />
      {texts.back}
    </Button>
  );
}
