import type { GameList } from '@nightshelf/contracts/game-lists.ts';
import { coversOfList } from '@nightshelf/contracts/list-rules.ts';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { AsOf } from '../../components/ui/as-of.tsx';
import { BackLink } from '../../components/ui/back-link.tsx';
import { Button } from '../../components/ui/button.tsx';
import { EmptyState } from '../../components/ui/empty-state.tsx';
import { LoadFailure } from '../../components/ui/load-failure.tsx';
import { PageHeader, PageTitle } from '../../components/ui/page.tsx';
import { Loading } from '../../components/ui/skeleton.tsx';
import { CoverOf } from '../../entities/game/game-cover.tsx';
import { useGameListsQuery } from '../../entities/lists/api.ts';
import { listsState } from '../../entities/lists/state.ts';
import { liveState } from '../../entities/live/state.ts';
import { NetworkError } from '../../lib/api-errors.ts';
import { lazyPart } from '../../lib/lazy-part.tsx';
import type { PageModule } from '../../lib/page-module.ts';
import { listsTexts as texts } from './texts.ts';

function ListStrip({ list }: { readonly list: GameList }) {
  const { id, name, description, game_count, covers } = list;
  const rest = Array.from({ length: coversOfList - covers.length }, (_, place) => `gap-${place}`);
  return (
    <li className="group relative min-w-0 rounded-2xl bg-surface-1 p-4 transition-colors duration-150 hover:bg-surface-2">
      <div aria-hidden="true" className="grid grid-cols-5 gap-1.5">
        {covers.map((cover) => (
          <CoverOf key={cover.entry_id} game={cover} className="rounded-md shadow-lift" />
        ))}
        {rest.map((key) => (
          <span key={key} className="aspect-3/4 rounded-md bg-surface-2 group-hover:bg-surface-3" />
        ))}
      </div>
      <div className="mt-3.5 flex items-baseline justify-between gap-3">
        <h2 className="min-w-0 text-lg leading-snug" dir="auto">
          <Link
            to={`/lists/${id}`}
            className="line-clamp-2 [overflow-wrap:anywhere] after:absolute after:inset-0 after:rounded-2xl"
          >
            {name}
          </Link>
        </h2>
        <span className="shrink-0 text-sm text-ink-3 tabular-nums">{texts.count(game_count)}</span>
      </div>
      {description !== null && (
        <p className="mt-1 line-clamp-2 text-sm [overflow-wrap:anywhere] text-ink-2" dir="auto">
          {description}
        </p>
      )}
    </li>
  );
}

const loadForm = () => import('./components/list-form.tsx');
const ListForm = lazyPart(loadForm, 'ListForm');

export const page: PageModule = { Page: ListsPage, state: [...listsState, liveState] };

function ListsPage() {
  const { data, error, isError, isFetching, refetch } = useGameListsQuery(null);
  const [isMaking, setMaking] = useState(false);
  const navigate = useNavigate();
  const lists = data?.lists;
  const make = (
    <Button
      look="primary"
      aria-haspopup="dialog"
      disabled={data?.kept_at !== undefined}
      onClick={() => setMaking(true)}
      onPointerEnter={loadForm}
    >
      <Plus aria-hidden="true" className="size-4.5" />
      {texts.newList}
    </Button>
  );
  return (
    <>
      <PageTitle title={texts.title} />
      <BackLink to="/library">{texts.toVault}</BackLink>
      <PageHeader
        title={texts.title}
        aside={lists && lists.length > 0 ? String(lists.length) : undefined}
        description={texts.description}
        actions={lists && lists.length > 0 && make}
      />
      <AsOf at={data?.kept_at} />
      {!lists && isError && !isFetching && (
        <LoadFailure
          title={texts.failed}
          text={error instanceof NetworkError ? texts.notKept : undefined}
          onRetry={() => refetch()}
        />
      )}
      {!lists && (!isError || isFetching) && (
        <Loading
          text={texts.loading}
          shapes={new Array(3).fill('h-52 rounded-2xl')}
          className="grid gap-5 sm:grid-cols-2 xl:grid-cols-3"
        />
      )}
      {lists?.length === 0 && (
        <EmptyState scene="shelf" title={texts.empty.title} text={texts.empty.text} action={make} />
      )}
      {lists && lists.length > 0 && (
        <ul aria-label={texts.title} className="grid gap-5 sm:grid-cols-2 xl:grid-cols-3">
          {lists.map((list) => (
            <ListStrip key={list.id} list={list} />
          ))}
        </ul>
      )}
      {isMaking && <ListForm onDone={(list) => navigate(`/lists/${list.id}`)} onClose={() => setMaking(false)} />}
    </>
  );
}
