import { ArrowRight } from 'lucide-react';
import { Link } from 'react-router-dom';
import { cx } from '../../../lib/cx.ts';

export interface ArrowLinkProps {
  readonly to: string;
  readonly label: string;
  readonly className?: string;
}

export function ArrowLink({ to, label, className }: ArrowLinkProps) {
  return (
    <Link
      to={to}
      className={cx(
        'inline-flex min-h-11 items-center gap-1.5 font-medium text-accent underline-offset-4 hover:underline',
        className,
      )}
    >
      {label}
      <ArrowRight aria-hidden="true" className="size-4" />
    </Link>
  );
}
