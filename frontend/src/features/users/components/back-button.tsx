import { ArrowLeft } from 'lucide-react';
import { Button } from '../../../components/ui/button.tsx';
import { useStepBack } from '../../../lib/use-step-back.ts';
import { userTexts as texts } from '../texts.ts';

/**
 * Returns to the user list with its search and scroll position if the visit began there; otherwise, as in a new tab,
 * opens the list.
 */
export function BackButton() {
  return (
    <Button look="plain" size="small" onClick={useStepBack('/users')} className="mb-4 -ml-3.5">
      <ArrowLeft aria-hidden="true" className="size-4.5 rtl:rotate-180" />
      {texts.back}
    </Button>
  );
}
