import type { ReactNode } from 'react';
import { useSelector } from 'react-redux';
import { Navigate, useLocation } from 'react-router-dom';
import { MessageBox } from '../../../components/ui/message-box.tsx';
import { PageTitle } from '../../../components/ui/page.tsx';
import { selectUser } from '../../../entities/session/selectors.ts';
import { originOf } from '../origin.ts';

interface AuthCardProps {
  readonly title: string;
  readonly lead: string;
  readonly error: string | null;
  readonly children: ReactNode;
}

/** The frame of the sign-in and registration pages. Whoever is signed in goes on to where they came from. */
export function AuthCard({ title, lead, error, children }: AuthCardProps) {
  const user = useSelector(selectUser);
  const location = useLocation();
  if (user) return <Navigate to={originOf(location.state)} replace />;
  return (
    <div className="mx-auto w-full max-w-md rounded-2xl bg-surface-1 p-6 sm:mt-4 sm:p-8">
      <PageTitle title={title} />
      <h1 tabIndex={-1} className="text-2xl">
        {title}
      </h1>
      <p className="mt-2 mb-6 text-ink-2">{lead}</p>
      {error !== null && <MessageBox className="mb-5">{error}</MessageBox>}
      {children}
    </div>
  );
}
