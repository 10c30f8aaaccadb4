import { BookOpen } from 'lucide-react';
import { useSelector } from 'react-redux';
import { ButtonLink } from '../../../components/ui/button.tsx';
import { usePlayFiguresQuery } from '../../../entities/plays/api.ts';
import { selectIsOffline } from '../../../entities/session/selectors.ts';
import { profileTexts } from '../texts.ts';

const texts = profileTexts.statistics;

/** Number of finished games and playthroughs, with a link to the journal. */
export function FinishedLine() {
  const isOffline = useSelector(selectIsOffline);
  const { data } = usePlayFiguresQuery(undefined, { skip: isOffline });
  return (
    <div className="mt-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
      <p className="min-h-6 text-ink-2">
        {data && texts.finished(data.figures.games_finished, data.figures.playthroughs_finished)}
      </p>
      <ButtonLink look="plain" size="small" to="/journal" className="-ml-3.5 sm:ml-0">
        <BookOpen aria-hidden="true" className="size-4" />
        {texts.journal}
      </ButtonLink>
    </div>
  );
}
