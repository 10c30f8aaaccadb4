import { skipToken } from '@reduxjs/toolkit/query';
import { type FormEvent, useState } from 'react';
import { Button } from '../../components/ui/button.tsx';
import { MessageBox } from '../../components/ui/message-box.tsx';
import { TextField } from '../../components/ui/text-field.tsx';
import { messageOf } from '../../lib/api-errors.ts';
import { CoverOf } from '../game/game-cover.tsx';
import { useSuggestedGamesQuery } from '../suggestions/api.ts';
import { type ChoosableGame, useGamesNamedMutation } from './api.ts';
import { gameChoiceTexts as texts } from './texts.ts';

/** The shortest text that the server searches for. */
const shortestQuery = 2;

interface GameChoiceProps {
  /** Initial text of the search field. */
  readonly name: string;
  /** Offered before all search results. */
  readonly likely?: readonly ChoosableGame[];
  readonly disabled?: boolean;
  readonly onChoose: (game: ChoosableGame) => void;
}

/**
 * Lets the user choose a game of the catalog: likely matches first, then stored games, then results of the providers.
 */
export function GameChoice({ name, likely = [], disabled = false, onChoose }: GameChoiceProps) {
  const [query, setQuery] = useState(name);
  const [asked, setAsked] = useState(() => (name.trim().length < shortestQuery ? '' : name.trim().slice(0, 200)));
  const stored = useSuggestedGamesQuery(asked || skipToken);
  const [askProviders, provider] = useGamesNamedMutation();

  const search = (event: FormEvent) => {
    event.preventDefault();
    const words = query.trim();
    if (words.length < shortestQuery) return;
    setAsked(words);
    void askProviders(words);
  };
  const seen = new Set(likely.map(({ guid }) => guid));
  const found = [...(provider.data ?? []), ...(stored.currentData ?? [])].filter(
    ({ guid }) => seen.size < seen.add(guid).size,
  );
  const isAsking = provider.isLoading || stored.isFetching;
  return (
    <>
      <form onSubmit={search} className="flex items-end gap-2">
        <TextField
          label={texts.search}
          value={query}
          maxLength={200}
          autoComplete="off"
          dir="auto"
          onChange={({ target }) => setQuery(target.value)}
          className="flex-1"
        />
        <Button type="submit" busy={provider.isLoading}>
          {texts.ask}
        </Button>
      </form>
      {provider.error !== undefined && (
        <MessageBox className="mt-4">{messageOf(provider.error, texts.failed)}</MessageBox>
      )}
      <div className="mt-4 max-h-[min(26rem,45dvh)] overflow-y-auto overscroll-contain">
        <Games title={texts.likely} games={likely} disabled={disabled} onChoose={onChoose} />
        <Games title={texts.found} games={found} disabled={disabled} onChoose={onChoose} />
        <p role="status" className="py-2 text-sm text-ink-3 empty:hidden">
          {isAsking ? texts.asking : likely.length + found.length === 0 && texts.nothing}
        </p>
      </div>
    </>
  );
}

const yearOf = ({ year, original_release_date: day, partial_release_date: part }: ChoosableGame) =>
  year ?? (day ?? part)?.slice(0, 4);

interface GamesProps extends Required<Pick<GameChoiceProps, 'disabled' | 'onChoose'>> {
  readonly title: string;
  readonly games: readonly ChoosableGame[];
}

function Games({ title, games, disabled, onChoose }: GamesProps) {
  if (games.length === 0) return null;
  return (
    <section aria-label={title}>
      <h3 className="pt-2 pb-1 text-xs font-medium text-ink-3">{title}</h3>
      <ul>
        {games.map((game) => (
          <li key={game.guid}>
            <button
              type="button"
              disabled={disabled}
              onClick={() => onChoose(game)}
              className="flex min-h-14 w-full cursor-pointer items-center gap-3 rounded-lg px-2 py-1.5 text-left hover:bg-surface-2 disabled:cursor-default disabled:opacity-60"
            >
              <CoverOf game={game} className="w-10! shrink-0 rounded" />
              <span className="min-w-0">
                <span dir="auto" className="block leading-snug [overflow-wrap:anywhere]">
                  {game.name}
                </span>
                <span className="text-sm text-ink-3 tabular-nums">{yearOf(game)}</span>
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
