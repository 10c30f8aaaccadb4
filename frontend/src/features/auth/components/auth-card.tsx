import type { ReactNode } from 'react';
import { useSelector } from 'react-redux';
import { Navigate, useLocation, useSearchParams } from 'react-router-dom';
import { FormCard } from '../../../components/ui/form-card.tsx';
import { refusalText } from '../../../entities/identity/refusals.ts';
import { selectUser } from '../../../entities/session/selectors.ts';
import { originOf } from '../origin.ts';
import { ProviderButtons } from '../providers/provider-buttons.tsx';
import { selectProviders } from '../providers/slice.ts';

interface AuthCardProps {
  readonly title: string;
  readonly lead: string;
  readonly busy: boolean;
  readonly error: string | null;
  readonly children: ReactNode;
}

/** Frame of the sign-in and registration pages, with provider buttons. Redirects a signed-in user to their origin. */
export function AuthCard({ title, lead, busy, error, children }: AuthCardProps) {
  const user = useSelector(selectUser);
  const location = useLocation();
  const [query] = useSearchParams();
  const providers = useSelector(selectProviders);
  if (user) return <Navigate to={originOf(location.state)} replace />;
  // The current attempt replaces the refusal that brought the visitor back here.
  const refused = busy || providers.leaving !== null ? null : query.get('refused');
  const message = error ?? providers.error ?? (refused === null ? null : refusalText(refused));
  return (
    <FormCard title={title} lead={lead} error={message}>
      {children}
      <ProviderButtons disabled={busy} />
    </FormCard>
  );
}
