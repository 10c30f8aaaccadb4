import type { Game, LibraryEntry } from '@nightshelf/contracts';
import { Button } from '../../../components/ui/button.tsx';
import { MessageBox } from '../../../components/ui/message-box.tsx';
import { usePlaythroughsQuery } from '../../../entities/plays/api.ts';
import { messageOf } from '../../../lib/api-errors.ts';
import { Playthroughs } from './playthroughs.tsx';
import { Sessions } from './sessions.tsx';
import { playsTexts as texts } from './texts.ts';

/** How a game of the vault was played. */
export function PlaysPanel({ game, entry }: { readonly game: Game; readonly entry: LibraryEntry }) {
  const { currentData, error, isFetching, refetch } = usePlaythroughsQuery(entry.id);
  if (!currentData) {
    if (!error || isFetching) return <p className="text-sm text-ink-2">{texts.loading}</p>;
    return (
      <MessageBox>
        <p>{messageOf(error, texts.failed)}</p>
        <Button size="small" onClick={() => refetch()} className="mt-2">
          {texts.retry}
        </Button>
      </MessageBox>
    );
  }
  const { playthroughs } = currentData;
  return (
    <>
      <Sessions entry={entry} playthroughs={playthroughs} />
      <Playthroughs game={game} entry={entry} playthroughs={playthroughs} />
    </>
  );
}
