import type { ExportFormat } from '@nightshelf/contracts/export-formats.ts';
import { Download, Upload } from 'lucide-react';
import { ButtonLink } from '../../../components/ui/button.tsx';
import { Panel } from '../../../components/ui/page.tsx';

const texts = {
  title: 'Export my games',
  hint: 'CSV opens in a spreadsheet and can be imported again. JSON also includes playthroughs, sessions and lists.',
  table: 'Export as CSV',
  whole: 'Export as JSON',
  forOthers: 'As a file for:',
  others: { yamtrack: 'Yamtrack', grouvee: 'Grouvee', igdb: 'a list at IGDB' },
  bring: 'Import a collection',
};

const files = [
  ['/api/games/library/export.csv', texts.table],
  ['/api/games/library/export.json', texts.whole],
] as const;

const others: readonly ExportFormat[] = ['yamtrack', 'grouvee', 'igdb'];

/** Downloads the vault as a file, which the browser saves while it streams. */
export function Collection() {
  return (
    <Panel title={texts.title}>
      <p className="text-ink-2">{texts.hint}</p>
      <div className="mt-4 flex flex-wrap gap-3">
        {files.map(([address, label]) => (
          <ButtonLink key={address} to={address} reloadDocument download>
            <Download aria-hidden="true" className="size-5 shrink-0" />
            {label}
          </ButtonLink>
        ))}
        <ButtonLink to="/import">
          <Upload aria-hidden="true" className="size-5 shrink-0" />
          {texts.bring}
        </ButtonLink>
      </div>
      <p className="mt-4 text-sm text-ink-2">
        {texts.forOthers}
        {others.map((format) => (
          <a
            key={format}
            href={`/api/games/library/export/${format}`}
            download
            className="ml-3 inline-flex min-h-11 items-center text-accent hover:underline"
          >
            {texts.others[format]}
          </a>
        ))}
      </p>
    </Panel>
  );
}
