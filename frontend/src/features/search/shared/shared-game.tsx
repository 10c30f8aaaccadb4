import { type FormEvent, useEffect, useState } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { Navigate, useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import { Button } from '../../../components/ui/button.tsx';
import { TextField } from '../../../components/ui/text-field.tsx';
import { addFormOpened } from '../../../entities/additions/slice.ts';
import { selectEntries } from '../../../entities/library/selectors.ts';
import { selectSession } from '../../../entities/session/selectors.ts';
import { longestQuery } from '../query.ts';
import type { SearchView } from '../selectors.ts';
import type { SearchState } from '../slice.ts';
import { searchTexts } from '../texts.ts';
import { bestMatch } from './best-match.ts';
import { gameIn } from './game-in.ts';

const texts = searchTexts.shared;

/** The search page of what was shared: its Add form opens by itself, once. */
const addressOf = (query: string) =>
  `/search?${new URLSearchParams(query === '' ? {} : { q: query })}&shared=1`.replace('?&', '?');

/** Something was shared from another app: on to the search for it. */
export function Received() {
  const [address] = useSearchParams();
  const part = (name: string) => address.get(name) ?? '';
  const query = gameIn({ title: part('title'), text: part('text'), url: part('url') });
  return <Navigate to={addressOf(query)} replace />;
}

interface SharedGameProps {
  readonly query: string;
  readonly view: SearchView;
  readonly search: SearchState;
}

/** Opens the Add form of the game that was shared; where none is found, offers its words to be mended. */
export function SharedGame({ query, view, search }: SharedGameProps) {
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

/** Opens a game's Add form, and brings it into view once it is drawn. Who comes back to the page, or loads it again, has seen it. */
function useOpenForm(guid: string | undefined): void {
  const dispatch = useDispatch();
  useEffect(() => {
    if (guid === undefined || history.state?.hasOpened) return undefined;
    // Not by the router, to which this would be another visit, and so another search.
    history.replaceState({ ...history.state, hasOpened: true }, '');
    dispatch(addFormOpened(guid));
    const show = () => {
      const card = document.querySelector(`[data-guid="${CSS.escape(guid)}"]`);
      card?.scrollIntoView({ block: 'nearest' });
      if (card) drawn.disconnect();
    };
    const drawn = new MutationObserver(show);
    drawn.observe(document.body, { childList: true, subtree: true });
    show();
    return () => drawn.disconnect();
  }, [dispatch, guid]);
}

function SearchBox({ query }: Pick<SharedGameProps, 'query'>) {
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
        {/* Level with the field, whose label stands above it. */}
        <Button type="submit" look="primary" disabled={text.trim() === ''} className="mt-6.75 min-w-24 sm:min-w-28">
          {texts.submit}
        </Button>
      </form>
    </search>
  );
}
