import type { HistoryKeeping } from '@nightshelf/contracts/entry-history.ts';
import type { OwnUser, Privacy } from '@nightshelf/contracts/users.ts';
import { LogOut } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { Navigate, useSearchParams } from 'react-router-dom';
import { AsOf } from '../../components/ui/as-of.tsx';
import { Button, ButtonLink } from '../../components/ui/button.tsx';
import { LoadFailureBox } from '../../components/ui/load-failure.tsx';
import { MessageBox } from '../../components/ui/message-box.tsx';
import { Panel } from '../../components/ui/page.tsx';
import { useQuestion } from '../../components/ui/question.tsx';
import { SelectField } from '../../components/ui/select-field.tsx';
import { useLinkedHeading } from '../../components/ui/use-linked-heading.ts';
import { alertRaised } from '../../entities/alerts/slice.ts';
import { useHistoryStateQuery, useKeepHistoryMutation } from '../../entities/history/api.ts';
import { libraryState } from '../../entities/library/saga.ts';
import { liveState } from '../../entities/live/state.ts';
import { serverState } from '../../entities/server/state.ts';
import { NeedsNetwork } from '../../entities/session/needs-network.tsx';
import { selectAccount, selectIsOffline, selectSession } from '../../entities/session/selectors.ts';
import { signOutRequested } from '../../entities/session/slice.ts';
import { chooseTheme, useTheme } from '../../entities/theme/theme.ts';
import { AccountHeader } from '../../entities/user/account-header.tsx';
import { Avatar } from '../../entities/user/avatar.tsx';
import { fullName } from '../../entities/user/full-name.ts';
import { messageOf } from '../../lib/api-errors.ts';
import { formatCount, formatDay } from '../../lib/format.ts';
import type { PageModule } from '../../lib/page-module.ts';
import { areSingleKeysOn, setSingleKeys } from '../../lib/single-keys.ts';
import { profileApi, profileState } from './api.ts';
import { Collection } from './collection/collection.tsx';
import { GameStatistics } from './components/game-statistics.tsx';
import { Favourites } from './favourites/favourites.tsx';
import { favouritesState } from './favourites/state.ts';
import { TakeData } from './take-data/take-data.tsx';
import { profileFault, profileTexts, profileTexts as texts } from './texts.ts';

const preferencesTexts = profileTexts.preferences;

const optionsOf = <Value extends string>(labels: Readonly<Record<Value, string>>) =>
  (Object.keys(labels) as Value[]).map((value) => ({ value, label: labels[value] }));

/** How long the vault's history is kept. Asks before deleting any of it. */
function HistoryChoice() {
  const { data } = useHistoryStateQuery();
  const [keep, { error, isLoading }] = useKeepHistoryMutation();
  const [question, ask] = useQuestion();
  if (!data) return null;
  const { title, texts, confirm } = preferencesTexts.historyQuestion;
  const choose = (given: HistoryKeeping) => {
    if (given === 'forever' || data.keep === 'nothing') keep(given);
    else ask({ title, text: texts[given], confirm, onConfirm: () => keep(given) });
  };
  return (
    <div>
      <SelectField
        label={preferencesTexts.history}
        hint={preferencesTexts.historyHint}
        options={optionsOf(preferencesTexts.histories)}
        value={data.keep}
        disabled={isLoading}
        onChoose={choose}
      />
      {error && <MessageBox className="mt-3">{messageOf(error, preferencesTexts.historyFailed)}</MessageBox>}
      {question}
    </div>
  );
}

function SingleKeys() {
  const [areOn, setOn] = useState(areSingleKeysOn);
  return (
    <SelectField
      label={preferencesTexts.singleKeys}
      hint={preferencesTexts.singleKeysHint}
      options={optionsOf(preferencesTexts.singleKeysChoices)}
      value={areOn ? 'on' : 'off'}
      onChoose={(choice) => {
        setSingleKeys(choice === 'on');
        setOn(areSingleKeysOn());
      }}
    />
  );
}

/** Selects the vault's privacy. Shows the choice immediately, and reverts it when the server rejects it. */
export function PrivacyChoice({ user }: { readonly user: OwnUser }) {
  const dispatch = useDispatch();
  const [choosePrivacy, { isLoading, originalArgs }] = profileApi.useChoosePrivacyMutation();
  const privacy = (isLoading && originalArgs) || user.privacy;
  const choose = async (chosen: Privacy) => {
    const { error } = await choosePrivacy(chosen);
    if (error) dispatch(alertRaised({ tone: 'error', text: messageOf(error, preferencesTexts.privacyFailed) }));
  };
  return (
    <SelectField
      label={preferencesTexts.privacy}
      options={optionsOf(preferencesTexts.privacies)}
      hint={preferencesTexts.privacyHints[privacy]}
      value={privacy}
      onChoose={choose}
    />
  );
}

/** Theme and keys, stored in this browser, and privacy, stored on the server. */
function Preferences({ user }: { readonly user: OwnUser }) {
  const isOffline = useSelector(selectIsOffline);
  const theme = useTheme();
  return (
    <Panel title={preferencesTexts.title}>
      <div className="grid gap-5">
        <SelectField
          label={preferencesTexts.theme}
          options={optionsOf(preferencesTexts.themes)}
          value={theme}
          onChoose={chooseTheme}
        />
        <SingleKeys />
        {!isOffline && <PrivacyChoice user={user} />}
        {!isOffline && <HistoryChoice />}
      </div>
    </Panel>
  );
}

const accountTexts = profileTexts.account;

/** The account as stored on the server, and sign-out. */
function AccountInformation({ user }: { readonly user: OwnUser }) {
  const dispatch = useDispatch();
  const [question, ask] = useQuestion();
  // Deletion is not available yet: nothing is sent.
  const onConfirm = () => dispatch(alertRaised({ tone: 'error', text: profileTexts.deletion.comingSoon }));
  const name = fullName(user);
  const facts: ReadonlyArray<readonly [string, ReactNode]> = [
    [accountTexts.username, user.username],
    [accountTexts.email, user.email === null ? accountTexts.noEmail : <EmailAddress key="email" email={user.email} />],
    ...(name === null ? [] : [[accountTexts.name, name] as const]),
    [accountTexts.memberSince, formatDay(user.created_at)],
    [accountTexts.status, user.is_active ? accountTexts.active : accountTexts.inactive],
    [accountTexts.followers, formatCount(user.follower_count)],
    [accountTexts.following, formatCount(user.following_count)],
  ];
  return (
    <Panel title={accountTexts.title}>
      <dl className="grid">
        {facts.map(([label, value]) => (
          <div key={label} className="flex items-baseline justify-between gap-6 border-b border-line py-2.5">
            <dt className="shrink-0 text-sm text-ink-3">{label}</dt>
            <dd className="min-w-0 text-right [overflow-wrap:anywhere] tabular-nums" dir="auto">
              {value}
            </dd>
          </div>
        ))}
      </dl>
      <div className="mt-5 flex flex-wrap gap-3">
        <Button onClick={() => dispatch(signOutRequested())} className="flex-1">
          <LogOut aria-hidden="true" className="size-4.5" />
          {accountTexts.signOut}
        </Button>
        <Button
          look="plain"
          onClick={() => ask({ ...profileTexts.deletion, onConfirm })}
          className="flex-1 text-danger!"
        >
          {accountTexts.deleteAccount}
        </Button>
      </div>
      {question}
    </Panel>
  );
}

/** Breaks a long address before the @ rather than within a word. */
function EmailAddress({ email }: { readonly email: string }) {
  const at = email.lastIndexOf('@');
  return (
    <>
      {email.slice(0, at)}
      <wbr />
      {email.slice(at)}
    </>
  );
}

const showcaseTexts = profileTexts.showcase;

/** The user's public identity, with a link to their page as others see it. */
function Showcase({ user }: { readonly user: OwnUser }) {
  const isOffline = useSelector(selectIsOffline);
  const { id, username, created_at } = user;
  const name = fullName(user);
  return (
    <div className="mb-8 flex flex-wrap items-center gap-x-6 gap-y-4">
      <Avatar id={id} username={username} className="size-18 text-3xl sm:size-24 sm:text-4xl" />
      <div className="min-w-0 flex-1 basis-56">
        <p
          className="font-heading text-2xl leading-tight font-semibold [overflow-wrap:anywhere] sm:text-3xl"
          dir="auto"
        >
          {name ?? username}
        </p>
        <p className="mt-1 text-ink-2">{showcaseTexts.since(formatDay(created_at))}</p>
      </div>
      {!isOffline && (
        <ButtonLink to={`/users/${id}`} size="small">
          {showcaseTexts.publicPage}
        </ButtonLink>
      )}
    </div>
  );
}

export const page: PageModule = {
  Page: ProfilePage,
  state: [libraryState, serverState, profileState, favouritesState, liveState],
};

function ProfilePage() {
  const { reader } = useSelector(selectSession);
  const isOffline = useSelector(selectIsOffline);
  const user = useSelector(selectAccount);
  const { error, refetch } = profileApi.useProfileQuery(undefined, { skip: reader !== null });
  const [query] = useSearchParams();
  const settings = useLinkedHeading('#settings');
  // The route guard requires a user, so this only happens during sign-out.
  if (!user) return isOffline && <NeedsNetwork />;
  // A provider redirects here after linking; the linked accounts show the result.
  if (query.has('linked') || query.has('refused')) return <Navigate to={`/profile/security?${query}`} replace />;
  return (
    <>
      <AccountHeader />
      {isOffline && <AsOf at={reader?.at} text={texts.kept} className="mb-6" />}
      {error && !reader && <LoadFailureBox text={profileFault(error)} onRetry={() => refetch()} className="mb-6" />}
      <Showcase user={user} />
      {!reader && <Favourites />}
      <GameStatistics />
      <h2
        id="settings"
        ref={settings}
        tabIndex={-1}
        className="mt-12 mb-4 scroll-mt-24 border-t border-line pt-8 text-xl outline-none"
      >
        {texts.settings}
      </h2>
      <div className="grid items-start gap-6 md:grid-cols-2">
        <AccountInformation user={user} />
        <div className="grid gap-6">
          <Preferences user={user} />
          {!reader && <Collection />}
          {!reader && <TakeData />}
        </div>
      </div>
    </>
  );
}
