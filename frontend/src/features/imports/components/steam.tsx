import { type SyncRule, syncRules } from '@nightshelf/contracts/import-rules.ts';
import type { Status } from '@nightshelf/contracts/library-entry.ts';
import { type LookOutcome, type SteamSync as Sync, steamAccountOf } from '@nightshelf/contracts/steam.ts';
import { type FormEvent, useState } from 'react';
import { Link } from 'react-router-dom';
import { Button } from '../../../components/ui/button.tsx';
import { MessageBox } from '../../../components/ui/message-box.tsx';
import { Panel } from '../../../components/ui/page.tsx';
import { useQuestion } from '../../../components/ui/question.tsx';
import { Refusal } from '../../../components/ui/refusal.tsx';
import { SelectField } from '../../../components/ui/select-field.tsx';
import { Skeleton } from '../../../components/ui/skeleton.tsx';
import { UsernameField } from '../../../components/ui/text-field.tsx';
import { statusOptions } from '../../../entities/status/statuses.ts';
import { formatMoment } from '../../../lib/format.ts';
import { importsApi } from '../api.ts';
import { importsTexts } from '../texts.ts';
import { useSending } from '../use-sending.ts';

const formTexts = importsTexts.steam;

/** A field for a Steam account: its name, number or profile address. */
function useSteamAccount(label: string) {
  const [text, setText] = useState('');
  const [fault, setFault] = useState<string>();
  const field = (
    <UsernameField
      label={label}
      hint={formTexts.hint}
      error={fault}
      value={text}
      maxLength={300}
      autoComplete="off"
      onChange={({ target }) => setText(target.value)}
    />
  );
  /** Returns the account's name or number; returns null and shows an error for other text. */
  const read = (): string | null => {
    const account = steamAccountOf(text);
    setFault(account ? undefined : formTexts.unreadable);
    return account && ('name' in account ? account.name : account.id);
  };
  return { field, read, setFault };
}

/** Imports the games of a Steam account like the rows of a file. */
export function SteamForm() {
  const { field, read, setFault } = useSteamAccount(formTexts.account);
  const [status, setStatus] = useState<Status>('collection');
  const [fetchGames, fetching] = importsApi.useSteamGamesMutation();
  const { send, sent, error } = useSending();
  const isBusy = fetching.isLoading || sent !== null;
  const failure = error ?? fetching.error;

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const id = read();
    if (id === null || isBusy) return;
    const answer = await fetchGames({ query: { account: id } });
    if (!answer.data) return;
    const { games } = answer.data;
    if (games.length === 0) {
      setFault(formTexts.empty);
      return;
    }
    const rows = games.map(({ app_id, name, minutes, guid }) => ({
      appid: String(app_id),
      name,
      playtime_forever: String(minutes),
      ...(guid !== null && { guid }),
    }));
    const name = formTexts.name(id);
    await send({ name, source: 'steam', rows, options: { rating_of: 10, status }, parts: [] });
  };
  return (
    <Panel title={formTexts.title} className="mt-6">
      <form onSubmit={(event) => void submit(event)} className="grid gap-4" noValidate>
        <div className="grid items-start gap-x-6 gap-y-4 sm:grid-cols-2">
          {field}
          <SelectField
            label={importsTexts.columns.status}
            options={statusOptions}
            value={status}
            onChoose={setStatus}
          />
        </div>
        <Refusal error={failure} fallback={formTexts.failed} className="" />
        <div className="flex flex-wrap items-center gap-3">
          <Button type="submit" busy={isBusy}>
            {formTexts.ask}
          </Button>
          <p role="status" className="text-sm text-ink-2 tabular-nums">
            {fetching.isLoading && formTexts.asking}
            {sent !== null && importsTexts.columns.sending(sent, fetching.data?.games.length ?? 0)}
          </p>
        </div>
      </form>
    </Panel>
  );
}

const outcomes: Readonly<Record<LookOutcome, string>> = {
  brought: 'New games or hours imported.',
  unchanged: 'Nothing new.',
  private: 'The games of this account are private. Set "Game details" to public in its Steam privacy settings.',
  not_found: 'Steam has no such account.',
  not_configured: 'Steam is not set up on this server.',
  failed: 'Steam did not respond. Nightshelf will try again.',
  too_many: 'You have reached the limit of imports. Delete one to continue.',
};

const rules: Readonly<Record<SyncRule, readonly [string, string]>> = {
  hours_only: ['Update hours only', 'Hours follow Steam until you enter your own.'],
  fill_empty: ['Fill empty fields', 'Steam fills fields that are empty in your vault.'],
  only_new: ['Keep them as they are', 'Only new games are imported.'],
};

const texts = {
  title: 'Sync with Steam',
  text: 'Nightshelf checks a public account every day and imports new games and hours. Your own edits stay, and games that you remove do not come back. You can undo each sync for 30 days.',
  account: 'Account to sync with',
  status: 'Status of new games',
  rule: 'Games already in your vault',
  rules,
  connect: 'Start syncing',
  connected: (account: string) => `Your vault syncs with ${account}.`,
  looking: 'Checking Steam…',
  lookedAt: (moment: string) => `Last check: ${moment}.`,
  nextLook: (moment: string) => `Next check: ${moment}.`,
  outcomes,
  toImport: 'See what was imported',
  look: 'Check now',
  end: 'Disconnect',
  endQuestion: 'Stop syncing with Steam?',
  endText: 'The account is disconnected. Your games and imports stay as they are.',
  failed: 'That did not work. Please try again.',
} as const;

const ruleOptions = syncRules.map((value) => ({ value, label: texts.rules[value][0] }));

/** Form to connect an account: which one to sync and how. */
function ConnectSteam() {
  const { field, read } = useSteamAccount(texts.account);
  const [rule, setRule] = useState<SyncRule>('hours_only');
  const [status, setStatus] = useState<Status>('collection');
  const [synchronise, { isLoading, error }] = importsApi.useSynchroniseSteamMutation();

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const account = read();
    if (account === null || isLoading) return;
    void synchronise({ body: { account, rule, status } });
  };
  return (
    <form onSubmit={submit} className="grid gap-4" noValidate>
      <p className="max-w-prose text-ink-2">{texts.text}</p>
      {field}
      <div className="grid items-start gap-x-6 gap-y-4 sm:grid-cols-2">
        <SelectField
          label={texts.rule}
          hint={texts.rules[rule][1]}
          options={ruleOptions}
          value={rule}
          onChoose={setRule}
        />
        <SelectField label={texts.status} options={statusOptions} value={status} onChoose={setStatus} />
      </div>
      <Refusal error={error} fallback={texts.failed} className="" />
      <div>
        <Button type="submit" busy={isLoading}>
          {texts.connect}
        </Button>
      </div>
    </form>
  );
}

/** The synced Steam account, or the form to connect one. */
export function SteamSync() {
  const { data, error } = importsApi.useSteamSyncQuery();
  // The previous release has no Steam sync.
  if (!data && error) return null;
  return (
    <Panel title={texts.title} className="mt-6">
      {!data && <Skeleton className="h-80 rounded-lg" />}
      {data && (data.steam ? <Connected steam={data.steam} /> : <ConnectSteam />)}
    </Panel>
  );
}

function Connected({ steam }: { readonly steam: Sync }) {
  const { account, rule, status, outcome, looking, looked_at, next_look_at, import_id } = steam;
  const [synchronise, changing] = importsApi.useSynchroniseSteamMutation();
  const [look, asking] = importsApi.useLookAtSteamMutation();
  const [end, ending] = importsApi.useEndSteamSyncMutation();
  const [question, ask] = useQuestion();
  const fault = changing.error ?? asking.error ?? ending.error;
  const isTrouble = outcome !== null && outcome !== 'brought' && outcome !== 'unchanged';
  return (
    <>
      <p className="font-medium [overflow-wrap:anywhere]">{texts.connected(account)}</p>
      <div role="status" className="mt-2 grid gap-1 text-ink-2">
        {looking && <p>{texts.looking}</p>}
        {!looking && looked_at !== null && (
          <p className="tabular-nums">
            {texts.lookedAt(formatMoment(looked_at))} {outcome !== null && !isTrouble && texts.outcomes[outcome]}
          </p>
        )}
        {!looking && <p className="text-sm text-ink-3 tabular-nums">{texts.nextLook(formatMoment(next_look_at))}</p>}
      </div>
      {!looking && isTrouble && (
        <MessageBox tone="notice" className="mt-3">
          {texts.outcomes[outcome]}
        </MessageBox>
      )}
      {import_id !== null && (
        <p className="mt-1">
          <Link to={`/import?id=${import_id}`} className="inline-flex min-h-11 items-center text-accent underline">
            {texts.toImport}
          </Link>
        </p>
      )}
      <SelectField
        label={texts.rule}
        hint={texts.rules[rule][1]}
        options={ruleOptions}
        value={rule}
        disabled={changing.isLoading}
        onChoose={(chosen) => synchronise({ body: { account, status, rule: chosen } })}
        className="mt-4 max-w-md"
      />
      <Refusal error={fault} fallback={texts.failed} className="mt-4" />
      <div className="mt-6 flex flex-wrap gap-3">
        <Button busy={looking || asking.isLoading} onClick={() => look()}>
          {texts.look}
        </Button>
        <Button
          look="plain"
          aria-haspopup="dialog"
          onClick={() => ask({ title: texts.endQuestion, text: texts.endText, confirm: texts.end, onConfirm: end })}
        >
          {texts.end}
        </Button>
      </div>
      {question}
    </>
  );
}
