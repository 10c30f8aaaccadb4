import type { ImportRow as Row } from '@nightshelf/contracts';
import { Link } from 'react-router-dom';
import { Button } from '../../../components/ui/button.tsx';
import { GameCover } from '../../../entities/game/game-cover.tsx';
import { cx } from '../../../lib/cx.ts';
import { inWords } from '../in-words.ts';
import { importsTexts } from '../texts.ts';

const texts = importsTexts.rows;

interface ImportRowProps {
  readonly row: Row;
  /** Left out where no row may be changed any more. */
  readonly onMatch?: (() => void) | undefined;
}

/** A row of the file: the game that it means, what it would change or has changed, and what could not be read of it. */
export function ImportRow({ row, onMatch }: ImportRowProps) {
  const { game, given, fate, is_done, changes, problems, undone, position } = row;
  const name = given.title ?? texts.nameless;
  const isOpen = !is_done || (fate !== 'added' && fate !== 'changed');
  const isUnsure = fate === 'unmatched' || fate === 'unreadable' || (row.match === 'likely' && !is_done);
  return (
    <li className="flex gap-x-4 gap-y-1 py-3 max-sm:flex-wrap">
      {game ? (
        <GameCover
          guid={game.guid}
          name={game.name}
          address={game.image_url}
          className="w-11! shrink-0 self-start rounded"
        />
      ) : (
        <span
          aria-hidden="true"
          className="aspect-3/4 w-11 shrink-0 self-start rounded border border-dashed border-edge"
        />
      )}
      <div className="min-w-0 flex-1">
        <p className="font-medium [overflow-wrap:anywhere]">
          <span className="mr-2 text-sm font-normal text-ink-3 tabular-nums">
            <span className="sr-only">{texts.row(position)}</span>
            <span aria-hidden="true">{position}</span>
          </span>
          <span dir="auto">{name}</span>
        </p>
        {game && (
          <p className="text-sm text-ink-2 [overflow-wrap:anywhere]">
            {texts.matches[row.match]}:{' '}
            <Link
              to={`/game/${encodeURIComponent(game.guid)}`}
              dir="auto"
              className="underline-offset-4 hover:underline"
            >
              {game.name}
              {game.year !== null && ` (${game.year})`}
            </Link>
            {row.by_others && <span className="block text-ink-3">{texts.byOthers}</span>}
          </p>
        )}
        {changes.length > 0 && (
          <ul className="mt-1 flex flex-wrap gap-x-4 text-sm">
            {changes.map(({ field, from, to }) => (
              <li key={field} dir="auto" className="[overflow-wrap:anywhere]">
                {importsTexts.fieldNames[field]}: <del className="text-ink-3 no-underline">{inWords(field, from)}</del>{' '}
                → <ins className="no-underline">{inWords(field, to)}</ins>
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
      <div className="flex max-w-48 shrink-0 flex-col items-end gap-1 text-right max-sm:w-full max-sm:max-w-none max-sm:flex-row max-sm:items-center max-sm:justify-between max-sm:pl-15 max-sm:text-left">
        <span className={cx('text-sm', isUnsure ? 'text-danger' : 'text-ink-2')}>
          {undone ? texts.undone[undone] : texts.fates[fate][is_done ? 1 : 0]}
        </span>
        {onMatch && isOpen && (
          <Button
            look="plain"
            size="small"
            aria-label={`${texts.change}: ${name}`}
            aria-haspopup="dialog"
            onClick={onMatch}
            className="-mr-3.5 max-sm:pl-1!"
          >
            {texts.change}
          </Button>
        )}
      </div>
    </li>
  );
}
