import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { EmptyState } from './empty-state.tsx';
import { MessageBox } from './message-box.tsx';

const retry = 'Try again';

interface LoadFailureProps {
  readonly title: string;
  readonly text?: ReactNode;
  readonly headingLevel?: 2 | 3;
  readonly busy?: boolean;
  readonly onRetry: () => void;
}

/** A page or panel that could not be loaded, with a retry. */
export const LoadFailure = ({ busy = false, onRetry, ...failure }: LoadFailureProps) => (
  <EmptyState
    scene="unplugged"
    tone="error"
    {...failure}
    action={
      <Button busy={busy} onClick={onRetry}>
        {retry}
      </Button>
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
