import type { ReactNode } from 'react';
import { cx } from '../../lib/cx.ts';

/** Sets the document's title. */
export function PageTitle({ title }: { readonly title: string }) {
  return <title>{`${title} · Nightshelf`}</title>;
}

interface PageHeaderProps {
  readonly title: string;
  /** Shown after the title, such as a count. */
  readonly aside?: ReactNode;
  readonly description?: ReactNode;
  readonly actions?: ReactNode;
  readonly className?: string;
}

/** A page's main heading. Every page shows it from its first render, because it takes focus after navigation. */
export function PageHeader({ title, aside, description, actions, className }: PageHeaderProps) {
  return (
    <header className={cx('mb-8 flex flex-wrap items-end justify-between gap-x-6 gap-y-4', className)}>
      <div className="min-w-0">
        <h1 tabIndex={-1} className="text-2xl sm:text-3xl" dir="auto">
          {title}
          {aside !== undefined && (
            <span className="ml-3 font-sans text-base font-normal tracking-normal text-ink-3">{aside}</span>
          )}
        </h1>
        {description !== undefined && <p className="mt-2 max-w-prose text-ink-2">{description}</p>}
      </div>
      {actions}
    </header>
  );
}

/** A raised section of a page with its own heading. */
export function Panel({ title, action, children, className }: PanelProps) {
  return (
    <section className={cx('flex min-w-0 flex-col rounded-2xl bg-surface-1 p-5 sm:p-6', className)}>
      <div className="mb-4 flex min-h-7 items-center justify-between gap-3">
        <h2 className="text-lg">{title}</h2>
        {action}
      </div>
      {children}
    </section>
  );
}

interface PanelProps {
  readonly title: string;
  readonly action?: ReactNode;
  readonly children: ReactNode;
  readonly className?: string;
}
