import { cx } from '../../lib/cx.ts';

interface FiguresProps {
  readonly figures: ReadonlyArray<{ readonly label: string; readonly value: string }>;
  /** Classes for a column count other than two. */
  readonly className?: string;
}

/** Numbers with labels. */
export function Figures({ figures, className = 'grid-cols-2' }: FiguresProps) {
  return (
    <dl className={cx('grid gap-x-4 gap-y-4', className)}>
      {figures.map(({ label, value }) => (
        <div key={label} className="flex min-w-0 flex-col-reverse justify-end">
          <dt className="text-sm text-ink-3">{label}</dt>
          <dd className="font-heading text-xl leading-tight font-semibold whitespace-nowrap tabular-nums sm:text-2xl">
            {value}
          </dd>
        </div>
      ))}
    </dl>
  );
}
