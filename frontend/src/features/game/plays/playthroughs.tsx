import type { Game } from '@nightshelf/contracts/games.ts';
import type { LibraryEntry, Status } from '@nightshelf/contracts/library-entry.ts';
import { isFinished } from '@nightshelf/contracts/play-rules.ts';
import type { Playthrough } from '@nightshelf/contracts/playthroughs.ts';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useSelector } from 'react-redux';
import { Button } from '../../../components/ui/button.tsx';
import { useQuickEdit } from '../../../entities/entry/quick/quick-edit.ts';
import { selectPlaythroughChanges } from '../../../entities/library/selectors.ts';
import type { LibraryState } from '../../../entities/library/slice.ts';
import type { PlaythroughWords } from '../../../entities/library/sync/change.ts';
import { PlaythroughForm } from '../../../entities/plays/playthrough-form.tsx';
import { withUnsentPlaythroughs } from '../../../entities/plays/unsent.ts';
import { usePlaythroughChanges } from '../../../entities/plays/use-play-changes.ts';
import { statusLooks } from '../../../entities/status/statuses.ts';
import { useFocusBack } from '../../../lib/use-focus-back.ts';
import { PlaythroughLine } from './playthrough-line.tsx';
import { playsTexts as texts } from './texts.ts';

interface State {
  readonly library: LibraryState;
}

interface PlaythroughsProps {
  readonly game: Game;
  readonly entry: LibraryEntry;
  /** As stored on the server. */
  readonly playthroughs: readonly Playthrough[];
}

/** Returns the status to offer after a playthrough; null while it is in progress. */
function statusAfter({ completion }: PlaythroughWords): Status | null {
  if (isFinished(completion)) return 'completed';
  return completion === 'dropped' ? 'dropped' : null;
}

/** Playthroughs of a game, latest first. Finishing one offers a status change, which is never automatic. */
export function Playthroughs({ game, entry, playthroughs: stored }: PlaythroughsProps) {
  const edit = useQuickEdit();
  const { add } = usePlaythroughChanges(entry);
  const changes = useSelector(({ library }: State) => selectPlaythroughChanges({ library }));
  const playthroughs = withUnsentPlaythroughs(stored, changes, game.guid);
  const [open, setOpen] = useState(false);
  const [offered, setOffered] = useState<Status | null>(null);
  const section = useFocusBack<HTMLElement>(open);
  const offer = offered !== null && offered !== entry.status ? statusLooks[offered].label : null;
  const onSaved = (words: PlaythroughWords) => setOffered(statusAfter(words));
  return (
    <section ref={section} aria-labelledby="playthroughs" className="mt-5 border-t border-line pt-4">
      <div className="flex flex-wrap items-center justify-between gap-x-3">
        <h3 id="playthroughs" className="text-base">
          {texts.playthroughs}
        </h3>
        {!open && (
          <Button size="small" onClick={() => setOpen(true)}>
            <Plus aria-hidden="true" className="size-4" />
            {texts.add}
          </Button>
        )}
      </div>
      {open && (
        <div className="py-3">
          <PlaythroughForm
            label={texts.addLabel(game.name)}
            platforms={game.platforms}
            platform={entry.platform_id}
            onCancel={() => setOpen(false)}
            onSubmit={(words) => {
              add(words);
              setOpen(false);
              onSaved(words);
            }}
          />
        </div>
      )}
      <div role="status">
        {offer && offered && (
          <p className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-2 rounded-lg bg-surface-2 px-3.5 py-2.5 text-sm">
            <span className="flex-1">{texts.offer(offer.toLowerCase())}</span>
            <Button size="small" look="primary" onClick={() => edit(entry, { status: offered })}>
              {texts.accept(offer)}
            </Button>
            <Button size="small" look="plain" onClick={() => setOffered(null)}>
              {texts.decline}
            </Button>
          </p>
        )}
      </div>
      {playthroughs.length === 0 && !open && <p className="mt-1 text-sm text-ink-2">{texts.noPlaythroughs}</p>}
      {playthroughs.length > 0 && (
        <ol className="mt-1">
          {playthroughs.map((playthrough, at) => (
            <PlaythroughLine
              key={playthrough.id}
              entry={entry}
              playthrough={playthrough}
              place={playthroughs.length - at}
              platforms={game.platforms}
              onSaved={onSaved}
            />
          ))}
        </ol>
      )}
    </section>
  );
}
