import type { ReactNode } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { MessageBox } from '../../../components/ui/message-box.tsx';
import { Panel } from '../../../components/ui/page.tsx';
import { Skeleton } from '../../../components/ui/skeleton.tsx';
import type { LoadStatus } from '../load-status.ts';
import { securityTexts } from '../texts.ts';

interface LoadedPanelProps {
  readonly title: string;
  readonly hint?: string;
  readonly status: LoadStatus;
  /** Said when it could not be loaded. */
  readonly failed: string;
  readonly onRetry: () => void;
  /** How many lines are likely to come. */
  readonly lines?: number;
  readonly action?: ReactNode;
  readonly children: ReactNode;
}

/** A panel whose content is loaded: its shape while that lasts, and a way on when it fails. */
export function LoadedPanel(props: LoadedPanelProps) {
  const { title, hint, status, failed, onRetry, lines = 2, action, children } = props;
  return (
    <Panel title={title} action={action}>
      {hint !== undefined && <p className="mb-4 max-w-prose text-sm text-ink-3">{hint}</p>}
      {status === 'failed' && (
        <MessageBox>
          <p>{failed}</p>
          <Button size="small" onClick={onRetry} className="mt-2">
            {securityTexts.retry}
          </Button>
        </MessageBox>
      )}
      {status === 'loading' && (
        <div role="status" className="grid gap-3">
          <span className="sr-only">{securityTexts.loading}</span>
          {Array.from({ length: lines }, (_, line) => `line ${line}`).map((key) => (
            <Skeleton key={key} className="h-12" />
          ))}
        </div>
      )}
      {status === 'ready' && children}
    </Panel>
  );
}
