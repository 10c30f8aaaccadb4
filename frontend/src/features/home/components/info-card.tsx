import { ArrowRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { Panel } from '../../../components/ui/page.tsx';
import { Skeleton } from '../../../components/ui/skeleton.tsx';
import { cx } from '../../../lib/cx.ts';

interface InfoCardProps {
  readonly title: string;
  readonly children: ReactNode;
  /** The card's link; absent until it is known who is looking at the card. */
  readonly way?: { readonly to: string; readonly label: string };
  readonly className?: string | undefined;
}

/** A card of the home page. Its minimum height avoids shifts when the content arrives. */
export function InfoCard({ title, children, way, className }: InfoCardProps) {
  return (
    <Panel title={title} className={cx('min-h-68', className)}>
      <div className="flex flex-1 flex-col">{children}</div>
      {way && (
        <Link
          to={way.to}
          className="mt-3 -mb-2 inline-flex min-h-11 items-center gap-1.5 self-start font-medium text-accent underline-offset-4 hover:underline"
        >
          {way.label}
          <ArrowRight aria-hidden="true" className="size-4" />
        </Link>
      )}
    </Panel>
  );
}

/** Placeholder until it is known whether the visitor is signed in, which determines the content. */
export function PendingInfoCard({ title, className }: Pick<InfoCardProps, 'title' | 'className'>) {
  return (
    <InfoCard title={title} className={className}>
      <Skeleton className="h-32" />
    </InfoCard>
  );
}
