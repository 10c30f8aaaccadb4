import type { Game } from '@nightshelf/contracts/games.ts';
import { Check, Plus } from 'lucide-react';
import { memo, useState } from 'react';
import { useSelector } from 'react-redux';
import { Button, ButtonLink } from '../../../components/ui/button.tsx';
import { useAddition } from '../../../entities/additions/use-addition.ts';
import { EntryForm } from '../../../entities/entry-form/entry-form.tsx';
import { newEntry } from '../../../entities/entry-form/entry-form-values.ts';
import { GameCard } from '../../../entities/game/game-card.tsx';
import { platformsInBrief } from '../../../entities/game/game-facts.ts';
import { selectVaultOwner } from '../../../entities/session/selectors.ts';
import { StatusBadge } from '../../../entities/status/status-badge.tsx';
import { statusLooks } from '../../../entities/status/statuses.ts';
import { lazyPart } from '../../../lib/lazy-part.tsx';
import { useFocusBack } from '../../../lib/use-focus-back.ts';
import { searchTexts as texts } from '../texts.ts';

// Loaded on pointer or focus.
const QuickAdd = lazyPart(() => import('./quick-add.tsx'), 'QuickAdd');

/** Another app's share opens the form of a game anywhere in the list. */
const scrollIntoView = (form: HTMLElement | null) => form?.scrollIntoView({ block: 'nearest' });

interface ResultCardProps {
  readonly game: Game;
  readonly eager: boolean;
}

/** A search result. Its Add form overlays the card and what is below it, so that nothing shifts. */
export const ResultCard = memo(function ResultCard({ game, eager }: ResultCardProps) {
  const addition = useAddition(game);
  const { open, entry } = addition;
  const owner = useSelector(selectVaultOwner);
  const [isApproached, setApproached] = useState(false);
  const approach = () => setApproached(true);
  const card = useFocusBack<HTMLDivElement>(open);
  const address = `/game/${encodeURIComponent(game.guid)}`;
  const platforms = platformsInBrief(game.platforms);
  const badge = addition.justAdded && (
    <span className="rises inline-flex items-center gap-1.5 rounded-full bg-completed px-2.5 py-1 text-xs font-semibold text-surface-0">
      <Check aria-hidden="true" className="size-3.5" />
      {texts.addedNotice}
    </span>
  );
  return (
    <li className="relative min-w-0">
      {/* Keeps the keyboard out of the content below the form. */}
      <div ref={card} inert={open} className="h-full">
        <GameCard
          game={game}
          eager={eager}
          badge={badge}
          edge={entry && statusLooks[entry.status].shape}
          beside={entry && <StatusBadge status={entry.status} isOwn />}
          onPointerEnter={approach}
          onFocus={approach}
          actions={
            <>
              {isApproached && owner && (
                <QuickAdd
                  game={game}
                  entry={entry}
                  onAdd={(status) => !addition.busy && addition.submit({ ...newEntry(game.platforms), status })}
                />
              )}
              <ButtonLink to={address} look="overlay" size="small" className="flex-1 px-2!">
                {texts.view}
                <span className="sr-only">{game.name}</span>
              </ButtonLink>
              <Button
                look="overlay"
                size="small"
                disabled={entry !== undefined}
                onClick={addition.start}
                className="flex-1 gap-1.5 px-2! disabled:text-completed disabled:opacity-100"
              >
                {entry ? (
                  <Check aria-hidden="true" className="size-4 max-sm:hidden" />
                ) : (
                  <Plus aria-hidden="true" className="size-4 text-accent max-sm:hidden" />
                )}
                {entry ? texts.added : texts.add}
                <span className="sr-only">{game.name}</span>
              </Button>
            </>
          }
        >
          {platforms && <p className="truncate text-sm text-ink-3">{platforms}</p>}
        </GameCard>
      </div>
      {open && (
        <div
          ref={scrollIntoView}
          className="rises absolute -inset-x-2 -top-2 max-sm:-inset-x-3 z-10 min-h-full rounded-xl bg-surface-2 p-3 shadow-lift"
        >
          <p className="mb-2 line-clamp-2 leading-snug font-semibold [overflow-wrap:anywhere]" dir="auto">
            {game.name}
          </p>
          <EntryForm
            label={texts.formLabel(game.name)}
            initial={newEntry(game.platforms)}
            platforms={game.platforms}
            submitLabel={texts.submit}
            busy={addition.busy}
            refusals={addition.refusals}
            onSubmit={addition.submit}
            onCancel={addition.cancel}
          />
        </div>
      )}
    </li>
  );
});
