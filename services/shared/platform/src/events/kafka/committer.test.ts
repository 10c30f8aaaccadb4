import type { Consumer } from 'kafkajs';
import { expect, test, vi } from 'vitest';
import { createLogger } from '../../logging/logger.ts';
import { Committer } from './committer.ts';

const logger = createLogger('test', 'silent');

/** A broker that responds when the test says so. */
function slowBroker() {
  const asked: { offset: string; answer: () => void; refuse: (error: Error) => void }[] = [];
  const commitOffsets = (offsets: readonly { offset: string }[]) =>
    new Promise<void>((answer, refuse) =>
      asked.push({ offset: offsets.map(({ offset }) => offset).join(), answer, refuse }),
    );
  return { asked, consumer: { commitOffsets } as unknown as Consumer };
}

test('never commits an older offset after a newer one, however long it takes', async () => {
  const { asked, consumer } = slowBroker();
  const committer = new Committer(consumer, new Map(), logger);
  committer.handled('topic', 0, '41');
  void committer.flush();
  committer.handled('topic', 0, '42');
  committer.handled('topic', 0, '43');
  const flushed = committer.flush();
  expect(asked.map(({ offset }) => offset)).toEqual(['42']);
  asked[0]?.answer();
  await vi.waitFor(() => expect(asked.map(({ offset }) => offset)).toEqual(['42', '44']));
  asked[1]?.answer();
  await flushed;
});

test('commits newer offsets after one that failed', async () => {
  const { asked, consumer } = slowBroker();
  const committer = new Committer(consumer, new Map(), logger);
  committer.handled('topic', 0, '41');
  const flushed = committer.flush();
  committer.handled('topic', 1, '7');
  asked[0]?.refuse(new Error('The group has moved on'));
  await vi.waitFor(() => expect(asked.map(({ offset }) => offset)).toEqual(['42', '8']));
  asked[1]?.answer();
  await flushed;
});
