import type { CallRequest } from '@nightshelf/contracts/call.ts';
import type * as importCalls from '@nightshelf/contracts/calls/imports.ts';
import type { MergeRule } from '@nightshelf/contracts/import-rules.ts';
import type { ImportStatus, VaultImport } from '@nightshelf/contracts/imports.ts';
import type { EntityManager } from '@nightshelf/platform/database/database.ts';
import type { Change } from '@nightshelf/platform/idempotency/intended-work.ts';
import { holdImport, notNow, ownImport, tellImport } from './vault-imports.ts';

type Step = CallRequest<typeof importCalls.stepImport>['body']['step'];

interface Way {
  readonly from: readonly ImportStatus[];
  readonly to: ImportStatus;
  readonly refusal: string;
}

const ways: Readonly<Record<Step, Way>> = {
  start: { from: ['ready', 'paused', 'done'], to: 'running', refusal: 'This import cannot be started.' },
  pause: { from: ['running'], to: 'paused', refusal: 'This import is not running.' },
  cancel: {
    from: ['receiving', 'ready', 'running', 'paused'],
    to: 'cancelled',
    refusal: 'This import is already finished.',
  },
  undo: { from: ['done', 'cancelled', 'paused'], to: 'undoing', refusal: 'There is nothing to undo.' },
};

/**
 * Moves an import to its next status; repeating a step does nothing.
 * @throws CodedError 404 for an import that is not the user's, 409 when the status does not allow the step
 */
export function stepImport(work: Change, userId: string, id: string, step: Step): Promise<VaultImport> {
  return work.transaction(async ({ em, tell }) => {
    const held = await holdImport(em, userId, id);
    const { from, to, refusal } = ways[step];
    if (held.status === to) return held;
    if (!from.includes(held.status)) throw notNow(refusal);
    if (held.status === 'done' && step === 'start' && !(await isAnyWaiting(em, id))) throw notNow(refusal);
    const done = step === 'undo' ? 0 : held.done;
    const isOver = to === 'cancelled';
    await em.execute(
      `update imports set status = ?, done = ?, touched_at = clock_timestamp(),
         ended_at = case when ?::boolean then clock_timestamp() end where id = ?`,
      [to, done, isOver, id],
    );
    tellImport({ tell }, userId, id);
    return ownImport(em, userId, id);
  });
}

const isAnyWaiting = async (em: EntityManager, id: string) =>
  (await em.execute<object[]>('select 1 from import_rows where import_id = ? and fate is null limit 1', [id])).length >
  0;

/** @throws CodedError 404 for an import that is not the user's, 409 when its status forbids it */
export function chooseRule(work: Change, userId: string, id: string, rule: MergeRule): Promise<VaultImport> {
  return work.transaction(async ({ em, tell }) => {
    const { status } = await holdImport(em, userId, id);
    if (!['receiving', 'ready', 'paused', 'done'].includes(status))
      throw notNow('The rule cannot be changed in this state of the import.');
    await em.execute('update imports set rule = ? where id = ?', [rule, id]);
    tellImport({ tell }, userId, id);
    return ownImport(em, userId, id);
  });
}

/** @throws CodedError 404 for an import that is not the user's, 409 while it runs */
export function removeImport(work: Change, userId: string, id: string): Promise<null> {
  return work.transaction(async ({ em, tell }) => {
    const { status } = await holdImport(em, userId, id);
    if (status === 'running' || status === 'undoing')
      throw notNow('This import is running. Wait until it finishes, or stop it.');
    await em.execute('delete from imports where id = ?', [id]);
    tellImport({ tell }, userId, id);
    return null;
  });
}
