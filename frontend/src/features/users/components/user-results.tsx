import { useSelector } from 'react-redux';
import { EmptyState } from '../../../components/ui/empty-state.tsx';
import { Skeleton } from '../../../components/ui/skeleton.tsx';
import { cx } from '../../../lib/cx.ts';
import { searchLimit } from '../api.ts';
import { selectUsers } from '../selectors.ts';
import { usersTexts as texts } from '../texts.ts';
import { UserCard } from './user-card.tsx';

const columns = 'grid gap-4 sm:grid-cols-2 xl:grid-cols-3';

/** Search results. Earlier results stay dimmed until new ones arrive. */
export function UserResults() {
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
      {users.length === 0 && !searching && searchError === null && <Nobody query={searched ? query : null} />}
    </section>
  );
}

/** @param query the query without results; null before the first search */
function Nobody({ query }: { readonly query: string | null }) {
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
