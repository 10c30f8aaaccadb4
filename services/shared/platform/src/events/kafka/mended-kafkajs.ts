import { createRequire } from 'node:module';
import type { Socket } from 'node:net';

interface RequestQueue {
  readonly pending: readonly unknown[];
  scheduleCheckPendingRequests(): void;
}

interface GroupOffsets {
  readonly groupId: string;
  readonly cluster: { findGroupCoordinator(of: { readonly groupId: string }): Promise<unknown> };
  coordinator: unknown;
  commitOffsets(offsets: unknown): Promise<void>;
}

interface GroupReader {
  readonly consumerGroup: { readonly offsetManager: object };
  fetch(nodeId: string): Promise<readonly object[]>;
  handleBatch(batch: object): Promise<void>;
}

interface ConsumerGroup {
  readonly cluster: { readonly brokerPool: { metadataExpireAt: number | null } };
  recoverFromFetch(error: Error): Promise<void>;
}

interface Broker {
  readonly brokerAddress: string;
  apiVersions(): Promise<unknown>;
}

interface BrokerConnection {
  readonly socket: Socket | null;
  send(request: unknown): Promise<unknown>;
}

const require = createRequire(import.meta.url);

let library: typeof import('kafkajs') | undefined;

/** kafkajs with its faults below mended. Loaded when it is needed, since a process on the other bus has no use for it. */
export function loadKafkaJs(): typeof import('kafkajs') {
  if (!library) {
    library = require('kafkajs') as typeof import('kafkajs');
    stopIdleTimers(require('kafkajs/src/network/requestQueue') as { readonly prototype: RequestQueue });
    endDeadConnections(require('kafkajs/src/network/connection') as { readonly prototype: BrokerConnection });
    leaveFrozenBrokers(require('kafkajs/src/broker') as { readonly prototype: Broker });
    followCoordinator(require('kafkajs/src/consumer/offsetManager') as { readonly prototype: GroupOffsets });
    followLeaders(require('kafkajs/src/consumer/consumerGroup') as { readonly prototype: ConsumerGroup });
    dropOldAnswers(require('kafkajs/src/consumer/runner') as { readonly prototype: GroupReader });
  }
  return library;
}

/** kafkajs 2.2.4 sets a timer of a millisecond again and again on every connection that has nothing to send. */
function stopIdleTimers({ prototype }: { readonly prototype: RequestQueue }): void {
  const schedule = prototype.scheduleCheckPendingRequests;
  prototype.scheduleCheckPendingRequests = function (this: RequestQueue) {
    if (this.pending.length > 0) schedule.call(this);
  };
}

/** kafkajs 2.2.4 keeps a connection on which a request had no answer in time, and sends the next ones there too. */
function endDeadConnections({ prototype }: { readonly prototype: BrokerConnection }): void {
  const send = prototype.send;
  prototype.send = async function (this: BrokerConnection, request: unknown) {
    try {
      return await send.call(this, request);
    } catch (error) {
      if (error instanceof Error && error.name === 'KafkaJSRequestTimeoutError') this.socket?.destroy(error);
      throw error;
    }
  };
}

/**
 * kafkajs 2.2.4 acknowledges to the broker that was the group's coordinator when the consumer joined. Once it is another one the consumer
 * joins again, or, when that one is still loading the group, gives signs of life to it as the member that it was: then every
 * acknowledgement goes to the old one, which refuses it.
 */
function followCoordinator({ prototype }: { readonly prototype: GroupOffsets }): void {
  const commit = prototype.commitOffsets;
  prototype.commitOffsets = async function (this: GroupOffsets, offsets: unknown) {
    try {
      await commit.call(this, offsets);
    } catch (error) {
      // Whoever asked tries again.
      if ((error as { type?: string }).type === 'NOT_COORDINATOR_FOR_GROUP') {
        this.coordinator = await this.cluster.findGroupCoordinator({ groupId: this.groupId });
      }
      throw error;
    }
  };
}

/**
 * kafkajs 2.2.4 tries the next of the brokers that it was told of only when the one before refuses connections. One that is frozen takes
 * them, and says nothing.
 */
function leaveFrozenBrokers({ prototype }: { readonly prototype: Broker }): void {
  const ask = prototype.apiVersions;
  prototype.apiVersions = async function (this: Broker) {
    try {
      return await ask.call(this);
    } catch (error) {
      if (!(error instanceof Error && error.name === 'KafkaJSRequestTimeoutError')) throw error;
      throw new (loadKafkaJs().KafkaJSConnectionError)(error.message, { broker: this.brokerAddress });
    }
  };
}

/** kafkajs 2.2.4 goes on asking a broker that does not answer, for five minutes, though another may lead its partitions by now. */
function followLeaders({ prototype }: { readonly prototype: ConsumerGroup }): void {
  const recover = prototype.recoverFromFetch;
  prototype.recoverFromFetch = async function (this: ConsumerGroup, error: Error) {
    if (error.name === 'KafkaJSRequestTimeoutError' || error.name === 'KafkaJSConnectionError') {
      this.cluster.brokerPool.metadataExpireAt = null;
    }
    await recover.call(this, error);
  };
}

/**
 * kafkajs 2.2.4 may join its group again on account of one broker while an answer of another is on its way, or waits. Taken after that it
 * would be where the consumer goes on from, and what came before it, still unhandled and dropped on joining, would never come again.
 */
function dropOldAnswers({ prototype }: { readonly prototype: GroupReader }): void {
  const { fetch, handleBatch } = prototype;
  /** There are new ones whenever the group is joined. */
  const askedBy = new WeakMap<object, object>();
  prototype.fetch = async function (this: GroupReader, nodeId: string) {
    const { offsetManager } = this.consumerGroup;
    const batches = await fetch.call(this, nodeId);
    for (const batch of batches) askedBy.set(batch, offsetManager);
    return batches;
  };
  prototype.handleBatch = async function (this: GroupReader, batch: object) {
    if (askedBy.get(batch) === this.consumerGroup.offsetManager) await handleBatch.call(this, batch);
  };
}
