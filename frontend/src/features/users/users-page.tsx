import type { PublicUser } from '@nightshelf/contracts/users.ts';
import { type FormEvent, type KeyboardEvent, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { useDispatch, useSelector, useStore } from 'react-redux';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import { Button, ButtonLink } from '../../components/ui/button.tsx';
import { EmptyState } from '../../components/ui/empty-state.tsx';
import { PageHeader, PageTitle } from '../../components/ui/page.tsx';
import { Skeleton } from '../../components/ui/skeleton.tsx';
import { TextField } from '../../components/ui/text-field.tsx';
import { Avatar } from '../../entities/user/avatar.tsx';
import { fullName } from '../../entities/user/full-name.ts';
import { cx } from '../../lib/cx.ts';
import type { PageModule } from '../../lib/page-module.ts';
import { FollowButton } from './components/follow-button.tsx';
import { isLongEnough, searchLimit, usersState } from './saga.ts';
import { type FoundUsers, selectUsers, type UsersState, usersActions } from './slice.ts';
import { usersTexts as texts } from './texts.ts';

function UserCard({ user }: { readonly user: PublicUser }) {
  const nameId = useId();
  const address = `/users/${encodeURIComponent(user.id)}`;
  const name = fullName(user);
  return (
    <article aria-labelledby={nameId} className="flex h-full flex-col gap-4 rounded-2xl bg-surface-1 p-4 sm:p-5">
      <div className="flex min-w-0 items-center gap-4">
        <Avatar id={user.id} username={user.username} className="size-14 text-2xl" />
        <div className="min-w-0">
          <h2 id={nameId} className="truncate text-lg">
            <Link to={address} className="hover:text-accent">
              {user.username}
            </Link>
          </h2>
          {name !== null && (
            <p className="truncate text-ink-2" title={name}>
              <bdi>{name}</bdi>
            </p>
          )}
          <p className="text-sm text-ink-3 tabular-nums">
            {texts.followers(user.follower_count)} · {texts.following(user.following_count)}
          </p>
        </div>
      </div>
      <div className="mt-auto flex flex-wrap gap-2 *:flex-1">
        <ButtonLink to={address} size="small" aria-describedby={nameId}>
          {texts.viewProfile}
        </ButtonLink>
        <FollowButton user={user} describedBy={nameId} />
      </div>
    </article>
  );
}

const columns = 'grid gap-4 sm:grid-cols-2 xl:grid-cols-3';

/** Search results. Earlier results stay dimmed until new ones arrive. */
function UserResults() {
  const { found, searching, searchError } = useSelector(selectUsers);
  const { query, users, searched } = found;
  const count = searched && !searching ? texts.count(users.length, query) : '';
  return (
    <section aria-label={texts.results} aria-busy={searching}>
      <p
        role="status"
        dir="auto"
        className={cx('mb-4 text-ink-2 [overflow-wrap:anywhere]', users.length === 0 && 'sr-only')}
      >
        {searching ? texts.busy : count}
      </p>
      {users.length > 0 && (
        <ul className={cx(columns, 'transition-opacity duration-150', searching && 'opacity-50')}>
          {users.map((user) => (
            <li key={user.id} className="min-w-0">
              <UserCard user={user} />
            </li>
          ))}
        </ul>
      )}
      {users.length === searchLimit && <p className="mt-6 text-sm text-ink-3">{texts.more(searchLimit)}</p>}
      {users.length === 0 && searching && <ResultsSkeleton />}
      {users.length === 0 && !searching && searchError === null && <NoUsers query={searched ? query : null} />}
    </section>
  );
}

/** @param query the query without results; null before the first search */
function NoUsers({ query }: { readonly query: string | null }) {
  return query === null ? (
    <EmptyState scene="people" title={texts.start} text={texts.startHint} />
  ) : (
    <EmptyState scene="search" title={texts.none(query)} text={texts.noneHint} />
  );
}

function ResultsSkeleton() {
  return (
    <div aria-hidden="true" className={columns}>
      {['a', 'b', 'c', 'd', 'e', 'f'].map((key) => (
        <Skeleton key={key} className="h-38 rounded-2xl" />
      ))}
    </div>
  );
}

/** The part of the navigation state that belongs to the user list. */
interface KeptState {
  readonly foundUsers: FoundUsers;
}

export const keepSearch = (state: unknown, foundUsers: FoundUsers): KeptState => ({
  ...(typeof state === 'object' ? state : {}),
  foundUsers,
});

/** Returns the search stored in a navigation state, or null, as on a first visit. */
export function keptSearch(state: unknown): FoundUsers | null {
  const { foundUsers } = (state ?? {}) as Partial<KeptState>;
  const usable =
    typeof foundUsers?.query === 'string' && Array.isArray(foundUsers.users) && foundUsers.searched === true;
  return usable ? foundUsers : null;
}

/**
 * Stores query and results in the navigation state, so that Back and a reload restore them.
 * @returns the text of the search box, initially the stored query
 */
function useKeptSearch() {
  const dispatch = useDispatch();
  const navigate = useNavigate();
  const { key, state, pathname } = useLocation();
  const { found } = useSelector(selectUsers);
  const store = useStore<{ users: UsersState }>();
  const [text, setText] = useState('');
  /** History key of the displayed state. */
  const shown = useRef<string>(null);
  const kept = useRef<FoundUsers>(null);
  const keeping = useRef(false);

  useLayoutEffect(() => {
    if (shown.current === key) return;
    shown.current = key;
    if (keeping.current) {
      keeping.current = false;
      return;
    }
    const search = keptSearch(state);
    dispatch(usersActions.listOpened(search));
    kept.current = selectUsers(store.getState()).found;
    setText(search?.query ?? '');
  }, [key, state, dispatch, store]);

  useEffect(() => {
    if (!found.searched || found === kept.current) return;
    // A list of another visit, shown until this one's is in place.
    if (found !== selectUsers(store.getState()).found) return;
    // The visitor is already navigating to another page; do not replace its history entry.
    if (window.location.pathname !== pathname) return;
    kept.current = found;
    keeping.current = true;
    navigate(pathname, { replace: true, state: keepSearch(state, found) });
  }, [found, navigate, pathname, state, store]);

  return { text, setText };
}

interface SearchFormProps {
  readonly text: string;
  readonly onChange: (text: string) => void;
}

/** Form to search users. Enter submits even when the button is disabled, so that the form can explain why. */
function SearchForm({ text, onChange }: SearchFormProps) {
  const dispatch = useDispatch();
  const { searching, searchError } = useSelector(selectUsers);
  const search = (event: FormEvent | KeyboardEvent) => {
    event.preventDefault();
    dispatch(usersActions.searchRequested(text));
  };
  const error = searchError ?? undefined;
  return (
    <search>
      <form noValidate onSubmit={search} className="mb-8 flex max-w-xl items-start gap-2 sm:gap-3">
        <TextField
          label={texts.label}
          type="search"
          enterKeyHint="search"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={100}
          placeholder={texts.placeholder}
          value={text}
          error={error}
          onChange={(event) => {
            onChange(event.target.value);
            if (error !== undefined) dispatch(usersActions.messageRead());
          }}
          onKeyDown={(event) => event.key === 'Enter' && !event.nativeEvent.isComposing && search(event)}
          className="flex-1"
        />
        {/* Aligned with the field, below its label. */}
        <Button
          type="submit"
          look="primary"
          busy={searching}
          disabled={!isLongEnough(text)}
          className="mt-6.75 min-w-24 sm:min-w-28"
        >
          {searching ? texts.busy : texts.submit}
        </Button>
      </form>
    </search>
  );
}

export const page: PageModule = { Page: UsersPage, state: [usersState] };

function UsersPage() {
  const dispatch = useDispatch();
  const { text, setText } = useKeptSearch();
  useEffect(
    () => () => {
      dispatch(usersActions.listClosed());
    },
    [dispatch],
  );
  return (
    <>
      <PageTitle title={texts.title} />
      <PageHeader title={texts.title} description={texts.lead} className="mb-6" />
      <SearchForm text={text} onChange={setText} />
      <UserResults />
    </>
  );
}
