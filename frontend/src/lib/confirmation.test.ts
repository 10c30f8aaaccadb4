import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { failure } from '../test/answers.ts';
import { patience } from '../test/patience.ts';
import { ApiError } from './api-errors.ts';
import { confirmation, confirming, isNotConfirmed } from './confirmation.ts';

const refused = () =>
  new ApiError(403, { ...failure(403, 'auth.step_up_required').failure, methods: ['password'] } as never);

/** Removes the confirmation dialog from the page. */
let leave: () => void;
beforeEach(() => {
  leave = confirmation.subscribe(() => {});
});
afterEach(() => leave());

test('resends a refused call after the user confirms', async () => {
  const send = vi.fn().mockRejectedValueOnce(refused()).mockResolvedValueOnce('done');
  const outcome = confirming(send);
  await vi.waitFor(() => expect(confirmation.current()?.methods).toEqual(['password']), patience);
  expect(send).toHaveBeenCalledTimes(1);
  confirmation.current()?.settle(true);
  expect(await outcome).toBe('done');
  expect(confirmation.current()).toBeNull();
});

test('fails without effect when the user declines', async () => {
  const send = vi.fn().mockRejectedValue(refused());
  const outcome = confirming(send).catch(isNotConfirmed);
  await vi.waitFor(() => expect(confirmation.current()).not.toBeNull(), patience);
  confirmation.current()?.settle(false);
  expect(await outcome).toBe(true);
  expect(send).toHaveBeenCalledTimes(1);
});

test('confirms two concurrent calls with one confirmation', async () => {
  const sends = ['one', 'two'].map((done) => vi.fn().mockRejectedValueOnce(refused()).mockResolvedValueOnce(done));
  const outcomes = Promise.all(sends.map(confirming));
  await vi.waitFor(() => expect(confirmation.current()).not.toBeNull(), patience);
  confirmation.current()?.settle(true);
  expect(await outcomes).toEqual(['one', 'two']);
});

test('ignores a confirmation that settles after it was closed', async () => {
  const [first, second] = ['one', 'two'].map((done) =>
    vi.fn().mockRejectedValueOnce(refused()).mockResolvedValue(done),
  );
  const closed = confirming(first as () => Promise<string>).catch(isNotConfirmed);
  await vi.waitFor(() => expect(confirmation.current()).not.toBeNull(), patience);
  const settle = confirmation.current()?.settle;
  settle?.(false);
  expect(await closed).toBe(true);
  const outcome = confirming(second as () => Promise<string>);
  await vi.waitFor(() => expect(confirmation.current()).not.toBeNull(), patience);
  settle?.(true);
  expect(confirmation.current()).not.toBeNull();
  confirmation.current()?.settle(true);
  expect(await outcome).toBe('two');
});

test.each([
  ['a refusal of another kind', () => failure(403, 'request.cross_site')],
  ['a second refusal', refused],
])('rethrows %s unchanged', async (_, again) => {
  const send = vi.fn().mockRejectedValueOnce(refused()).mockRejectedValueOnce(again());
  const outcome = confirming(send).catch((error: unknown) => error);
  await vi.waitFor(() => expect(confirmation.current()).not.toBeNull(), patience);
  confirmation.current()?.settle(true);
  expect(await outcome).toMatchObject({ status: 403 });
  expect(isNotConfirmed(await outcome)).toBe(false);
  expect(confirmation.current()).toBeNull();
});

test('rethrows the refusal when no page can ask', async () => {
  leave();
  expect(await confirming(vi.fn().mockRejectedValue(refused())).catch(isNotConfirmed)).toBe(false);
});
