import type { ReactNode } from 'react';
import { cx } from '../../lib/cx.ts';
import { tintOf } from '../../lib/tint.ts';
import { MessageBox } from './message-box.tsx';
import { PageTitle } from './page.tsx';

const columns = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j', 'k'];
const rows = ['1', '2', '3'];

/** Decorative covers behind a page with much empty space. */
function CoverWall() {
  return (
    <div
      aria-hidden="true"
      className="pointer-events-none absolute inset-x-0 top-0 -z-10 hidden h-[44rem] justify-center gap-5 overflow-hidden opacity-35 [mask-image:linear-gradient(black_8rem,transparent)] sm:flex lg:left-56"
    >
      {columns.map((column, place) => (
        <div key={column} className={cx('w-36 shrink-0 space-y-5', place % 2 === 0 ? '-mt-6' : 'mt-12')}>
          {rows.map((row) => (
            <span key={row} style={tintOf(column + row)} className="cover-tint block aspect-3/4 rounded-lg" />
          ))}
        </div>
      ))}
    </div>
  );
}

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
