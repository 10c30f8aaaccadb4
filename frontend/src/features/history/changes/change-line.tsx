import type { VaultAction } from '@nightshelf/contracts/entry-history.ts';
import type { LibraryEntry } from '@nightshelf/contracts/library-entry.ts';
import { useEffect, useRef } from 'react';
import { useSelector } from 'react-redux';
import { Link } from 'react-router-dom';
import { Button, ButtonLink } from '../../../components/ui/button.tsx';
import { readableValue } from '../../../entities/conflict/readable-value.ts';
import { conflictTexts } from '../../../entities/conflict/texts.ts';
import { GameCover } from '../../../entities/game/game-cover.tsx';
import { historyTexts } from '../../../entities/history/texts.ts';
import { selectLibrary } from '../../../entities/library/selectors.ts';
import { formatMoment } from '../../../lib/format.ts';
import { inWords, saysStatus, verbOf } from './in-words.ts';
import { changesTexts as texts } from './texts.ts';

interface ChangeLineProps {
  readonly action: VaultAction;
  readonly busy: boolean;
  readonly onUndo: () => void;
}

/** One action on the vault, with its undo. */
export function ChangeLine({ action, busy, onUndo }: ChangeLineProps) {
  const { at, by, games, first } = action;
  const [one] = first;
  const verb = verbOf(action);
  return (
    <li className="flex items-start gap-3 py-3 sm:gap-4">
      {one && (
        <div className="w-10 shrink-0">
          <GameCover guid={one.guid} name={one.name} address={one.image_url} />
        </div>
      )}
      <div className="min-w-0 flex-1">
        <p className="font-medium [overflow-wrap:anywhere]">
          {games === 1 && one && verb ? (
            <>
              {verb}{' '}
              <Link to={`/game/${encodeURIComponent(one.guid)}`} dir="auto" className="hover:text-accent">
                {one.name}
              </Link>
            </>
          ) : (
            inWords(action)
          )}
        </p>
        {games > 1 && (
          <p className="line-clamp-2 text-sm text-ink-2" dir="auto">
            {texts.names(
              first.map(({ name }) => name),
              games - first.length,
            )}
          </p>
        )}
        {!saysStatus(action) && <Changes action={action} />}
        <p className="mt-0.5 flex flex-wrap gap-x-2 text-sm text-ink-3">
          {by && <span>{historyTexts.by(by)}</span>}
          <time dateTime={at} className="whitespace-nowrap tabular-nums">
            {formatMoment(at)}
          </time>
        </p>
      </div>
      <WayBack action={action} busy={busy} onUndo={onUndo} />
    </li>
  );
}

/** Lists the changes; for several games, only those that all have in common. */
function Changes({ action: { changes, first, changed } }: { readonly action: VaultAction }) {
  const { entries } = useSelector(selectLibrary);
  const [one] = first;
  if (changed === 0 || changes.length === 0 || !one) return null;
  // Of a removed game, only the name is known here.
  const entry = entries[one.guid] ?? ({ game: { platforms: [] }, platform: null } as unknown as LibraryEntry);
  return (
    <dl className="mt-0.5 grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 text-sm">
      {changes.map(({ field, from, to }) => (
        <div key={field} className="contents">
          <dt className="text-ink-2">{conflictTexts.fields[field]}</dt>
          <dd className="[overflow-wrap:anywhere]" dir="auto">
            {from !== undefined && (
              <>
                <del className="text-ink-3 no-underline">{readableValue(entry, field, from as never)}</del>
                <span aria-hidden="true"> → </span>
              </>
            )}
            {to !== undefined && <ins className="no-underline">{readableValue(entry, field, to as never)}</ins>}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function WayBack({ action, busy, onUndo }: ChangeLineProps) {
  const { undo, by } = action;
  const done = useRef<HTMLParagraphElement>(null);
  const before = useRef(undo);
  // The pressed button is gone, so keyboard focus moves here.
  useEffect(() => {
    if (before.current === 'possible' && undo === 'done' && document.activeElement === document.body) {
      done.current?.focus();
    }
    before.current = undo;
  }, [undo]);
  if (undo === 'done') {
    return (
      <p ref={done} tabIndex={-1} className="shrink-0 pt-0.5 text-sm text-ink-3">
        {texts.undone}
      </p>
    );
  }
  if (undo === 'possible') {
    return (
      <Button
        size="small"
        disabled={busy}
        aria-label={texts.undoOf(inWords(action))}
        onClick={onUndo}
        className="shrink-0"
      >
        {texts.undo}
      </Button>
    );
  }
  return (
    <ButtonLink
      look="plain"
      size="small"
      to={by?.kind === 'session' ? '/journal' : `/import?id=${by?.id}`}
      className="shrink-0"
    >
      {by?.kind === 'session' ? texts.toJournal : texts.toImport}
    </ButtonLink>
  );
}
