import type { GamePlatform } from '@nightshelf/contracts/games.ts';
import type { LibraryEntry } from '@nightshelf/contracts/library-entry.ts';
import { isFinished } from '@nightshelf/contracts/play-rules.ts';
import type { Playthrough } from '@nightshelf/contracts/playthroughs.ts';
import { Pencil, Trash2, Trophy } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { Question } from '../../../components/ui/question.tsx';
import type { PlaythroughWords } from '../../../entities/library/sync/change.ts';
import { formatShortDay } from '../../../entities/plays/days.ts';
import { PlaythroughForm } from '../../../entities/plays/playthrough-form.tsx';
import { completionNames, playthroughTexts } from '../../../entities/plays/texts.ts';
import type { ShownPlaythrough } from '../../../entities/plays/unsent.ts';
import { UnsentMark } from '../../../entities/plays/unsent-mark.tsx';
import { usePlaythroughChanges } from '../../../entities/plays/use-play-changes.ts';
import { formatOneDecimal } from '../../../lib/format.ts';
import { useFocusBack } from '../../../lib/use-focus-back.ts';
import { playsTexts as texts } from './texts.ts';

interface PlaythroughLineProps {
  readonly entry: LibraryEntry;
  readonly playthrough: ShownPlaythrough;
  /** Position in order of creation, from 1. */
  readonly place: number;
  readonly platforms: readonly GamePlatform[];
  readonly onSaved: (words: PlaythroughWords) => void;
}

/** Returns the date range as text, with both dates or the known one. */
function spanOf({ started_on: from, ended_on: to }: Playthrough): string | null {
  if (from && to) return `${formatShortDay(from)} – ${formatShortDay(to)}`;
  if (from) return texts.from(formatShortDay(from));
  return to && texts.until(formatShortDay(to));
}

export function PlaythroughLine({ entry, playthrough, place, platforms, onSaved }: PlaythroughLineProps) {
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
        <Button look="plain" size="icon" aria-label={texts.edit(place)} onClick={() => setOpen('edit')}>
          <Pencil aria-hidden="true" className="size-4.5" />
        </Button>
        <Button look="plain" size="icon" aria-label={texts.remove(place)} onClick={() => setOpen('removal')}>
          <Trash2 aria-hidden="true" className="size-4.5" />
        </Button>
      </div>
      {open === 'removal' && <Question {...texts.removal} onClose={() => setOpen(null)} onConfirm={confirm} />}
    </li>
  );
}
