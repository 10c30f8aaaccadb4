import { type ImportField, importFields, importSources, ratingScales } from '@nightshelf/contracts/import-rules.ts';
import type { Status } from '@nightshelf/contracts/library-entry.ts';
import { type FormEvent, useState } from 'react';
import { Link } from 'react-router-dom';
import { Button } from '../../../components/ui/button.tsx';
import { MessageBox } from '../../../components/ui/message-box.tsx';
import { PageHeader, PageTitle, Panel } from '../../../components/ui/page.tsx';
import { Refusal } from '../../../components/ui/refusal.tsx';
import { SelectField } from '../../../components/ui/select-field.tsx';
import { Skeleton } from '../../../components/ui/skeleton.tsx';
import { statusOptions } from '../../../entities/status/statuses.ts';
import { formatMoment, plural } from '../../../lib/format.ts';
import { lazyPart } from '../../../lib/lazy-part.tsx';
import { importsApi } from '../api.ts';
import { guessMapping, guessScale, guessSource, type Mapping, rowsToSend } from '../file/guess-columns.ts';
import { importsTexts, importsTexts as texts } from '../texts.ts';
import { useSending } from '../use-sending.ts';
import type { ChosenFile } from './choose-file.tsx';
import { SteamForm, SteamSync } from './steam.tsx';

const formTexts = importsTexts.columns;

const scaleOptions = ratingScales.map((scale) => ({ value: String(scale), label: String(scale) }));
const fieldOptions = [
  { value: '', label: formTexts.leftOut },
  ...importFields.map((value) => ({ value, label: importsTexts.fields[value] })),
];

/** Returns sample cells of a column. */
const examplesOf = ({ table: { columns, rows } }: ChosenFile, column: string) => {
  const at = columns.indexOf(column);
  const cells = rows.map((row) => row[at]?.trim() ?? '').filter(Boolean);
  return [...new Set(cells.slice(0, 50))]
    .slice(0, 3)
    .map((cell) => (cell.length > 40 ? `${cell.slice(0, 39)}…` : cell));
};

/** Maps columns to fields, starting from a guess, then sends the rows for a preview. */
function ColumnsForm({ file, onOther }: { readonly file: ChosenFile; readonly onOther: () => void }) {
  const { name, table, parts } = file;
  const source = guessSource(table.columns);
  const [mapping, setMapping] = useState<Mapping>(() => guessMapping(table.columns));
  const [chosenScale, setScale] = useState<(typeof ratingScales)[number] | null>(null);
  const [status, setStatus] = useState<Status>('collection');
  const { send, sent, error } = useSending();
  const scale = chosenScale ?? guessScale(table, mapping);
  const mapped = new Set(Object.values(mapping));
  const isNamed = source !== 'table' || mapped.has('title') || mapped.has('guid');

  const assign = (column: string, field: string) =>
    setMapping((before) => {
      // Only one column can supply a field.
      const others = Object.entries(before).filter(([other, its]) => other !== column && its !== field);
      return Object.fromEntries(field ? [...others, [column, field as ImportField]] : others);
    });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isNamed) return;
    void send({ name, source, rows: rowsToSend(table, source, mapping), options: { rating_of: scale, status }, parts });
  };
  return (
    <Panel title={formTexts.title(name)}>
      <form onSubmit={submit} className="grid gap-5">
        <p className="text-ink-2">
          {source === 'table' ? formTexts.hint : formTexts.known(importsTexts.sources[source][0])}{' '}
          <span className="text-ink-3">{formTexts.rows(table.rows.length, table.encoding)}</span>
        </p>
        {source === 'table' && (
          <div className="grid items-start gap-x-6 gap-y-4 sm:grid-cols-2 xl:grid-cols-3">
            {table.columns.map((column) => (
              <SelectField
                key={column}
                label={column}
                hint={
                  <span dir="auto" className="block truncate">
                    {formTexts.example(examplesOf(file, column))}
                  </span>
                }
                options={fieldOptions}
                value={mapping[column] ?? ''}
                onChoose={(field) => assign(column, field)}
              />
            ))}
          </div>
        )}
        {source !== 'nightshelf' && (
          <div className="grid gap-x-6 gap-y-4 border-t border-line pt-5 sm:grid-cols-2 xl:grid-cols-3">
            {source === 'table' && mapped.has('rating') && (
              <SelectField
                label={formTexts.scale}
                options={scaleOptions}
                value={String(scale)}
                onChoose={(value) => setScale(Number(value) as typeof scale)}
              />
            )}
            <SelectField label={formTexts.status} options={statusOptions} value={status} onChoose={setStatus} />
          </div>
        )}
        {!isNamed && <MessageBox>{formTexts.noTitle}</MessageBox>}
        <Refusal error={error} fallback={formTexts.failed} className="" />
        <div className="flex flex-wrap items-center gap-3">
          <Button type="submit" look="primary" busy={sent !== null} disabled={!isNamed}>
            {formTexts.preview}
          </Button>
          <Button disabled={sent !== null} onClick={onOther}>
            {formTexts.other}
          </Button>
          <p role="status" className="text-sm text-ink-2 tabular-nums">
            {sent !== null && formTexts.sending(sent, table.rows.length)}
          </p>
        </div>
      </form>
    </Panel>
  );
}

const known = importSources
  .flatMap((source) => (source === 'table' ? [] : [texts.sources[source]]))
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
const ChooseFile = lazyPart(() => import('./choose-file.tsx'), 'ChooseFile', <Skeleton className="h-57 rounded-2xl" />);

/** Starts an import: a file, its columns, and recent imports. */
export function NewImport() {
  const [file, setFile] = useState<ChosenFile | null>(null);
  const { data } = importsApi.useImportsQuery();
  const imports = data?.imports ?? [];
  return (
    <>
      <PageTitle title={texts.title} />
      <PageHeader title={texts.title} description={texts.description} />
      {file ? (
        <ColumnsForm file={file} onOther={() => setFile(null)} />
      ) : (
        <>
          <ChooseFile onRead={setFile} />
          <SteamForm />
          <SteamSync />
          <WhereFrom />
        </>
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
