import type { LibraryStatistics } from '@nightshelf/contracts/statistics.ts';
import { Figures } from '../../../components/ui/figures.tsx';
import { Panel } from '../../../components/ui/page.tsx';
import { StatusMeter } from '../../../entities/status/status-meter.tsx';
import { formatCount, formatOneDecimal } from '../../../lib/format.ts';
import { userTexts } from '../texts.ts';

const texts = userTexts.statistics;

export function UserStatistics({ stats }: { readonly stats: LibraryStatistics }) {
  const { average_rating: average, currently_playing: playing } = stats;
  return (
    <Panel title={texts.heading} className="mb-10">
      <div className="grid gap-6 lg:grid-cols-2 lg:items-center lg:gap-10">
        <Figures
          className="grid-cols-2 sm:grid-cols-4 lg:grid-cols-2 xl:grid-cols-4"
          figures={[
            { label: texts.total, value: formatCount(stats.total_games) },
            { label: texts.shared, value: formatCount(stats.shared_games) },
            { label: texts.averageRating, value: average === null ? texts.noRating : formatOneDecimal(average) },
            { label: texts.hours, value: formatOneDecimal(stats.total_hours) },
          ]}
        />
        <StatusMeter
          label={texts.statuses}
          counts={{ ...stats, playing }}
          names={{ playing: texts.currentlyPlaying }}
        />
      </div>
    </Panel>
  );
}
