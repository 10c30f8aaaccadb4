import type { CallInput } from '@nightshelf/contracts/call.ts';
import * as importCalls from '@nightshelf/contracts/calls/imports.ts';
import { type ApiClient, until } from '@nightshelf/testing';

type NewImport = CallInput<typeof importCalls.beginImport>['body'];
type Parts = CallInput<typeof importCalls.sendImportParts>['body']['parts'];
type Cells = Readonly<Record<string, string>>;

interface Given extends Partial<NewImport> {
  readonly parts?: Parts;
}

/** Sends an import with its parts and rows. @returns its id */
export async function sendImport(client: ApiClient, rows: readonly Cells[], given: Given = {}): Promise<string> {
  const { parts = [], ...body } = { name: 'games.csv', source: 'table' as const, rows: rows.length, ...given };
  const { id } = (await client.call(importCalls.beginImport, { body })).import;
  const params = { id };
  if (parts.length > 0) await client.call(importCalls.sendImportParts, { params, body: { from: 1, parts } });
  for (let from = 1; from <= rows.length; from += 250) {
    await client.call(importCalls.sendImportRows, { params, body: { from, rows: rows.slice(from - 1, from + 249) } });
  }
  return id;
}

export const importOf = async (client: ApiClient, id: string) =>
  (await client.call(importCalls.getImport, { params: { id } })).import;

export const matched = (client: ApiClient, id: string, deadlineMs = 60_000) =>
  until('all rows are matched', async () => (await importOf(client, id)).matching === null, deadlineMs);

/** Sends an import and waits until its rows are matched. */
export async function sendMatched(...given: Parameters<typeof sendImport>): Promise<string> {
  const id = await sendImport(...given);
  await matched(given[0], id);
  return id;
}

export const stepImport = (client: ApiClient, id: string, step: 'start' | 'pause' | 'cancel' | 'undo') =>
  client.call(importCalls.stepImport, { params: { id }, body: { step } });

/** Starts or undoes an import and waits for its end. */
export async function runImport(client: ApiClient, id: string, step: 'start' | 'undo' = 'start') {
  await stepImport(client, id, step);
  return until('it is over', async () => {
    const now = await importOf(client, id);
    return now.status === (step === 'start' ? 'done' : 'undone') ? now : undefined;
  });
}
