import { ArrowLeft } from 'lucide-react';
import { ButtonLink } from './button.tsx';

interface BackLinkProps {
  readonly to: string;
  readonly children: string;
}

/** Above a page's title: to the page that this one belongs to. */
export function BackLink({ to, children }: BackLinkProps) {
  return (
    <ButtonLink to={to} look="plain" size="small" className="-mt-2 mb-1 -ml-3.5">
      <ArrowLeft aria-hidden="true" className="size-4.5 rtl:rotate-180" />
      {children}
    </ButtonLink>
  );
}
