import { ArrowLeft } from 'lucide-react';
import { ButtonLink } from './button.tsx';

/** A link above a page's title to its parent page. */
export function BackLink({ to, children }: { readonly to: string; readonly children: string }) {
  return (
    <ButtonLink to={to} look="plain" size="small" className="-mt-2 mb-1 -ml-3.5">
      <ArrowLeft aria-hidden="true" className="size-4.5 rtl:rotate-180" />
      {children}
    </ButtonLink>
  );
}
