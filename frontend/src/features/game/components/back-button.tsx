import { ArrowLeft } from 'lucide-react';
import { Button } from '../../../components/ui/button.tsx';
import { useStepBack } from '../../../lib/use-step-back.ts';
import { gameTexts as texts } from '../texts.ts';

/** One step back in history; to the home page where there is none. */
export function BackButton() {
  return (
    <Button look="plain" size="small" className="-ml-3.5" onClick={useStepBack('/')}>
      <ArrowLeft aria-hidden="true" className="size-4.5 rtl:rotate-180" />
      {texts.back}
    </Button>
  );
}
