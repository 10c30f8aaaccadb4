import { expect, test, vi } from 'vitest';
import { Committer } from './consumer.ts';

/** A broker that responds when the test says so. */
function slowBroker() {
  const requests: { offset: string; respond: () => void; refuse: (error: Error) => void }[] = [];
  const commitOffsets = (offsets: readonly { offset: string }[] = []) =>
    new Promise<void>((respond, refuse) =>
      requests.push({ offset: offsets.map(({ offset }) => offset).join(), respond, refuse }),
    );
  const faults: unknown[] = [];
  const committer = new Committer({ commitOffsets }, (fault) => faults.push(fault));
  const add = (partition: number, offset: string) => committer.add({ topic: 'topic', partition, offset });
  return { add, committer, faults, requests, offsets: () => requests.map(({ offset }) => offset) };
}

test('never commits an older offset after a newer one, however long it takes', async () => {
  const { add, committer, requests, offsets } = slowBroker();
  add(0, '42');
  await vi.waitFor(() => expect(offsets()).toEqual(['42']));
  add(0, '43');
  add(0, '44');
  const closed = committer.close();
  expect(offsets()).toEqual(['42']);
  requests[0]?.respond();
  await vi.waitFor(() => expect(offsets()).toEqual(['42', '44']));
  requests[1]?.respond();
  await closed;
});

test('reports a failed commit and commits newer offsets', async () => {
  const { add, faults, requests, offsets } = slowBroker();
  add(0, '42');
  await vi.waitFor(() => expect(offsets()).toEqual(['42']));
  add(1, '8');
  const fault = new Error('The group has moved on');
  requests[0]?.refuse(fault);
  await vi.waitFor(() => expect(offsets()).toEqual(['42', '8']));
  expect(faults).toEqual([fault]);
});
