import { CircleAlert } from 'lucide-react';
import { Link } from 'react-router-dom';
import { EmptyState } from '../../../components/ui/empty-state.tsx';
import { SpinnerMark } from '../../../components/ui/spinner.tsx';
import { AddOwnGame } from '../../../entities/own-games/add-own-game.tsx';
import type { SearchState, SearchView } from '../slice.ts';
import { searchTexts as texts } from '../texts.ts';

export interface SearchProgressProps {
  readonly search: SearchState;
  readonly query: string;
  readonly view: SearchView;
}

/**
 * Search progress below the heading, announced on change. Reserves the height of its longest text, so that the games do
 * not move.
 */
export function SearchProgress({ search, query, view }: SearchProgressProps) {
  if (view === 'empty') {
    return (
      <div role="status">
        <EmptyState
          scene="search"
          title={texts.empty(query)}
          text={texts.emptyHint}
          action={
            <div className="flex min-w-0 flex-col items-center gap-4">
              {search.meant && <Meant meant={search.meant} isQuestion />}
              <AddOwnGame name={query} />
            </div>
          }
        />
      </div>
    );
  }
  return (
    <div role="status" className="-mt-6 mb-2 min-h-17 text-sm text-ink-2 md:mb-6 md:min-h-12">
      <p className="truncate text-base" dir="auto">
        {view === 'loading' && texts.loading(query)}
        {view === 'results' &&
          (search.meant ? <Meant meant={search.meant} isQuestion={search.further > 0} /> : texts.resultsFor(query))}
      </p>
      {view === 'loading' && <p className="mt-1">{texts.loadingHint}</p>}
      {view === 'results' && <Further search={search} />}
    </div>
  );
}

interface MeantProps {
  readonly meant: string;
  /** Phrases the correction as a question: the typed query may be intended after all. */
  readonly isQuestion: boolean;
}

/** Says that a corrected query was searched, with a link to search for the typed one. */
function Meant({ meant, isQuestion }: MeantProps) {
  return (
    <span>
      {isQuestion ? texts.didYouMean : texts.corrected}{' '}
      <Link
        to={`/search?q=${encodeURIComponent(meant)}`}
        className="font-medium text-accent underline-offset-4 hover:underline"
        dir="auto"
      >
        {meant}
      </Link>
      {isQuestion && '?'}
    </span>
  );
}

/** Says what the game database adds to the results. */
function Further({ search: { external, further, games } }: Pick<SearchProgressProps, 'search'>) {
  if (external === 'failed') {
    return (
      <p className="mt-1 flex gap-2 text-ink-1">
        <CircleAlert aria-hidden="true" className="mt-0.5 size-4.5 shrink-0 text-danger" />
        {texts.localOnly}
      </p>
    );
  }
  if (external === 'pending') {
    return (
      <p className="mt-1 flex items-center gap-2">
        <SpinnerMark className="text-accent" />
        {texts.lookingFurther}
      </p>
    );
  }
  return further > 0 && further < games.length ? <p className="mt-1">{texts.foundFurther(further)}</p> : null;
}
