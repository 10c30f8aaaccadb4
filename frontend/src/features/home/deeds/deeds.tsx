import { UsersRound } from 'lucide-react';
import { useSelector } from 'react-redux';
import { Link } from 'react-router-dom';
import { Button } from '../../../components/ui/button.tsx';
import { MessageBox } from '../../../components/ui/message-box.tsx';
import { Skeleton } from '../../../components/ui/skeleton.tsx';
import { selectAccount, selectIsOffline } from '../../../entities/session/selectors.ts';
import { useDeedsQuery } from './api.ts';
import { DeedCard } from './deed-card.tsx';
import { deedTexts as texts } from './texts.ts';

/** Fixed height, so that nothing below it shifts. */
const height = 'h-30';

/** Recent activity of followed users. Hidden offline: other users' data is not stored on the device. */
export function Deeds() {
  const isOffline = useSelector(selectIsOffline);
  if (isOffline) return null;
  return (
    <section aria-labelledby="deeds" className="mt-9">
      <h2 id="deeds" className="mb-3 text-xl">
        {texts.title}
      </h2>
      <Latest />
    </section>
  );
}

function Latest() {
  const { data, isError, isFetching, refetch } = useDeedsQuery();
  if (!data && isError && !isFetching) {
    return (
      <div className={height}>
        <MessageBox>
          <p>{texts.failed}</p>
          <Button size="small" onClick={() => refetch()} className="mt-2">
            {texts.retry}
          </Button>
        </MessageBox>
      </div>
    );
  }
  if (data?.deeds.length === 0) return <Nothing />;
  return (
    <ul
      role={data ? undefined : 'status'}
      className="-mx-4 flex scroll-px-4 gap-4 overflow-x-auto px-4 pb-4 sm:-mx-6 sm:scroll-px-6 sm:px-6 lg:-mx-8 lg:scroll-px-8 lg:px-8"
    >
      {data
        ? data.deeds.map((deed) => (
            <DeedCard key={`${deed.user.id} ${deed.game.guid}`} deed={deed} className={height} />
          ))
        : ['a', 'b', 'c', 'd', 'e'].map((key) => (
            <li key={key} className="w-76 shrink-0">
              <Skeleton className={height} />
            </li>
          ))}
    </ul>
  );
}

function Nothing() {
  const account = useSelector(selectAccount);
  return (
    <div className={`${height} flex items-center gap-5 rounded-2xl bg-surface-1 px-5`}>
      <UsersRound aria-hidden="true" className="size-9 shrink-0 text-ink-3 max-sm:hidden" />
      <div>
        <p className="max-w-prose text-ink-2 max-sm:text-sm">
          {account?.following_count === 0 ? texts.nobody : texts.nothing}
        </p>
        <Link
          to="/users"
          className="inline-flex min-h-11 items-center font-medium text-accent underline-offset-4 hover:underline"
        >
          {texts.find}
        </Link>
      </div>
    </div>
  );
}
