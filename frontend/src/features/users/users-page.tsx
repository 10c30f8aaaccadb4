import type { PublicUser } from '@nightshelf/contracts/users.ts';
import { skipToken } from '@reduxjs/toolkit/query';
import { type FormEvent, type KeyboardEvent, useEffect, useId, useState } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { Button, ButtonLink } from '../../components/ui/button.tsx';
import { EmptyState } from '../../components/ui/empty-state.tsx';
import { PageHeader, PageTitle } from '../../components/ui/page.tsx';
import { Loading } from '../../components/ui/skeleton.tsx';
import { UsernameField } from '../../components/ui/text-field.tsx';
import { serverState } from '../../entities/server/state.ts';
import { Avatar } from '../../entities/user/avatar.tsx';
import { fullName } from '../../entities/user/full-name.ts';
import { ApiError, messageOf } from '../../lib/api-errors.ts';
import { cx } from '../../lib/cx.ts';
import type { PageModule } from '../../lib/page-module.ts';
import { type FoundUsers, searchLimit, usersApi } from './api.ts';
import { FollowButton } from './components/follow-button.tsx';
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

interface UserResultsProps {
  /** Null before the first search. */
  readonly found: FoundUsers | null;
  readonly searching: boolean;
  readonly hasFailed: boolean;
}

/** Search results. Earlier results stay dimmed until new ones arrive. */
function UserResults({ found, searching, hasFailed }: UserResultsProps) {
  const users = found?.users ?? [];
  const count = found && !searching ? texts.count(users.length, found.query) : '';
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
      {users.length === 0 && searching && (
        <Loading shapes={new Array(6).fill('h-38 rounded-2xl')} className={columns} />
      )}
      {users.length === 0 &&
        !searching &&
        !hasFailed &&
        (found ? (
          <EmptyState scene="search" title={texts.none(found.query)} text={texts.noneHint} />
        ) : (
          <EmptyState scene="people" title={texts.start} text={texts.startHint} />
        ))}
    </section>
  );
}

/** Returns the search stored in a navigation state, or null, as on a first visit. */
export function keptSearch(state: unknown): FoundUsers | null {
  const { foundUsers } = (state ?? {}) as { readonly foundUsers?: Partial<FoundUsers> };
  const isUsable =
    typeof foundUsers?.query === 'string' && Array.isArray(foundUsers.users) && foundUsers.searched === true;
  return isUsable ? (foundUsers as FoundUsers) : null;
}

/** Stores query and results in the navigation state, so that Back and a reload restore them. */
function keepSearch(foundUsers: FoundUsers): void {
  // The router would treat its own change of the state as another visit.
  history.replaceState({ ...history.state, usr: { ...history.state?.usr, foundUsers } }, '');
}

const shortest = 2;
const isLongEnough = (query: string): boolean => query.trim().length >= shortest;

export const page: PageModule = { Page: UsersPage, state: [serverState] };

function UsersPage() {
  const { key, state } = useLocation();
  return (
    <>
      <PageTitle title={texts.title} />
      <PageHeader title={texts.title} description={texts.lead} className="mb-6" />
      <UserSearch key={key} kept={keptSearch(state)} />
    </>
  );
}

/** Form to search users, and the results. */
function UserSearch({ kept }: { readonly kept: FoundUsers | null }) {
  const [text, setText] = useState(kept?.query ?? '');
  const [query, setQuery] = useState(kept?.query);
  /** Show errors of the last search only until the user types on, and none of refreshing a kept one. */
  const [showsError, setShowsError] = useState(false);
  const { data, error, isFetching, refetch } = usersApi.useSearchUsersQuery(query ?? skipToken);
  const found = data ?? kept;
  // Refreshing a kept search is silent.
  const searching = isFetching && found?.query !== query;
  useEffect(() => data && keepSearch(data), [data]);

  const search = (event: FormEvent | KeyboardEvent) => {
    event.preventDefault();
    const wanted = text.trim();
    setShowsError(true);
    if (!isLongEnough(wanted)) return;
    if (wanted === query) refetch();
    else setQuery(wanted);
  };
  const failure = () => {
    if (!isLongEnough(text)) return texts.tooShort;
    return error && messageOf(error, error instanceof ApiError ? texts.failed : texts.unreachable);
  };
  const message = showsError && !searching ? failure() : undefined;
  return (
    <>
      <search>
        <form noValidate onSubmit={search} className="mb-8 flex max-w-xl items-start gap-2 sm:gap-3">
          <UsernameField
            label={texts.label}
            type="search"
            enterKeyHint="search"
            autoComplete="off"
            maxLength={100}
            placeholder={texts.placeholder}
            value={text}
            error={message}
            onChange={({ target }) => {
              setText(target.value);
              setShowsError(false);
            }}
            // Enter submits even when the button is disabled, so that the form can explain why.
            onKeyDown={(event) => event.key === 'Enter' && !event.nativeEvent.isComposing && search(event)}
            className="flex-1"
          />
          {/* The margin aligns the button with the field instead of the label. */}
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
      <UserResults found={found} searching={searching} hasFailed={message !== undefined} />
    </>
  );
}
