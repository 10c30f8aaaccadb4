import type { Consumer } from 'kafkajs';
import type { TopicIds } from './topic-info.ts';

/** Time without a fetch after which a consumer counts as dead. */
const stallMs = 60_000;
/** Time without a response of the group after which the session ends. */
const silentMs = 15_000;
const lookMs = 3000;

export interface Watched {
  readonly consumer: Consumer;
  /** The ids at the start of the session. */
  readonly ids: TopicIds;
  topicIds(): Promise<TopicIds>;
  check(): Error | null;
  onFault(error: Error): void;
}

/** A topic was replaced by another of the same name, so its offsets are meaningless. */
class TopicReplacedError extends Error {
  override name = 'TopicReplacedError';
  readonly retriable = true;
}

/** kafkajs times heartbeats by the wall clock: when it is set back by an hour, none is sent for an hour. */
class SilentError extends Error {
  override name = 'SilentError';
  readonly retriable = true;
}

/**
 * When kafkajs 2.2.4 does not receive its new assignment, it continues with the old one: then no consumer reads the
 * rest of its partitions and the group refuses its commits.
 */
class UndealtError extends Error {
  override name = 'UndealtError';
  readonly retriable = true;
}

/**
 * Watches a session, because kafkajs can end silently when its cleanup after a crash fails, and keeps reading a topic
 * that was replaced.
 * @returns a function that stops watching
 */
export function watch({ consumer, ids, topicIds, check, onFault }: Watched): () => void {
  let lastSign = performance.now();
  const onSign = () => {
    lastSign = performance.now();
  };
  let lastAnswer = Number.POSITIVE_INFINITY;
  const onAnswer = () => {
    lastAnswer = performance.now();
  };
  // The group generation of the last assignment; null during a rebalance.
  let generation: number | null | undefined;
  consumer.on(consumer.events.REBALANCING, () => {
    generation = null;
  });
  consumer.on(consumer.events.GROUP_JOIN, () => {
    generation = undefined;
  });
  consumer.on(consumer.events.HEARTBEAT, ({ payload: { groupGenerationId } }) => {
    if (generation === undefined) generation = groupGenerationId;
    else if (groupGenerationId !== generation) onFault(new UndealtError('The group has dealt, and did not say what'));
  });
  consumer.on(consumer.events.FETCH_START, onSign);
  consumer.on(consumer.events.GROUP_JOIN, onSign);
  consumer.on(consumer.events.GROUP_JOIN, onAnswer);
  consumer.on(consumer.events.HEARTBEAT, onAnswer);
  const look = async () => {
    if (performance.now() - lastSign > stallMs) onFault(new Error('The consumer has stalled'));
    if (performance.now() - lastAnswer > silentMs) onFault(new SilentError('The group has not answered'));
    const fault = check();
    if (fault) onFault(fault);
    // An unavailable broker does not mean that the topics were replaced.
    const now = await topicIds().catch(() => ids);
    for (const [topic, id] of now) {
      if (ids.get(topic) !== id) onFault(new TopicReplacedError(`The topic ${topic} is another one`));
    }
  };
  const timer = setInterval(() => void look(), lookMs);
  return () => clearInterval(timer);
}

export const isRetriable = (error: unknown): boolean =>
  error instanceof Error &&
  (error.name === 'KafkaJSNumberOfRetriesExceeded' ||
    error.name === 'KafkaJSNoBrokerAvailableError' ||
    ('retriable' in error && error.retriable === true) ||
    isRetriable(error.cause));
