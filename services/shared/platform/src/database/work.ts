import { randomUUID } from 'node:crypto';
import type { EntityManager, MikroORM } from '@mikro-orm/postgresql';
import { dataSchemaOf, type Envelope, type EventDefinition } from '@nightshelf/contracts/events/event.ts';
import type { LiveNotification } from '@nightshelf/contracts/live.ts';
import { insertIntoOutbox, type OutgoingEvent } from '../events/outbox/insert.ts';
import { type Change, IntendedWork, type Repeatable } from '../idempotency/intended-work.ts';
import type { Intent } from '../idempotency/intent.ts';
import { noteChange } from '../jobs/worker.ts';
import type { Notifier } from '../live/notifier.ts';
import { FairSemaphore } from '../semaphore/fair-semaphore.ts';
import { currentTraceparent } from '../tracing/spans.ts';
import { DatabaseBusyError } from './database.ts';
import type { Published, Transaction } from './transaction.ts';

/**
 * Limits of the changes of callers, each of which uses a connection. The remaining connections serve reads and
 * background work. The queue is above the 100 requests that a gateway has in flight for one caller.
 */
const turnsOfCallers = {
  atOnce: 8,
  waiting: 1000,
  waitingOfOne: 200,
  refusal: () => new DatabaseBusyError('Too many changes wait for their turn'),
};

/** Runs use cases in transactions that write changes and their events together. */
export class Work implements Change, Repeatable {
  readonly #orm: MikroORM;
  readonly #source: string;
  readonly #onRecorded: () => void;
  /** Fair by caller, so that one with many requests does not block the others. */
  readonly #turns = new FairSemaphore(turnsOfCallers);
  readonly #notifier: Notifier | undefined;

  /** @param onRecorded called after the commit of a transaction that recorded events */
  constructor(orm: MikroORM, service: string, onRecorded: () => void, notifier?: Notifier) {
    this.#orm = orm;
    this.#source = `/services/${service}`;
    this.#onRecorded = onRecorded;
    this.#notifier = notifier;
  }

  /** Returns a separate entity manager for reading outside a transaction; PostgreSQL refuses any change. */
  query(): EntityManager {
    return this.#orm.em.fork({ disableTransactions: true });
  }

  /** Runs the change of a request once, in its caller's turn and before its deadline. */
  for(intent: Intent): IntendedWork {
    const { caller, deadline } = intent;
    return new IntendedWork(
      intent,
      (act, beforeCommit) =>
        deadline.during((signal) => this.#turns.run(caller, () => this.#run(act, beforeCommit), signal)),
      () => this.query(),
    );
  }

  transaction<Result>(act: (transaction: Transaction) => Promise<Result>): Promise<Result> {
    return this.#run(act);
  }

  /** Without an intent everything runs each time. */
  repeatable<Result>(act: (transaction: Transaction) => Promise<Result>): Promise<Result> {
    return this.#run(act);
  }

  /** @param beforeCommit runs last before the commit; an error from it rolls everything back */
  async #run<Result>(act: (transaction: Transaction) => Promise<Result>, beforeCommit?: () => void): Promise<Result> {
    const outgoing: OutgoingEvent[] = [];
    const notifications: LiveNotification[] = [];
    const notifyClients: Transaction['notifyClients'] = (notification) => void notifications.push(notification);
    const result = await this.#orm.em.fork().transactional(async (em) => {
      const publish: Transaction['publish'] = (definition, { data, ...published }) => {
        outgoing.push(this.#toOutgoing(definition, data, published));
      };
      const acted = await act({ em, publish, notifyClients });
      // Flush first, so that the aggregate's row lock is held before the event gets its place in the order.
      await em.flush();
      await insertIntoOutbox(em, outgoing);
      beforeCommit?.();
      return acted;
    });
    noteChange();
    if (outgoing.length > 0) this.#onRecorded();
    if (notifications.length > 0) this.#notifier?.notify(notifications);
    return result;
  }

  #toOutgoing(
    definition: EventDefinition,
    given: unknown,
    { version, republished, snapshot }: Published,
  ): OutgoingEvent {
    const data = definition.data.parse(given);
    const traceparent = currentTraceparent();
    const envelope: Envelope = {
      specversion: '1.0',
      id: randomUUID(),
      source: this.#source,
      type: definition.type,
      time: new Date().toISOString(),
      subject: definition.subject(data),
      datacontenttype: 'application/json',
      dataschema: dataSchemaOf(definition.type),
      ...(traceparent ? { traceparent } : {}),
      aggregateversion: version,
      ...(republished ? { republished } : {}),
      ...(snapshot ? { snapshot } : {}),
      data,
    };
    return { topic: definition.topic, key: definition.key(data), envelope };
  }
}
