import type { ReactNode } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { MessageBox } from '../../../components/ui/message-box.tsx';
import { Panel } from '../../../components/ui/page.tsx';
import { Skeleton } from '../../../components/ui/skeleton.tsx';
import { securityTexts } from '../texts.ts';

/** A query of what the panel shows. What has been there once stays on screen while it is asked for again. */
interface LoadedQuery {
  readonly data?: unknown;
  readonly isError: boolean;
  readonly isFetching: boolean;
  readonly refetch: () => unknown;
}

interface LoadedPanelProps {
  readonly title: string;
  readonly hint?: string;
  readonly query: LoadedQuery;
  /** Said when it could not be loaded. */
  readonly failed: string;
  /** How many lines are likely to come. */
  readonly lines?: number;
  readonly action?: ReactNode;
  readonly children: ReactNode;
}

/** A panel whose content is loaded: its shape while that lasts, and a way on when it fails. */
export function LoadedPanel(props: LoadedPanelProps) {
  const { title, hint, query, failed, lines = 2, action, children } = props;
  const { data, isError, isFetching, refetch } = query;
  const isReady = data !== undefined;
  const hasFailed = !isReady && isError && !isFetching;
  return (
    <Panel title={title} action={action}>
      {hint !== undefined && <p className="mb-4 max-w-prose text-sm text-ink-3">{hint}</p>}
      {hasFailed && (
        <MessageBox>
          <p>{failed}</p>
          <Button size="small" onClick={() => refetch()} className="mt-2">
            {securityTexts.retry}
          </Button>
        </MessageBox>
      )}
      {!isReady && !hasFailed && (
        <div role="status" className="grid gap-3">
          <span className="sr-only">{securityTexts.loading}</span>
          {Array.from({ length: lines }, (_, line) => `line ${line}`).map((key) => (
            <Skeleton key={key} className="h-12" />
          ))}
        </div>
      )}
      {isReady && children}
    </Panel>
  );
}
