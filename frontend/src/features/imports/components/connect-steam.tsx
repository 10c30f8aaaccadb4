import type { SyncRule } from '@nightshelf/contracts/import-rules.ts';
import type { Status } from '@nightshelf/contracts/library-entry.ts';
import { type FormEvent, useState } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { MessageBox } from '../../../components/ui/message-box.tsx';
import { SelectField, type SelectOption } from '../../../components/ui/select-field.tsx';
import { messageOf } from '../../../lib/api-errors.ts';
import { useSynchroniseSteamMutation } from '../api.ts';
import { statusOptions } from '../status-options.ts';
import { syncTexts as texts } from '../sync-texts.ts';
import { SteamAccountField, useSteamAccount } from './steam-account-field.tsx';

/** Asks which account to sync and how. */
export function ConnectSteam({ ruleOptions }: { readonly ruleOptions: readonly SelectOption[] }) {
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
      {error !== undefined && <MessageBox>{messageOf(error, texts.failed)}</MessageBox>}
      <div>
        <Button type="submit" busy={isLoading}>
          {texts.connect}
        </Button>
      </div>
    </form>
  );
}
