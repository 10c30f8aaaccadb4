import type { Consumer } from 'kafkajs';
import type { TopicIds } from './topic-info.ts';

/** Milliseconds without a fetch after which a consumer counts as dead. */
const stallMs = 60_000;
/** Milliseconds without an answer from the group after which the session is given up. */
const silentMs = 15_000;
/** Milliseconds between looks. */
const lookMs = 3000;

export interface Watched {
  readonly consumer: Consumer;
  /** As they were when the session began. */
  readonly ids: TopicIds;
  topicIds(): Promise<TopicIds>;
  check(): Error | null;
  onFault(error: Error): void;
}

/** The topics are others of the same name: positions in the old ones mean nothing. */
class TopicReplacedError extends Error {
  override name = 'TopicReplacedError';
  readonly retriable = true;
}

/** kafkajs tells by the process's clock when a sign of life is due: set back by an hour, it gives none for an hour. */
class SilentError extends Error {
  override name = 'SilentError';
  readonly retriable = true;
}

/**
 * kafkajs 2.2.4, to which the answer to what it was dealt did not come, goes on with what it had, as the member that it has become: the rest
 * of its part is read by nobody then, and no acknowledgement is taken from it.
 */
class UndealtError extends Error {
  override name = 'UndealtError';
  readonly retriable = true;
}

/**
 * Watches over a session, since kafkajs can end without a word, when even the attempt to clean up after a crash fails, and
 * reads on in a topic that was made anew. @returns how to stop
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
  // Of what it was dealt last; null while it is dealt anew.
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
    // A broker that is away says nothing of its topics.
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
