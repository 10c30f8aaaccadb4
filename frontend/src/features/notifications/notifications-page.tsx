import type { Notification, NotificationKind, PushState } from '@nightshelf/contracts/notifications.ts';
import { BellRing } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { Link } from 'react-router-dom';
import { Button, ButtonLink } from '../../components/ui/button.tsx';
import { Checkbox } from '../../components/ui/checkbox.tsx';
import { EmptyState } from '../../components/ui/empty-state.tsx';
import { LoadFailure, LoadFailureBox } from '../../components/ui/load-failure.tsx';
import { MessageBox } from '../../components/ui/message-box.tsx';
import { NextPage } from '../../components/ui/next-page.tsx';
import { PageHeader, PageTitle, Panel } from '../../components/ui/page.tsx';
import { Loading, Skeleton } from '../../components/ui/skeleton.tsx';
import { CoverOf } from '../../entities/game/game-cover.tsx';
import { serverState } from '../../entities/server/state.ts';
import { Avatar } from '../../entities/user/avatar.tsx';
import { messageOf } from '../../lib/api-errors.ts';
import { cx } from '../../lib/cx.ts';
import { formatMoment } from '../../lib/format.ts';
import type { PageModule } from '../../lib/page-module.ts';
import { formatAgo } from '../../lib/relative-time.ts';
import { notificationsApi } from './api.ts';
import { canPush, subscribeBrowser, unsubscribeBrowser } from './push.ts';
import { notificationTexts as texts } from './texts.ts';

const { settings: settingsTexts, push: pushTexts } = texts;

/** Switches push notifications in this browser. Renders nothing without support or an offer from the server. */
function PushSwitch({ push }: { readonly push: PushState }) {
  const [isAsking, setAsking] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const [subscribe, { isLoading: isBeginning }] = notificationsApi.useSubscribeToPushMutation();
  const [unsubscribe, { isLoading: isEnding }] = notificationsApi.useUnsubscribeFromPushMutation();
  const { public_key, on_here } = push;
  if (!public_key || !canPush()) return null;

  const begin = async () => {
    setFailure(null);
    setAsking(true);
    const made = await subscribeBrowser(public_key);
    setAsking(false);
    if (typeof made === 'string') return setFailure(pushTexts[made]);
    const { error } = await subscribe(made);
    if (error) setFailure(messageOf(error, pushTexts.failed));
  };
  const end = async () => {
    setFailure(null);
    const { error } = await unsubscribe();
    if (error) return setFailure(messageOf(error, pushTexts.notEnded));
    await unsubscribeBrowser();
  };
  return (
    <div className="mt-5 border-t border-line pt-5">
      <p className="text-sm text-ink-2">{on_here ? pushTexts.on : pushTexts.off}</p>
      {failure !== null && <MessageBox className="mt-3">{failure}</MessageBox>}
      {on_here ? (
        <Button busy={isEnding} onClick={end} className="mt-3">
          {pushTexts.end}
        </Button>
      ) : (
        <Button busy={isAsking || isBeginning} onClick={begin} className="mt-3">
          <BellRing aria-hidden="true" className="size-4.5" />
          {pushTexts.begin}
        </Button>
      )}
    </div>
  );
}

const kinds = Object.keys(settingsTexts.kinds) as readonly NotificationKind[];

/** Settings for each kind of notification and its channels. */
function KindsPanel() {
  const { data, isError, isFetching, refetch } = notificationsApi.useNotificationSettingsQuery();
  const [change, { error }] = notificationsApi.useChangeNotificationSettingsMutation();
  const weeklyHint = useId();
  const hasFailed = !data && isError && !isFetching;
  return (
    <Panel title={settingsTexts.title}>
      {hasFailed && <LoadFailureBox text={settingsTexts.failed} onRetry={() => refetch()} />}
      {error && <MessageBox className="mb-3">{messageOf(error, settingsTexts.notKept)}</MessageBox>}
      {!hasFailed && (
        <ul className="grid gap-1">
          {kinds.map((kind) => (
            <li key={kind} className="min-h-11">
              {data ? (
                <>
                  <Checkbox
                    label={settingsTexts.kinds[kind]}
                    checked={data.settings[kind].on}
                    onChange={({ target }) => change({ settings: { [kind]: { on: target.checked } } })}
                  />
                  {data.push.on_here && data.settings[kind].on && (
                    <Checkbox
                      label={pushTexts.kind}
                      aria-label={pushTexts.kindNamed(settingsTexts.kinds[kind])}
                      className="ml-7 text-sm text-ink-2!"
                      checked={data.settings[kind].push}
                      onChange={({ target }) => change({ settings: { [kind]: { push: target.checked } } })}
                    />
                  )}
                </>
              ) : (
                <Skeleton className="h-6" />
              )}
            </li>
          ))}
        </ul>
      )}
      {data && (
        <div className="mt-3 border-t border-line pt-3">
          <Checkbox
            label={settingsTexts.weekly}
            aria-describedby={weeklyHint}
            checked={data.weekly_mail === true}
            onChange={({ target }) => change({ weekly_mail: target.checked })}
          />
          <p id={weeklyHint} className="mt-1 ml-7 text-sm text-ink-2">
            {settingsTexts.weeklyHint}
          </p>
        </div>
      )}
      {data && <PushSwitch push={data.push} />}
    </Panel>
  );
}

interface Described {
  readonly picture: ReactNode;
  readonly sentence: ReactNode;
}

const linkLook = 'font-medium text-ink-1 underline-offset-4 hover:underline';

const UserLink = ({ id, username }: NonNullable<Notification['user']>) => (
  <Link to={`/users/${id}`} className={linkLook} dir="auto">
    {username}
  </Link>
);

const GameLink = ({ guid, name }: NonNullable<Notification['game']>) => (
  <Link to={`/game/${encodeURIComponent(guid)}`} className={linkLook} dir="auto">
    {name}
  </Link>
);

/** Returns null for kinds that this build does not know. */
function describedOf({ kind, user, game }: Notification): Described | null {
  const cover = game && <CoverOf game={game} className="w-11!" />;
  if (kind === 'new_follower' && user) {
    return {
      picture: <Avatar {...user} className="size-11 text-lg" />,
      sentence: (
        <>
          <UserLink {...user} /> {texts.newFollower}
        </>
      ),
    };
  }
  if (kind === 'friend_finished' && user && game) {
    return {
      picture: cover,
      sentence: (
        <>
          <UserLink {...user} /> {texts.finished} <GameLink {...game} />, {texts.youPlay}
        </>
      ),
    };
  }
  if (kind === 'wanted_game_out' && game) {
    return {
      picture: cover,
      sentence: (
        <>
          <GameLink {...game} /> {texts.isOut}
        </>
      ),
    };
  }
  return null;
}

function NotificationLine({ notification }: { readonly notification: Notification }) {
  const described = describedOf(notification);
  if (!described) return null;
  const { created_at, read_at } = notification;
  const isUnread = read_at === null;
  return (
    <li className={cx('flex items-center gap-4 rounded-xl px-3 py-3 sm:px-4', isUnread && 'bg-surface-1')}>
      <span className="flex w-11 shrink-0 justify-center">{described.picture}</span>
      <div className="min-w-0 flex-1">
        <p className="[overflow-wrap:anywhere] text-ink-2">
          {isUnread && <span className="sr-only">{texts.unread} </span>}
          {described.sentence}
        </p>
        <time dateTime={created_at} title={formatMoment(created_at)} className="text-sm text-ink-3">
          {formatAgo(created_at)}
        </time>
      </div>
      {isUnread && <span aria-hidden="true" className="size-2.5 shrink-0 rounded-full bg-accent" />}
    </li>
  );
}

export const page: PageModule = { Page: NotificationsPage, state: [serverState] };

/** Notifications, newest first, and the settings for their kinds. */
function NotificationsPage() {
  const { data, error: failure } = notificationsApi.useNotificationsInfiniteQuery();
  const [read, { isLoading, error }] = notificationsApi.useReadNotificationsMutation();
  const [first] = data?.pages ?? [];
  const shown = first?.unread;
  const newest = first?.notifications[0];
  return (
    <>
      <PageTitle title={shown ? texts.titleUnread(shown) : texts.title} />
      <PageHeader
        title={texts.title}
        // Keeps its space while hidden, so that nothing shifts.
        actions={
          <div className="flex min-h-11 items-center justify-between gap-4 max-sm:w-full">
            {newest && <p className="text-ink-3">{shown ? texts.unreadCount(shown) : texts.allRead}</p>}
            {shown && newest ? (
              <Button busy={isLoading} onClick={() => read(newest.id)}>
                {isLoading ? texts.readingAll : texts.readAll}
              </Button>
            ) : null}
          </div>
        }
        className="max-sm:gap-y-2 max-sm:mb-5"
      />
      {error && <MessageBox className="mb-4">{messageOf(error, texts.readFailed)}</MessageBox>}
      <div className="grid items-start gap-8 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <List />
        {/* Below the list on narrow screens, so hidden until the height of the list is known. */}
        <div className={cx(!data && !failure && 'max-lg:hidden')}>
          <KindsPanel />
        </div>
      </div>
    </>
  );
}

function List() {
  const query = notificationsApi.useNotificationsInfiniteQuery();
  const { data, error, isFetching, refetch } = query;
  const notifications = data?.pages.flatMap((each) => each.notifications) ?? [];
  if (!data && error) {
    return <LoadFailure title={texts.failed} busy={isFetching} onRetry={() => refetch()} />;
  }
  if (!data) return <Loading text={texts.loading} shapes={new Array(4).fill('h-18')} className="grid gap-2" />;
  if (notifications.length === 0) {
    return (
      <EmptyState
        scene="people"
        title={texts.empty.title}
        text={texts.empty.text}
        action={<ButtonLink to="/users">{texts.empty.action}</ButtonLink>}
      />
    );
  }
  return (
    <div className="min-w-0">
      <ol className="grid gap-1">
        {notifications.map((notification) => (
          <NotificationLine key={notification.id} notification={notification} />
        ))}
      </ol>
      <NextPage query={query} texts={texts} className="mt-3" />
    </div>
  );
}
