import type { Game, GamePlatform } from '@nightshelf/contracts/games.ts';
import type { LibraryEntry, Status } from '@nightshelf/contracts/library-entry.ts';
import { isFinished } from '@nightshelf/contracts/play-rules.ts';
import type { Playthrough } from '@nightshelf/contracts/playthroughs.ts';
import { Pencil, Plus, Trash2, Trophy } from 'lucide-react';
import { useState } from 'react';
import { useSelector } from 'react-redux';
import { Button } from '../../../components/ui/button.tsx';
import { IconButton } from '../../../components/ui/icon-button.tsx';
import { Question } from '../../../components/ui/question.tsx';
import { useQuickEdit } from '../../../entities/entry/quick/quick-edit.ts';
import { selectPlaythroughChanges, type WithLibrary } from '../../../entities/library/selectors.ts';
import type { PlaythroughFields } from '../../../entities/library/sync/change.ts';
import { formatShortDay } from '../../../entities/plays/days.ts';
import { PlaythroughForm } from '../../../entities/plays/playthrough-form.tsx';
import { completionNames, playthroughTexts } from '../../../entities/plays/texts.ts';
import { type ShownPlaythrough, withUnsent } from '../../../entities/plays/unsent.ts';
import { UnsentMark } from '../../../entities/plays/unsent-mark.tsx';
import { usePlaythroughChanges } from '../../../entities/plays/use-play-changes.ts';
import { statusLooks } from '../../../entities/status/statuses.ts';
import { formatOneDecimal } from '../../../lib/format.ts';
import { useFocusBack } from '../../../lib/use-focus-back.ts';
import { playsTexts as texts } from './texts.ts';

interface PlaythroughLineProps {
  readonly entry: LibraryEntry;
  readonly playthrough: ShownPlaythrough;
  /** Position in order of creation, from 1. */
  readonly place: number;
  readonly platforms: readonly GamePlatform[];
  readonly onSaved: (words: PlaythroughFields) => void;
}

/** Returns the date range as text, with both dates or the known one. */
function spanOf({ started_on: from, ended_on: to }: Playthrough): string | null {
  if (from && to) return `${formatShortDay(from)} – ${formatShortDay(to)}`;
  if (from) return texts.from(formatShortDay(from));
  return to && texts.until(formatShortDay(to));
}

function PlaythroughLine({ entry, playthrough, place, platforms, onSaved }: PlaythroughLineProps) {
  const { completion, dropped_at, hours, platform, copy } = playthrough;
  const { change, remove } = usePlaythroughChanges(entry);
  const [open, setOpen] = useState<'edit' | 'removal' | null>(null);
  const line = useFocusBack<HTMLLIElement>(open === 'edit');

  if (open === 'edit') {
    return (
      <li ref={line} className="py-3">
        <PlaythroughForm
          label={texts.edit(place)}
          playthrough={playthrough}
          platforms={platforms}
          platform={null}
          onCancel={() => setOpen(null)}
          onSubmit={(words) => {
            change(playthrough, words);
            setOpen(null);
            if (words.completion !== completion) onSaved(words);
          }}
        />
      </li>
    );
  }
  const confirm = () => {
    setOpen(null);
    remove(playthrough);
  };
  const where = [platform?.name, copy].filter(Boolean).join(', ');
  const facts = [where, spanOf(playthrough), hours !== null && texts.hoursPlayed(formatOneDecimal(hours))].filter(
    Boolean,
  );
  return (
    <li ref={line} className="group flex items-start gap-3 py-1.5">
      <div className="min-w-0 flex-1 py-1">
        <p className="flex flex-wrap items-center gap-x-2">
          <span className="font-medium">{texts.number(place)}</span>
          <span className="inline-flex items-center gap-1.5 text-sm text-ink-2">
            {isFinished(completion) && <Trophy aria-hidden="true" className="size-4 text-completed" />}
            {completion ? completionNames[completion] : playthroughTexts.goesOn}
          </span>
          <UnsentMark of={playthrough} />
        </p>
        {facts.length > 0 && (
          <p className="text-sm [overflow-wrap:anywhere] text-ink-2 tabular-nums" dir="auto">
            {facts.join(' · ')}
          </p>
        )}
        {dropped_at && (
          <p className="text-sm [overflow-wrap:anywhere] text-ink-2" dir="auto">
            {texts.dropped(dropped_at)}
          </p>
        )}
      </div>
      <div className="row-actions flex shrink-0">
        <IconButton Icon={Pencil} label={texts.edit(place)} onClick={() => setOpen('edit')} />
        <IconButton Icon={Trash2} label={texts.remove(place)} onClick={() => setOpen('removal')} />
      </div>
      {open === 'removal' && <Question {...texts.removal} onClose={() => setOpen(null)} onConfirm={confirm} />}
    </li>
  );
}

interface PlaythroughsProps {
  readonly game: Game;
  readonly entry: LibraryEntry;
  /** As stored on the server. */
  readonly playthroughs: readonly Playthrough[];
}

/** Returns the status to offer after a playthrough; null while it is in progress. */
function statusAfter({ completion }: PlaythroughFields): Status | null {
  if (isFinished(completion)) return 'completed';
  return completion === 'dropped' ? 'dropped' : null;
}

/** Playthroughs of a game, latest first. Finishing one offers a status change, which is never automatic. */
export function Playthroughs({ game, entry, playthroughs: stored }: PlaythroughsProps) {
  const edit = useQuickEdit();
  const { add } = usePlaythroughChanges(entry);
  const changes = useSelector(({ library }: WithLibrary) => selectPlaythroughChanges({ library }));
  const playthroughs = withUnsent(stored, changes, (one) => one.game.guid === game.guid);
  const [open, setOpen] = useState(false);
  const [offered, setOffered] = useState<Status | null>(null);
  const section = useFocusBack<HTMLElement>(open);
  const offer = offered !== null && offered !== entry.status ? statusLooks[offered].label : null;
  const onSaved = (words: PlaythroughFields) => setOffered(statusAfter(words));
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
              add(entry, words);
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
