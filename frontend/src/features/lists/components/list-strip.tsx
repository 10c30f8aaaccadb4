import type { GameList } from '@nightshelf/contracts/game-lists.ts';
import { coversOfList } from '@nightshelf/contracts/list-rules.ts';
import { Link } from 'react-router-dom';
import { GameCover } from '../../../entities/game/game-cover.tsx';
import { listsTexts as texts } from '../texts.ts';

export function ListStrip({ list }: { readonly list: GameList }) {
  const { id, name, description, game_count, covers } = list;
  const rest = Array.from({ length: coversOfList - covers.length }, (_, place) => `gap-${place}`);
  return (
    <li className="group relative min-w-0 rounded-2xl bg-surface-1 p-4 transition-colors duration-150 hover:bg-surface-2">
      <div aria-hidden="true" className="grid grid-cols-5 gap-1.5">
        {covers.map((cover) => (
          <GameCover
            key={cover.entry_id}
            guid={cover.guid}
            name={cover.name}
            address={cover.image_url}
            className="rounded-md shadow-lift"
          />
        ))}
        {rest.map((key) => (
          <span key={key} className="aspect-3/4 rounded-md bg-surface-2 group-hover:bg-surface-3" />
        ))}
      </div>
      <div className="mt-3.5 flex items-baseline justify-between gap-3">
        <h2 className="min-w-0 text-lg leading-snug" dir="auto">
          <Link
            to={`/lists/${id}`}
            className="line-clamp-2 [overflow-wrap:anywhere] after:absolute after:inset-0 after:rounded-2xl"
          >
            {name}
          </Link>
        </h2>
        <span className="shrink-0 text-sm text-ink-3 tabular-nums">{texts.count(game_count)}</span>
      </div>
      {description !== null && (
        <p className="mt-1 line-clamp-2 text-sm [overflow-wrap:anywhere] text-ink-2" dir="auto">
          {description}
        </p>
      )}
    </li>
  );
}
