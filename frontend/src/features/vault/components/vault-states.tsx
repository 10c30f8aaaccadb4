import { useDispatch } from 'react-redux';
import { Button, ButtonLink } from '../../../components/ui/button.tsx';
import { EmptyState } from '../../../components/ui/empty-state.tsx';
import { Skeleton } from '../../../components/ui/skeleton.tsx';
import type { View } from '../../../components/ui/view-toggle.tsx';
import { EntryGridSkeleton } from '../../../entities/entry/entry-grid.tsx';
import { EntryTableSkeleton } from '../../../entities/entry/entry-table.tsx';
import { libraryNeeded } from '../../../entities/library/slice.ts';
import { vaultTexts } from '../texts.ts';

export function EmptyVault() {
  const texts = vaultTexts.empty;
  const action = (
    <ButtonLink look="primary" to="/search?q=popular">
      {texts.action}
    </ButtonLink>
  );
  return <EmptyState scene="shelf" title={texts.title} text={texts.text} action={action} />;
}

export function NoMatch({ onReset }: { readonly onReset: () => void }) {
  const texts = vaultTexts.noMatch;
  const action = <Button onClick={onReset}>{texts.action}</Button>;
  return <EmptyState scene="search" title={texts.title} text={texts.text} action={action} />;
}

export function SignedOut() {
  const texts = vaultTexts.signedOut;
  const action = (
    <ButtonLink look="primary" to="/login">
      {texts.action}
    </ButtonLink>
  );
  return <EmptyState scene="lost" title={texts.title} text={texts.text} action={action} />;
}

export function VaultFault() {
  const dispatch = useDispatch();
  const texts = vaultTexts.failed;
  const action = <Button onClick={() => dispatch(libraryNeeded())}>{texts.retry}</Button>;
  return <EmptyState scene="unplugged" tone="error" title={texts.title} text={texts.text} action={action} />;
}

/** The shape of the vault while it loads, which the heading says. */
export function VaultSkeleton({ view }: { readonly view: View }) {
  return (
    <div aria-hidden="true">
      <Skeleton className="mb-6 h-27 sm:mb-8 sm:h-11" />
      {view === 'cards' ? <EntryGridSkeleton /> : <EntryTableSkeleton />}
    </div>
  );
}
