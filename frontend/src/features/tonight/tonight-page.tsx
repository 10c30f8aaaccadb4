import { useSelector } from 'react-redux';
import { useSearchParams } from 'react-router-dom';
import { MessageBox } from '../../components/ui/message-box.tsx';
import { PageHeader, PageTitle } from '../../components/ui/page.tsx';
import { Skeleton } from '../../components/ui/skeleton.tsx';
import { libraryState } from '../../entities/library/saga.ts';
import { selectEntries } from '../../entities/library/selectors.ts';
import { useLibrary } from '../../entities/library/use-library.ts';
import { serverState } from '../../entities/server/state.ts';
import type { PageModule } from '../../lib/page-module.ts';
import { Suggestions } from './components/suggestions.tsx';
import { WishForm } from './components/wish-form.tsx';
import { tonightTexts as texts } from './texts.ts';
import { useFacts } from './use-facts.ts';
import { addressOfWish, wishIn } from './wish.ts';

export const page: PageModule = { Page: TonightPage, state: [libraryState, serverState] };

/** Suggests what to play in the available time, from the vault on the device; works offline. */
function TonightPage() {
  const [query, setQuery] = useSearchParams();
  const { from, ...wish } = wishIn(query);
  const { status, error } = useLibrary();
  const entries = useSelector(selectEntries);
  const facts = useFacts(status === 'ready' ? entries : null);
  return (
    <>
      <PageTitle title={texts.title} />
      <PageHeader title={texts.title} description={texts.description} className="mb-6" />
      <WishForm wish={wish} onChange={(changed) => setQuery(addressOfWish(changed), { replace: true })} />
      {status === 'failed' && <MessageBox>{error}</MessageBox>}
      {status !== 'failed' && !facts && <Waiting />}
      {facts && (
        <Suggestions
          key={`${addressOfWish(wish)} ${entries.length === 0}`}
          wish={wish}
          from={from}
          entries={entries}
          facts={facts}
        />
      )}
    </>
  );
}

function Waiting() {
  return (
    <div role="status" className="grid gap-5 lg:grid-cols-3">
      <span className="sr-only">{texts.loading}</span>
      {['first', 'second', 'third'].map((key) => (
        <Skeleton key={key} className="h-56 rounded-2xl" />
      ))}
    </div>
  );
}
