import { ArrowLeft } from 'lucide-react';
import { useLocation, useNavigate } from 'react-router-dom';
import { Button } from '../../../components/ui/button.tsx';
import { gameTexts as texts } from '../texts.ts';

/** One step back in history; to the home page for who came here from outside. */
export function BackButton() {
  const navigate = useNavigate();
  const { key } = useLocation();
  // The router's name for the first entry of this visit: the step before it would leave the product.
  const first = key === 'default';
  return (
    <Button look="plain" size="small" className="-ml-3.5" onClick={() => (first ? navigate('/') : navigate(-1))}>
      <ArrowLeft aria-hidden="true" className="size-4.5" />
      {texts.back}
    </Button>
  );
}
