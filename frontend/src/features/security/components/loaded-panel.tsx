import type { ReactNode } from 'react';
import { LoadFailureBox } from '../../../components/ui/load-failure.tsx';
import { Panel } from '../../../components/ui/page.tsx';
import { Skeleton } from '../../../components/ui/skeleton.tsx';
import { securityTexts } from '../texts.ts';

/** The panel's query. Loaded data stays on screen during a reload. */
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
  /** Text for a failed load. */
  readonly failed: string;
  /** Skeleton of the likely content; by default a sentence and a button. */
  readonly shape?: ReactNode;
  readonly action?: ReactNode;
  readonly children: ReactNode;
}

/** A panel with loaded content: a skeleton while loading, and a retry button on failure. */
export function LoadedPanel(props: LoadedPanelProps) {
  const { title, hint, query, failed, shape = <ActionShape />, action, children } = props;
  const { data, isError, isFetching, refetch } = query;
  const isReady = data !== undefined;
  const hasFailed = !isReady && isError && !isFetching;
  return (
    <Panel title={title} action={action}>
      {hint !== undefined && <p className="mb-4 max-w-prose text-sm text-ink-3">{hint}</p>}
      {hasFailed && <LoadFailureBox text={failed} onRetry={() => refetch()} />}
      {!isReady && !hasFailed && (
        <div role="status" className="grid gap-3">
          <span className="sr-only">{securityTexts.loading}</span>
          {shape}
        </div>
      )}
      {isReady && children}
    </Panel>
  );
}

/** Skeleton of a sentence and a button, which stack on narrow screens like the content. */
export function ActionShape() {
  return (
    <div className="flex flex-wrap gap-x-6 gap-y-3">
      <Skeleton className="h-12 flex-1 basis-60" />
      <Skeleton className="h-11 w-36" />
    </div>
  );
}
