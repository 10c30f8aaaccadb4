import type { ImportRow as Row } from '@nightshelf/contracts/imports.ts';
import { Link } from 'react-router-dom';
import { Button } from '../../../components/ui/button.tsx';
import { GameCover } from '../../../entities/game/game-cover.tsx';
import { cx } from '../../../lib/cx.ts';
import { inWords } from '../in-words.ts';
import { importsTexts } from '../texts.ts';
import { StoredEntry } from './stored-entry.tsx';

const texts = importsTexts.rows;

interface ImportRowProps {
  readonly row: Row;
  /** Absent when rows can no longer be changed. */
  readonly onMatch?: (() => void) | undefined;
  readonly onLeaveOut?: (() => void) | undefined;
}

/** A row of the file: its game, vault entry, changes and unreadable cells. */
export function ImportRow({ row, onMatch, onLeaveOut }: ImportRowProps) {
  const { game, given, fate, is_done, changes, problems, stores, undone } = row;
  const givenName = given.title ?? texts.nameless;
  const isOpen = fate !== 'matching' && (!is_done || (fate !== 'added' && fate !== 'changed'));
  const isMissing = fate === 'unmatched' || fate === 'unreadable';
  const isUnsure = isMissing || (row.match === 'likely' && !is_done);
  return (
    <li className="flex gap-x-4 gap-y-2 py-4 max-sm:flex-wrap">
      {game ? (
        <GameCover
          guid={game.guid}
          name={game.name}
          address={game.image_url}
          className="w-12! shrink-0 self-start rounded-md"
        />
      ) : (
        <span
          aria-hidden="true"
          className={cx(
            'aspect-3/4 w-12 shrink-0 self-start rounded-md border border-dashed border-edge',
            fate === 'matching' && 'animate-pulse bg-surface-2',
          )}
        />
      )}
      <div className="min-w-0 flex-1">
        <p className="leading-snug font-medium [overflow-wrap:anywhere]" dir="auto">
          {game ? (
            <Link to={`/game/${encodeURIComponent(game.guid)}`} className="underline-offset-4 hover:underline">
              {game.name}
              {game.year !== null && <span className="font-normal text-ink-2"> ({game.year})</span>}
            </Link>
          ) : (
            givenName
          )}
        </p>
        <Origin row={row} />
        {stores && <StoredEntry stores={stores} />}
        {changes.length > 0 && (
          <ul className="mt-1.5 flex flex-wrap gap-x-4 gap-y-0.5 text-sm">
            {changes.map(({ field, from, to }) => (
              <li key={field} dir="auto" className="[overflow-wrap:anywhere]">
                {importsTexts.fieldNames[field]}: <del className="text-ink-3 no-underline">{inWords(field, from)}</del>{' '}
                → <ins className="font-medium no-underline">{inWords(field, to)}</ins>
              </li>
            ))}
          </ul>
        )}
        {problems.map((problem) => (
          <p key={problem} dir="auto" className="mt-1 text-sm text-ink-2 [overflow-wrap:anywhere]">
            {problem}
          </p>
        ))}
      </div>
      <div className="flex shrink-0 flex-col items-end text-right max-sm:w-full max-sm:flex-row max-sm:items-center max-sm:justify-between">
        <span className={cx('max-w-40 text-sm', isMissing ? 'text-danger' : 'text-ink-2')}>
          {undone ? texts.undone[undone] : texts.fates[fate][is_done ? 1 : 0]}
        </span>
        {onMatch && isOpen && (
          <span className="-mr-3.5 flex max-sm:-mr-2">
            {isUnsure && onLeaveOut && (
              <Button
                look="plain"
                size="small"
                aria-label={`${texts.leaveOut}: ${givenName}`}
                onClick={onLeaveOut}
                className="max-sm:px-2.5!"
              >
                {texts.leaveOut}
              </Button>
            )}
            <Button
              look="plain"
              size="small"
              aria-label={`${game ? texts.change : texts.choose} ${givenName}`}
              aria-haspopup="dialog"
              onClick={onMatch}
              className="text-accent! max-sm:px-2.5!"
            >
              {game ? texts.change : texts.choose}
            </Button>
          </span>
        )}
      </div>
    </li>
  );
}

/** Position in the file, its own name if the game's differs, and how the game was found. */
function Origin({ row: { game, given, match, position, is_done } }: Pick<ImportRowProps, 'row'>) {
  const other = game !== null && given.title !== game.name ? given.title : null;
  const found = match === 'likely' && is_done ? null : texts.matches[match];
  const words = [
    texts.row(position),
    ...(other === null ? [] : [texts.inFile(other)]),
    ...(game && found ? [found] : []),
  ];
  return (
    <p className="text-sm text-ink-3 tabular-nums [overflow-wrap:anywhere]" dir="auto">
      {words.join(' · ')}
    </p>
  );
}
