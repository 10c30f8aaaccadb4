import { ArrowLeft } from 'lucide-react';
import { Button } from '../../../components/ui/button.tsx';
import { travelBack } from '../../../entities/game/travel.ts';
import { useStepBack } from '../../../lib/use-step-back.ts';
import { gameTexts as texts } from '../texts.ts';

/** Goes one step back in history, or to the home page without history. The cover animates back to its origin. */
export function BackButton({ guid }: { readonly guid: string }) {
  const stepBack = useStepBack('/');
  return (
    <Button look="plain" size="small" className="-ml-3.5" onClick={() => travelBack(guid, stepBack)}>
      <ArrowLeft aria-hidden="true" className="size-4.5 rtl:rotate-180" />
      {texts.back}
    </Button>
  );
}
