import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { EmptyState } from './empty-state.tsx';
import { MessageBox } from './message-box.tsx';

const retry = 'Try again';

interface LoadFailureProps {
  readonly title: string;
  readonly text?: ReactNode;
  readonly headingLevel?: 1 | 2 | 3;
  readonly busy?: boolean;
  /** Look of the retry. */
  readonly look?: 'primary';
  /** The content does not exist, so a retry would not help. */
  readonly isGone?: boolean;
  /** A link elsewhere. */
  readonly back?: ReactNode;
  readonly onRetry: () => void;
}

/** A page or panel that could not be loaded, with a retry. */
export const LoadFailure = ({ busy = false, look, isGone = false, back, onRetry, ...failure }: LoadFailureProps) => (
  <EmptyState
    scene={isGone ? 'lost' : 'unplugged'}
    tone="error"
    {...failure}
    action={
      <>
        {!isGone && (
          <Button look={look} busy={busy} onClick={onRetry}>
            {retry}
          </Button>
        )}
        {back}
      </>
    }
  />
);

interface LoadFailureBoxProps {
  readonly text: string;
  readonly onRetry: () => void;
  readonly className?: string;
}

/** A part of a page that could not be loaded, with a retry. */
export const LoadFailureBox = ({ text, onRetry, className }: LoadFailureBoxProps) => (
  <MessageBox className={className}>
    <p>{text}</p>
    <Button size="small" onClick={onRetry} className="mt-2">
      {retry}
    </Button>
  </MessageBox>
);
