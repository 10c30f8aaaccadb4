import type { Status } from '@nightshelf/contracts/library-entry.ts';
import { type FormEvent, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { Button } from '../../../components/ui/button.tsx';
import { MessageBox } from '../../../components/ui/message-box.tsx';
import { Panel } from '../../../components/ui/page.tsx';
import { SelectField } from '../../../components/ui/select-field.tsx';
import { messageOf } from '../../../lib/api-errors.ts';
import { useSteamGamesMutation } from '../api.ts';
import { statusOptions } from '../status-options.ts';
import { importsTexts } from '../texts.ts';
import { useSending } from '../use-sending.ts';
import { SteamAccountField, useSteamAccount } from './steam-account-field.tsx';

const texts = importsTexts.steam;

/** Imports the games of a Steam account like the rows of a file. */
export function SteamForm() {
  const navigate = useNavigate();
  const { field, read, setFault } = useSteamAccount();
  const [status, setStatus] = useState<Status>('collection');
  const [fetchGames, fetching] = useSteamGamesMutation();
  const { send, sent, error } = useSending((id) => navigate(`/import?id=${id}`));
  const isBusy = fetching.isLoading || sent !== null;
  const failure = error ?? fetching.error;

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const id = read();
    if (id === null || isBusy) return;
    const answer = await fetchGames(id);
    if (!answer.data) return;
    const { games } = answer.data;
    if (games.length === 0) {
      setFault(texts.empty);
      return;
    }
    const rows = games.map(({ app_id, name, minutes, guid }) => ({
      appid: String(app_id),
      name,
      playtime_forever: String(minutes),
      ...(guid !== null && { guid }),
    }));
    const name = texts.name(id);
    await send({ name, source: 'steam', rows, options: { rating_of: 10, status }, parts: [] });
  };
  return (
    <Panel title={texts.title} className="mt-6">
      <form onSubmit={(event) => void submit(event)} className="grid gap-4" noValidate>
        <div className="grid items-start gap-x-6 gap-y-4 sm:grid-cols-2">
          <SteamAccountField label={texts.account} field={field} />
          <SelectField
            label={importsTexts.columns.status}
            options={statusOptions}
            value={status}
            onChange={({ target }) => setStatus(target.value as Status)}
          />
        </div>
        {failure !== undefined && <MessageBox>{messageOf(failure, texts.failed)}</MessageBox>}
        <div className="flex flex-wrap items-center gap-3">
          <Button type="submit" busy={isBusy}>
            {texts.ask}
          </Button>
          <p role="status" className="text-sm text-ink-2 tabular-nums">
            {fetching.isLoading && texts.asking}
            {sent !== null && importsTexts.columns.sending(sent, fetching.data?.games.length ?? 0)}
          </p>
        </div>
      </form>
    </Panel>
  );
}
