import type { ImportRow } from '@nightshelf/contracts/imports.ts';
import { Button } from '../../../components/ui/button.tsx';
import { Dialog } from '../../../components/ui/dialog.tsx';
import { Refusal } from '../../../components/ui/refusal.tsx';
import { GameChoice } from '../../../entities/game-choice/game-choice.tsx';
import { useWhileHere } from '../../../lib/use-while-here.ts';
import { importsApi } from '../api.ts';
import { importsTexts } from '../texts.ts';

const texts = importsTexts.match;

interface MatchDialogProps {
  readonly id: string;
  readonly row: ImportRow;
  readonly onClose: () => void;
}

/** Selects the game of a row: a likely match, a search result, an own game, or none. */
export function MatchDialog({ id, row, onClose }: MatchDialogProps) {
  const { position, given, game, alternatives } = row;
  const [match, { isLoading, error }] = importsApi.useMatchRowMutation();
  const whileHere = useWhileHere();

  const choose = async (body: Parameters<typeof match>[0]['body']) => {
    const matched = await match({ params: { id, position }, body });
    if (!matched.error) whileHere(onClose);
  };
  return (
    <Dialog title={texts.title(given.title ?? importsTexts.rows.nameless)} onClose={onClose}>
      <Refusal error={error} fallback={texts.failed} />
      <GameChoice
        name={given.title ?? ''}
        likely={[...(game ? [game] : []), ...alternatives]}
        disabled={isLoading}
        onChoose={({ guid }) => void choose({ guid })}
      />
      <div className="mt-4 flex flex-wrap justify-end gap-2 border-t border-line pt-4">
        <Button size="small" look="plain" disabled={isLoading} onClick={() => void choose({ guid: null })}>
          {texts.leaveOut}
        </Button>
        {given.title !== null && (
          <Button size="small" disabled={isLoading} onClick={() => void choose({ own: true })}>
            {texts.own}
          </Button>
        )}
      </div>
    </Dialog>
  );
}
