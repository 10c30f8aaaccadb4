import { importSources } from '@nightshelf/contracts/import-rules.ts';
import { Suspense, useState } from 'react';
import { Link } from 'react-router-dom';
import { PageHeader, PageTitle, Panel } from '../../../components/ui/page.tsx';
import { Spinner } from '../../../components/ui/spinner.tsx';
import { formatMoment, plural } from '../../../lib/format.ts';
import { lazyPart } from '../../../lib/lazy-part.tsx';
import { useImportsQuery } from '../api.ts';
import { importsTexts as texts } from '../texts.ts';
import type { ChosenFile } from './choose-file.tsx';
import { ColumnsForm } from './columns-form.tsx';
import { SteamForm } from './steam-form.tsx';
import { SteamSync } from './steam-sync.tsx';

const known = importSources
  .flatMap((source) => (source === 'table' ? [] : [[texts.sources[source], texts.whereFrom[source]] as const]))
  .toSorted(([one], [other]) => one.localeCompare(other));

/** How to export from each supported service. */
function WhereFrom() {
  return (
    <details className="mt-6 rounded-2xl border border-line px-5 open:pb-4">
      <summary className="min-h-11 cursor-pointer py-2.5 font-medium">{texts.where}</summary>
      <dl className="grid gap-x-6 gap-y-3 sm:grid-cols-[auto_1fr]">
        {[...known, texts.anyTable].map(([name, where]) => (
          <div key={name} className="grid gap-x-6 sm:col-span-2 sm:grid-cols-subgrid">
            <dt className="font-medium">{name}</dt>
            <dd className="text-ink-2">{where}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

/** Loaded on demand together with the table parser. */
const ChooseFile = lazyPart(() => import('./choose-file.tsx').then(({ ChooseFile }) => ({ default: ChooseFile })));

/** Starts an import: a file, its columns, and recent imports. */
export function NewImport() {
  const [file, setFile] = useState<ChosenFile | null>(null);
  const { data } = useImportsQuery();
  const imports = data?.imports ?? [];
  return (
    <>
      <PageTitle title={texts.title} />
      <PageHeader title={texts.title} description={texts.description} />
      {file ? (
        <ColumnsForm file={file} onOther={() => setFile(null)} />
      ) : (
        <Suspense fallback={<Spinner />}>
          <ChooseFile onRead={setFile} />
          <SteamForm />
          <SteamSync />
          <WhereFrom />
        </Suspense>
      )}
      {imports.length > 0 && (
        <Panel title={texts.earlier} className="mt-8">
          <ul className="-mx-2 grid">
            {imports.map(({ id, name, status, begun_at, rows }) => (
              <li key={id}>
                <Link
                  to={`/import?id=${id}`}
                  className="flex min-h-11 flex-wrap items-baseline gap-x-4 gap-y-0.5 rounded-lg px-2 py-2 hover:bg-surface-2"
                >
                  <span
                    className="w-full font-medium [overflow-wrap:anywhere] sm:w-auto sm:min-w-0 sm:flex-1"
                    dir="auto"
                  >
                    {name}
                  </span>
                  <span className="text-sm text-ink-2">{texts.statuses[status]}</span>
                  <span className="text-sm text-ink-3 tabular-nums">
                    {plural(rows, 'row')}, {formatMoment(begun_at)}
                  </span>
                </Link>
              </li>
            ))}
          </ul>
        </Panel>
      )}
    </>
  );
}
