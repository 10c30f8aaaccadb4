import { type SyncRule, syncRules } from '@nightshelf/contracts/import-rules.ts';
import type { Status } from '@nightshelf/contracts/library-entry.ts';
import type { SteamSync as Sync } from '@nightshelf/contracts/steam.ts';
import { type FormEvent, useState } from 'react';
import { Link } from 'react-router-dom';
import { Button } from '../../../components/ui/button.tsx';
import { MessageBox } from '../../../components/ui/message-box.tsx';
import { Panel } from '../../../components/ui/page.tsx';
import { useQuestion } from '../../../components/ui/question.tsx';
import { Refusal } from '../../../components/ui/refusal.tsx';
import { SelectField, type SelectOption } from '../../../components/ui/select-field.tsx';
import { Skeleton } from '../../../components/ui/skeleton.tsx';
import { statusOptions } from '../../../entities/status/statuses.ts';
import { formatMoment } from '../../../lib/format.ts';
import {
  useEndSteamSyncMutation,
  useLookAtSteamMutation,
  useSteamSyncQuery,
  useSynchroniseSteamMutation,
} from '../api.ts';
import { syncTexts as texts } from '../sync-texts.ts';
import { SteamAccountField, useSteamAccount } from './steam-account-field.tsx';

/** Asks which account to sync and how. */
function ConnectSteam({ ruleOptions }: { readonly ruleOptions: readonly SelectOption[] }) {
  const { field, read } = useSteamAccount();
  const [rule, setRule] = useState<SyncRule>('hours_only');
  const [status, setStatus] = useState<Status>('collection');
  const [synchronise, { isLoading, error }] = useSynchroniseSteamMutation();

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const account = read();
    if (account === null || isLoading) return;
    void synchronise({ account, rule, status });
  };
  return (
    <form onSubmit={submit} className="grid gap-4" noValidate>
      <p className="max-w-prose text-ink-2">{texts.text}</p>
      <SteamAccountField label={texts.account} field={field} />
      <div className="grid items-start gap-x-6 gap-y-4 sm:grid-cols-2">
        <SelectField
          label={texts.rule}
          hint={texts.rules[rule][1]}
          options={ruleOptions}
          value={rule}
          onChange={({ target }) => setRule(target.value as SyncRule)}
        />
        <SelectField
          label={texts.status}
          options={statusOptions}
          value={status}
          onChange={({ target }) => setStatus(target.value as Status)}
        />
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

const ruleOptions = syncRules.map((value) => ({ value, label: texts.rules[value][0] }));

/** The synced Steam account, or the form to connect one. */
export function SteamSync() {
  const { data, error } = useSteamSyncQuery();
  // The previous release has no Steam sync.
  if (!data && error) return null;
  return (
    <Panel title={texts.title} className="mt-6">
      {!data && <Skeleton className="h-80 rounded-lg" />}
      {data && (data.steam ? <Connected steam={data.steam} /> : <ConnectSteam ruleOptions={ruleOptions} />)}
    </Panel>
  );
}

function Connected({ steam }: { readonly steam: Sync }) {
  const { account, rule, status, outcome, looking, looked_at, next_look_at, import_id } = steam;
  const [synchronise, changing] = useSynchroniseSteamMutation();
  const [look, asking] = useLookAtSteamMutation();
  const [end, ending] = useEndSteamSyncMutation();
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
        onChange={({ target }) => synchronise({ account, status, rule: target.value as SyncRule })}
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
