import type { Game } from '@nightshelf/contracts/games.ts';
import { type FormEvent, useEffect, useState } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { Navigate, useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import { Button } from '../../../components/ui/button.tsx';
import { TextField } from '../../../components/ui/text-field.tsx';
import { addFormOpened } from '../../../entities/additions/slice.ts';
import { selectEntries } from '../../../entities/library/selectors.ts';
import { selectSession } from '../../../entities/session/selectors.ts';
import { wordsOf } from '../../../entities/suggestions/words.ts';
import type { SearchProgressProps } from '../components/search-progress.tsx';
import { longestQuery } from '../query.ts';
import { searchTexts } from '../texts.ts';
import { gameIn } from './game-in.ts';

type Named = Pick<Game, 'name'>;

/** Returns how well a game matches a name, from 0 for no match to 3 for the same name. */
function likeness(game: Named, wanted: readonly string[]): number {
  if (wanted.length === 0) return 0;
  const words = wordsOf(game.name);
  if (words.join(' ') === wanted.join(' ')) return 3;
  const [few, many] = words.length < wanted.length ? [words, wanted] : [wanted, words];
  if (few.length > 0 && few.every((word, place) => word === many[place])) return 2;
  return wanted.every((word) => words.includes(word)) ? 1 : 0;
}

/**
 * Returns the game most likely meant, the first of equals; null when none matches.
 * @param isAll false while more results may follow: then only an exact match counts
 */
export function bestMatch<Found extends Named>(games: readonly Found[], query: string, isAll: boolean): Found | null {
  const wanted = wordsOf(query);
  let best: { readonly game: Found; readonly like: number } | null = null;
  for (const game of games) {
    const like = likeness(game, wanted);
    if (like > (best?.like ?? (isAll ? 0 : 2))) best = { game, like };
  }
  return best?.game ?? null;
}

const texts = searchTexts.shared;

/** Returns the search address for a share, whose Add form opens once. */
const addressOf = (query: string) =>
  `/search?${new URLSearchParams(query === '' ? {} : { q: query })}&shared=1`.replace('?&', '?');

/** Redirects a share from another app to the search. */
export function Received() {
  const [address] = useSearchParams();
  const part = (name: string) => address.get(name) ?? '';
  const query = gameIn({ title: part('title'), text: part('text'), url: part('url') });
  return <Navigate to={addressOf(query)} replace />;
}

/** Opens the Add form of the shared game; shows an editable query when no game matches. */
export function SharedGame({ query, view, search }: SearchProgressProps) {
  const { known, user, reader } = useSelector(selectSession);
  const location = useLocation();
  const match = view === 'results' ? bestMatch(search.games, query, search.external !== 'pending') : null;
  const isHere = useSelector((state: Parameters<typeof selectEntries>[0]) =>
    selectEntries(state).some(({ guid }) => guid === match?.guid),
  );
  useOpenForm(user || reader ? match?.guid : undefined);
  if (known && !user && !reader) return <Navigate to="/login" replace state={{ from: location }} />;
  if (view === 'no-query' || view === 'empty') return <SearchBox query={query} />;
  return (
    <p role="status" className={isHere ? '-mt-3 mb-8 text-ink-2' : 'sr-only'} dir="auto">
      {isHere && match && texts.inVault(match.name)}
    </p>
  );
}

/** Opens a game's Add form once per history entry. */
function useOpenForm(guid: string | undefined): void {
  const dispatch = useDispatch();
  useEffect(() => {
    if (guid === undefined || history.state?.hasOpened) return;
    // The router would treat this as another visit and search again.
    history.replaceState({ ...history.state, hasOpened: true }, '');
    dispatch(addFormOpened(guid));
  }, [dispatch, guid]);
}

function SearchBox({ query }: Pick<SearchProgressProps, 'query'>) {
  const [text, setText] = useState(query);
  const navigate = useNavigate();
  const search = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() !== '') navigate(addressOf(text.trim()));
  };
  return (
    <search>
      {query === '' && (
        <p role="status" className="mb-4 text-ink-2">
          {texts.nothing}
        </p>
      )}
      <form noValidate onSubmit={search} className="mb-8 flex max-w-xl items-start gap-2 sm:gap-3">
        <TextField
          label={texts.label}
          type="search"
          enterKeyHint="search"
          autoComplete="off"
          maxLength={longestQuery}
          dir="auto"
          value={text}
          onChange={(event) => setText(event.target.value)}
          className="flex-1"
        />
        {/* Aligned with the field, below its label. */}
        <Button type="submit" look="primary" disabled={text.trim() === ''} className="mt-6.75 min-w-24 sm:min-w-28">
          {texts.submit}
        </Button>
      </form>
    </search>
  );
}
