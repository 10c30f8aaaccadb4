import type { ImportPart } from '@nightshelf/contracts/import-parts.ts';
import { FileUp } from 'lucide-react';
import { type DragEvent, useId, useState } from 'react';
import { MessageBox } from '../../../components/ui/message-box.tsx';
import { cx } from '../../../lib/cx.ts';
import { type Fault, mostBytes, readTable, type Table } from '../file/read-table.ts';
import { importsTexts as texts } from '../texts.ts';

export interface ChosenFile {
  readonly name: string;
  readonly table: Table;
  /** Data that accompanies the games. */
  readonly parts: readonly ImportPart[];
}

/** File picker and drop target. The browser parses the file; the raw file is never uploaded. */
export function ChooseFile({ onRead }: { readonly onRead: (file: ChosenFile) => void }) {
  const id = useId();
  const [fault, setFault] = useState<Fault | null>(null);
  const [isReading, setReading] = useState(false);
  const [isOver, setOver] = useState(false);

  const read = async (file: File | undefined) => {
    if (!file) return;
    setFault(null);
    if (file.size > mostBytes) {
      setFault('too_large');
      return;
    }
    setReading(true);
    // The file is gone or is a folder; both count as empty.
    const bytes = await file.arrayBuffer().catch(() => new ArrayBuffer(0));
    const result = readTable(new Uint8Array(bytes));
    setReading(false);
    if ('fault' in result) setFault(result.fault);
    else onRead({ name: file.name, table: result.table, parts: result.parts ?? [] });
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    void read(event.dataTransfer.files[0]);
  };
  return (
    <div>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: keyboard users choose the file with the control inside */}
      <div
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
        className={cx(
          'flex flex-col items-center gap-3 rounded-2xl border-2 border-dashed border-edge px-6 py-12 text-center',
          isOver && 'border-accent bg-surface-2',
        )}
      >
        <FileUp aria-hidden="true" className="size-9 text-ink-3" />
        <label
          htmlFor={id}
          className="relative inline-flex min-h-11 cursor-pointer items-center rounded-lg bg-accent px-4.5 font-medium text-accent-ink hover:bg-accent-strong has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent"
        >
          {texts.choose}
          <input
            id={id}
            type="file"
            accept=".csv,.tsv,.txt,.json,text/csv,text/plain,text/tab-separated-values,application/json"
            onChange={({ target }) => {
              void read(target.files?.[0]);
              // Allows the same file to be chosen again after it was fixed.
              target.value = '';
            }}
            className="absolute inset-0 size-full cursor-pointer opacity-0"
          />
        </label>
        <p className="text-sm text-ink-2">{texts.drop}</p>
        <p role="status" className="text-sm text-ink-2 empty:hidden">
          {isReading && texts.reading}
        </p>
      </div>
      {fault && <MessageBox className="mt-4">{texts.faults[fault]}</MessageBox>}
    </div>
  );
}
