import { type ReactNode, useState } from 'react';
import { LoadFailureBox } from '../../../components/ui/load-failure.tsx';
import { Panel } from '../../../components/ui/page.tsx';
import { Loading, Skeleton } from '../../../components/ui/skeleton.tsx';
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
  readonly children: ReactNode;
}

/** A panel with loaded content: a skeleton while loading, and a retry button on failure. */
export function LoadedPanel(props: LoadedPanelProps) {
  const { title, hint, query, failed, shape = <ActionShape />, children } = props;
  const { data, isError, isFetching, refetch } = query;
  const isReady = data !== undefined;
  const hasFailed = !isReady && isError && !isFetching;
  return (
    <Panel title={title}>
      {hint !== undefined && <p className="mb-4 max-w-prose text-sm text-ink-3">{hint}</p>}
      {hasFailed && <LoadFailureBox text={failed} onRetry={() => refetch()} />}
      {!isReady && !hasFailed && (
        <Loading text={securityTexts.loading} className="grid gap-3">
          {shape}
        </Loading>
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

interface ActionRowProps {
  readonly text: ReactNode;
  /** The button for it. */
  readonly children: ReactNode;
}

/** A sentence and a button. */
export function ActionRow({ text, children }: ActionRowProps) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
      <div className="min-w-0 flex-1 basis-60 text-ink-2">{text}</div>
      {children}
    </div>
  );
}

interface ItemProps {
  readonly icon: ReactNode;
  readonly name: ReactNode;
  readonly facts: readonly ReactNode[];
  /** Its buttons. */
  readonly children: ReactNode;
}

/** A session, token, passkey or linked account in the list of its panel. */
export function Item({ icon, name, facts, children }: ItemProps) {
  return (
    <li className="flex flex-wrap items-center gap-3 py-3 first:pt-0">
      {icon}
      <div className="min-w-0 flex-1 basis-40">
        <p className="font-medium [overflow-wrap:anywhere]" dir="auto">
          {name}
        </p>
        {facts.map((fact, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: their order never changes
          <p key={place} className="text-sm [overflow-wrap:anywhere] text-ink-3">
            {fact}
          </p>
        ))}
      </div>
      <div className="ml-auto flex gap-2">{children}</div>
    </li>
  );
}

/**
 * Copies a text. Without permission or HTTPS, `select` selects it, to be copied by hand.
 * @returns the outcome, and a function that copies
 */
export function useCopy(text: string, select: () => void) {
  const [outcome, setOutcome] = useState<'copied' | 'by hand' | null>(null);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setOutcome('copied');
    } catch {
      select();
      setOutcome('by hand');
    }
  };
  return [outcome, copy] as const;
}
