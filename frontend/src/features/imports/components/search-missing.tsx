import { Button } from '../../../components/ui/button.tsx';
import { MessageBox } from '../../../components/ui/message-box.tsx';
import { messageOf } from '../../../lib/api-errors.ts';
import { importsTexts } from '../texts.ts';
import { useSearching } from '../use-searching.ts';

const texts = importsTexts.search;

interface SearchMissingProps {
  readonly id: string;
  /** Rows without a game. */
  readonly missing: number;
}

/** Looks for all rows at once of which nobody knows the game. */
export function SearchMissing({ id, missing }: SearchMissingProps) {
  const { start, stop, progress, isRunning, error } = useSearching(id);
  if (missing === 0 && !progress) return null;
  return (
    <div className="mb-4 grid gap-3">
      <div className="flex flex-wrap items-center gap-3">
        {isRunning ? (
          <Button onClick={stop}>{texts.stop}</Button>
        ) : (
          missing > 0 && (
            <Button size="small" className="whitespace-normal!" onClick={() => void start()}>
              {texts.start(missing)}
            </Button>
          )
        )}
        <p role="status" className="text-sm text-ink-2 tabular-nums">
          {progress && (isRunning ? texts.searching : texts.searched)(progress.searched, progress.found)}
        </p>
      </div>
      {error !== undefined && <MessageBox>{messageOf(error, texts.failed)}</MessageBox>}
    </div>
  );
}
