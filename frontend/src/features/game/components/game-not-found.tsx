import { Button, ButtonLink } from '../../../components/ui/button.tsx';
import { EmptyState } from '../../../components/ui/empty-state.tsx';
import type { Fault } from '../api.ts';
import { gameTexts as texts } from '../texts.ts';

interface GameNotFoundProps {
  readonly fault: Fault;
  readonly onRetry: () => void;
}

export function GameNotFound({ fault, onRetry }: GameNotFoundProps) {
  return (
    <EmptyState
      scene={fault.final ? 'lost' : 'unplugged'}
      tone="error"
      headingLevel={1}
      title={texts.notFound}
      text={<p className="[overflow-wrap:anywhere]">{fault.text}</p>}
      action={
        <>
          {!fault.final && (
            <Button look="primary" onClick={onRetry}>
              {texts.retry}
            </Button>
          )}
          <ButtonLink to="/search" look={fault.final ? 'primary' : 'quiet'}>
            {texts.toSearch}
          </ButtonLink>
        </>
      }
    />
  );
}
