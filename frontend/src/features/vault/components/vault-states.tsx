import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { useDispatch } from 'react-redux';
import { useLocation } from 'react-router-dom';
import { Button, ButtonLink } from '../../../components/ui/button.tsx';
import { EmptyState } from '../../../components/ui/empty-state.tsx';
import { MessageBox } from '../../../components/ui/message-box.tsx';
import { Skeleton } from '../../../components/ui/skeleton.tsx';
import type { View } from '../../../components/ui/view-toggle.tsx';
import { EntryGridSkeleton } from '../../../entities/entry/entry-grid.tsx';
import { EntryTableSkeleton } from '../../../entities/entry/entry-table.tsx';
import { libraryNeeded } from '../../../entities/library/slice.ts';
import { formatMoment } from '../../../lib/format.ts';
import { vaultTexts } from '../texts.ts';

export function EmptyVault() {
  const texts = vaultTexts.empty;
  const action = (
    <>
      <ButtonLink look="primary" to="/search?q=popular">
        {texts.action}
      </ButtonLink>
      <ButtonLink to="/import">{texts.bring}</ButtonLink>
    </>
  );
  return <EmptyState scene="shelf" title={texts.title} text={texts.text} action={action} />;
}

interface NoMatchProps {
  readonly onReset: () => void;
  readonly children?: ReactNode;
}

export function NoMatch({ onReset, children }: NoMatchProps) {
  const texts = vaultTexts.noMatch;
  const action = (
    <>
      {children}
      <Button onClick={onReset}>{texts.action}</Button>
    </>
  );
  return <EmptyState scene="search" title={texts.title} text={texts.text} action={action} />;
}

/** The session ended while the vault was open. Sign-in returns here. */
export function SignedOut() {
  const texts = vaultTexts.signedOut;
  const location = useLocation();
  const action = (
    <ButtonLink look="primary" to="/login" state={{ from: location }}>
      {texts.action}
    </ButtonLink>
  );
  return <EmptyState scene="lost" tone="error" title={texts.title} text={texts.text} action={action} />;
}

/** @param props.at time of the last server response, in milliseconds since 1970 */
export function KeptVaultNotice({ at }: { readonly at: number }) {
  return (
    <MessageBox tone="notice" className="mb-6">
      {vaultTexts.kept(formatMoment(at))}
    </MessageBox>
  );
}

/** The server failed, but this device has stored games to show. */
export function KeptVaultFault() {
  const dispatch = useDispatch();
  const texts = vaultTexts.failed;
  return (
    <div
      role="alert"
      className="mb-6 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-lg bg-danger/12 px-4 py-2 text-ink-1"
    >
      <CircleAlert aria-hidden="true" className="size-5 shrink-0 text-danger" />
      <div className="min-w-48 flex-1 py-1">
        <h2 className="font-sans text-base font-semibold tracking-normal">{texts.title}</h2>
        <p className="text-sm text-ink-2">{texts.shown}</p>
      </div>
      <Button size="small" onClick={() => dispatch(libraryNeeded())}>
        {texts.retry}
      </Button>
    </div>
  );
}

export function VaultFault() {
  const dispatch = useDispatch();
  const texts = vaultTexts.failed;
  const action = <Button onClick={() => dispatch(libraryNeeded())}>{texts.retry}</Button>;
  return <EmptyState scene="unplugged" tone="error" title={texts.title} text={texts.text} action={action} />;
}

/** Skeleton of the vault; the heading announces the loading. */
export function VaultSkeleton({ view }: { readonly view: View }) {
  return (
    <div aria-hidden="true">
      <Skeleton className="mb-2.5 h-11 sm:mb-3" />
      <Skeleton className="mb-4 h-13 sm:mb-6 sm:h-11 sm:pointer-fine:h-9" />
      {view === 'cards' ? <EntryGridSkeleton /> : <EntryTableSkeleton />}
    </div>
  );
}
