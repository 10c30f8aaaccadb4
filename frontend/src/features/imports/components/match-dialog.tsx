import type { ImportRow } from '@nightshelf/contracts';
import { skipToken } from '@reduxjs/toolkit/query';
import { type FormEvent, useState } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { Dialog } from '../../../components/ui/dialog.tsx';
import { MessageBox } from '../../../components/ui/message-box.tsx';
import { TextField } from '../../../components/ui/text-field.tsx';
import { GameCover } from '../../../entities/game/game-cover.tsx';
import { messageOf } from '../../../lib/api-errors.ts';
import { useWhileHere } from '../../../lib/use-while-here.ts';
import { type Found, useGamesNamedMutation, useMatchRowMutation, useStoredGamesQuery } from '../api.ts';
import { importsTexts } from '../texts.ts';

const texts = importsTexts.match;

interface MatchDialogProps {
  readonly id: string;
  readonly row: ImportRow;
  readonly onClose: () => void;
}

/** Which game a row means: those of its name, those that a search finds, or none. */
export function MatchDialog({ id, row, onClose }: MatchDialogProps) {
  const [query, setQuery] = useState(row.given.title ?? '');
  const [asked, setAsked] = useState(query.trim().length > 1 ? query.trim() : '');
  const stored = useStoredGamesQuery(asked || skipToken);
  const [askProvider, provider] = useGamesNamedMutation();
  const [match, matching] = useMatchRowMutation();
  const whileHere = useWhileHere();
  const fault = matching.error ?? provider.error;

  const choose = (guid: string | null) =>
    match({ id, position: row.position, guid })
      .unwrap()
      .then(
        () => whileHere(onClose),
        () => undefined,
      );
  const search = (event: FormEvent) => {
    event.preventDefault();
    const words = query.trim();
    if (words.length < 2) return;
    setAsked(words);
    void askProvider(words);
  };
  const likely: readonly Found[] = [...(row.game ? [row.game] : []), ...row.alternatives];
  const seen = new Set(likely.map(({ guid }) => guid));
  const found = [...(provider.data ?? []), ...(stored.currentData ?? [])].filter(
    ({ guid }) => seen.size < seen.add(guid).size,
  );
  const isAsking = provider.isLoading || stored.isFetching;
  return (
    <Dialog title={texts.title(row.given.title ?? importsTexts.rows.nameless)} onClose={onClose}>
      <form onSubmit={search} className="flex flex-wrap items-end gap-3">
        <TextField
          label={texts.search}
          value={query}
          maxLength={200}
          autoComplete="off"
          dir="auto"
          onChange={({ target }) => setQuery(target.value)}
          className="min-w-48 flex-1"
        />
        <Button type="submit" busy={provider.isLoading}>
          {texts.ask}
        </Button>
      </form>
      {fault !== undefined && <MessageBox className="mt-4">{messageOf(fault, texts.failed)}</MessageBox>}
      <div className="mt-4 max-h-[min(26rem,50vh)] overflow-y-auto overscroll-contain">
        <Games title={texts.likely} games={likely} onChoose={choose} />
        <Games title={texts.found} games={found} onChoose={choose} />
        <p role="status" className="py-2 text-sm text-ink-3">
          {isAsking ? texts.asking : likely.length + found.length === 0 && texts.nothing}
        </p>
      </div>
      <div className="mt-4 flex justify-end">
        <Button disabled={matching.isLoading} onClick={() => choose(null)}>
          {texts.leaveOut}
        </Button>
      </div>
    </Dialog>
  );
}

interface GamesProps {
  readonly title: string;
  readonly games: readonly (Found & { readonly year?: number | null })[];
  readonly onChoose: (guid: string) => void;
}

function Games({ title, games, onChoose }: GamesProps) {
  if (games.length === 0) return null;
  return (
    <section aria-label={title}>
      <h3 className="pt-2 pb-1 text-xs font-medium text-ink-3">{title}</h3>
      <ul>
        {games.map(({ guid, name, image_url, year, original_release_date }) => (
          <li key={guid}>
            <button
              type="button"
              onClick={() => onChoose(guid)}
              className="flex min-h-11 w-full cursor-pointer items-center gap-3 rounded-lg px-2 py-1.5 text-left hover:bg-surface-2"
            >
              <GameCover guid={guid} name={name} address={image_url} className="w-8! shrink-0 rounded" />
              <span dir="auto" className="min-w-0 [overflow-wrap:anywhere]">
                {name} <span className="text-ink-3">{year ?? original_release_date?.slice(0, 4)}</span>
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
