import type { ImportPart } from '@nightshelf/contracts/import-parts.ts';
import { type ImportSource, importRules } from '@nightshelf/contracts/import-rules.ts';
import type { ImportOptions } from '@nightshelf/contracts/imports.ts';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useIsHere } from '../../lib/use-while-here.ts';
import { importsApi } from './api.ts';
import { inParts } from './file/guess-columns.ts';

interface Sent {
  readonly name: string;
  readonly source: ImportSource;
  readonly rows: readonly Record<string, string>[];
  readonly options: ImportOptions;
  readonly parts: readonly ImportPart[];
}

/** Well below the gateway's limit for a request body. */
const partBytes = 600_000;

/** Sends the rows of a file in parts, then opens the import; leaving the page aborts it. */
export function useSending() {
  const navigate = useNavigate();
  const [begin] = importsApi.useBeginImportMutation();
  const [sendParts] = importsApi.useSendPartsMutation();
  const [sendRows] = importsApi.useSendRowsMutation();
  const [sent, setSent] = useState<number | null>(null);
  const [error, setError] = useState<unknown>();
  const isHere = useIsHere();

  const send = async ({ name, source, rows, options, parts }: Sent) => {
    setError(undefined);
    setSent(0);
    try {
      const body = { name: name.slice(0, importRules.name), source, rows: rows.length, options };
      const { import: begun } = await begin({ body }).unwrap();
      const params = { id: begun.id };
      // Parts go before the rows, because the last rows complete the import.
      for (const { from, rows: some } of inParts(parts, { rows: importRules.rowsAtOnce, bytes: partBytes })) {
        if (!isHere.current) return;
        await sendParts({ params, body: { from, parts: some } }).unwrap();
      }
      for (const part of inParts(rows, { rows: importRules.rowsAtOnce, bytes: partBytes })) {
        if (!isHere.current) return;
        await sendRows({ params, body: part }).unwrap();
        setSent(part.from - 1 + part.rows.length);
      }
      if (isHere.current) navigate(`/import?id=${begun.id}`);
    } catch (fault) {
      setError(fault);
      setSent(null);
    }
  };
  return { send, sent, error };
}
