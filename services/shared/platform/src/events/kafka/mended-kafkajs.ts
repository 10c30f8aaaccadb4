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

/** Returns kafkajs with the patches below. Loaded lazily, because a process on the other bus does not need it. */
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

/** kafkajs 2.2.4 restarts a timer of one millisecond permanently on every idle connection. */
function stopIdleTimers({ prototype }: { readonly prototype: RequestQueue }): void {
  const schedule = prototype.scheduleCheckPendingRequests;
  prototype.scheduleCheckPendingRequests = function (this: RequestQueue) {
    if (this.pending.length > 0) schedule.call(this);
  };
}

/** kafkajs 2.2.4 keeps a connection after a request timeout and sends the next requests there too. */
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
 * kafkajs 2.2.4 commits to the broker that coordinated the group when the consumer joined. After a change of
 * coordinator without a new join, the old broker refuses every commit.
 */
function followCoordinator({ prototype }: { readonly prototype: GroupOffsets }): void {
  const commit = prototype.commitOffsets;
  prototype.commitOffsets = async function (this: GroupOffsets, offsets: unknown) {
    try {
      await commit.call(this, offsets);
    } catch (error) {
      // The caller retries.
      if ((error as { type?: string }).type === 'NOT_COORDINATOR_FOR_GROUP') {
        this.coordinator = await this.cluster.findGroupCoordinator({ groupId: this.groupId });
      }
      throw error;
    }
  };
}

/**
 * kafkajs 2.2.4 tries the next bootstrap broker only when the previous one refuses connections, but a suspended broker
 * accepts them and never responds.
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

/**
 * kafkajs 2.2.4 keeps asking an unresponsive broker for five minutes, even when another one already leads its
 * partitions.
 */
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
 * kafkajs 2.2.4 may rejoin its group because of one broker while a response of another is in flight or queued.
 * Processing that response afterwards would advance the offset past records that the rejoin dropped unhandled.
 */
function dropOldAnswers({ prototype }: { readonly prototype: GroupReader }): void {
  const { fetch, handleBatch } = prototype;
  /** kafkajs creates new ones for each join. */
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
