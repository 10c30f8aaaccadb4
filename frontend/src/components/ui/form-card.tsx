import type { ReactNode } from 'react';
import { CoverWall } from './cover-wall.tsx';
import { MessageBox } from './message-box.tsx';
import { PageTitle } from './page.tsx';

interface FormCardProps {
  readonly title: string;
  readonly lead?: ReactNode;
  readonly error?: string | null;
  readonly children: ReactNode;
}

/** The frame of a page with a single form. */
export function FormCard({ title, lead, error = null, children }: FormCardProps) {
  return (
    <div className="mx-auto w-full max-w-md rounded-2xl bg-surface-1 p-6 shadow-lift sm:mt-4 sm:p-8">
      <PageTitle title={title} />
      <CoverWall />
      <h1 tabIndex={-1} className="text-2xl">
        {title}
      </h1>
      {lead !== undefined && <p className="mt-2 text-ink-2">{lead}</p>}
      <div className="mt-6">
        {error !== null && <MessageBox className="mb-5">{error}</MessageBox>}
        {children}
      </div>
    </div>
  );
}
