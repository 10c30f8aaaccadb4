import { type ImportField, importFields, ratingScales } from '@nightshelf/contracts/import-rules.ts';
import type { Status } from '@nightshelf/contracts/library-entry.ts';
import { type FormEvent, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { Button } from '../../../components/ui/button.tsx';
import { MessageBox } from '../../../components/ui/message-box.tsx';
import { Panel } from '../../../components/ui/page.tsx';
import { SelectField } from '../../../components/ui/select-field.tsx';
import { messageOf } from '../../../lib/api-errors.ts';
import { guessMapping, guessScale, guessSource, type Mapping, rowsToSend } from '../file/guess-columns.ts';
import { statusOptions } from '../status-options.ts';
import { importsTexts } from '../texts.ts';
import { useSending } from '../use-sending.ts';
import type { ChosenFile } from './choose-file.tsx';

const texts = importsTexts.columns;

const scaleOptions = ratingScales.map((scale) => ({ value: String(scale), label: String(scale) }));
const fieldOptions = [
  { value: '', label: texts.leftOut },
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

interface ColumnsFormProps {
  readonly file: ChosenFile;
  readonly onOther: () => void;
}

/** Maps columns to fields, starting from a guess, then sends the rows for a preview. */
export function ColumnsForm({ file, onOther }: ColumnsFormProps) {
  const { name, table, parts } = file;
  const navigate = useNavigate();
  const source = guessSource(table.columns);
  const [mapping, setMapping] = useState<Mapping>(() => guessMapping(table.columns));
  const [chosenScale, setScale] = useState<(typeof ratingScales)[number] | null>(null);
  const [status, setStatus] = useState<Status>('collection');
  const { send, sent, error } = useSending((id) => navigate(`/import?id=${id}`));
  const scale = chosenScale ?? guessScale(table, mapping);
  const said = new Set(Object.values(mapping));
  const isNamed = source !== 'table' || said.has('title') || said.has('guid');

  const say = (column: string, field: string) =>
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
    <Panel title={texts.title(name)}>
      <form onSubmit={submit} className="grid gap-5">
        <p className="text-ink-2">
          {source === 'table' ? texts.hint : texts.known(importsTexts.sources[source])}{' '}
          <span className="text-ink-3">{texts.rows(table.rows.length, table.encoding)}</span>
        </p>
        {source === 'table' && (
          <div className="grid items-start gap-x-6 gap-y-4 sm:grid-cols-2 xl:grid-cols-3">
            {table.columns.map((column) => (
              <SelectField
                key={column}
                label={column}
                hint={
                  <span dir="auto" className="block truncate">
                    {texts.example(examplesOf(file, column))}
                  </span>
                }
                options={fieldOptions}
                value={mapping[column] ?? ''}
                onChange={({ target }) => say(column, target.value)}
              />
            ))}
          </div>
        )}
        {source !== 'nightshelf' && (
          <div className="grid gap-x-6 gap-y-4 border-t border-line pt-5 sm:grid-cols-2 xl:grid-cols-3">
            {source === 'table' && said.has('rating') && (
              <SelectField
                label={texts.scale}
                options={scaleOptions}
                value={String(scale)}
                onChange={({ target }) => setScale(Number(target.value) as typeof scale)}
              />
            )}
            <SelectField
              label={texts.status}
              options={statusOptions}
              value={status}
              onChange={({ target }) => setStatus(target.value as Status)}
            />
          </div>
        )}
        {!isNamed && <MessageBox>{texts.noTitle}</MessageBox>}
        {error !== undefined && <MessageBox>{messageOf(error, texts.failed)}</MessageBox>}
        <div className="flex flex-wrap items-center gap-3">
          <Button type="submit" look="primary" busy={sent !== null} disabled={!isNamed}>
            {texts.preview}
          </Button>
          <Button disabled={sent !== null} onClick={onOther}>
            {texts.other}
          </Button>
          <p role="status" className="text-sm text-ink-2 tabular-nums">
            {sent !== null && texts.sending(sent, table.rows.length)}
          </p>
        </div>
      </form>
    </Panel>
  );
}
