import type { EntityManager } from '@mikro-orm/postgresql';
import type { Transaction } from '../database/transaction.ts';
import { CodedError } from '../errors/coded-error.ts';
import { type Deadline, late } from '../http/deadline.ts';
import type { Intent } from './intent.ts';
import { findKey, keepResult, takeKey } from './keys-table.ts';

/** Values that JSON returns unchanged. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json | undefined };

/** Reduces a large result to what is stored for a repeated request. */
export interface Keeping<Result extends Json> {
  /** Returns a result of the same form, so that every release can use a result that another has stored. */
  shorten(result: Result): Result;
  complete(em: EntityManager, shortened: Result): Promise<Result>;
}

/** Runs a change in one transaction. Use cases take this: the intent of a request, or Work itself. */
export interface Change {
  /** @param keeping for results that may exceed a few hundred bytes */
  transaction<Result extends Json>(
    act: (transaction: Transaction) => Promise<Result>,
    keeping?: Keeping<Result>,
  ): Promise<Result>;
}

/** Runs a transaction that may run again when its request is repeated. */
export interface Repeatable {
  repeatable<Result>(act: (transaction: Transaction) => Promise<Result>): Promise<Result>;
}

type Run = <Result>(act: (transaction: Transaction) => Promise<Result>, beforeCommit: () => void) => Promise<Result>;

/**
 * The single change of a request. It is made once, however often the request is sent, and never after its deadline, at
 * which both PostgreSQL and this process end it. All methods throw CodedError 422 for a key that was used for something
 * else, and 503 past the deadline.
 */
export class IntendedWork implements Change, Repeatable {
  readonly #intent: Intent;
  readonly #run: Run;
  readonly #read: () => EntityManager;
  #isSpent = false;

  constructor(intent: Intent, run: Run, read: () => EntityManager) {
    this.#intent = intent;
    this.#run = run;
    this.#read = read;
  }

  /** Runs `act` and stores its result with the change; a repeated request gets the result and does not run `act`. */
  transaction<Result extends Json>(
    act: (transaction: Transaction) => Promise<Result>,
    keeping?: Keeping<Result>,
  ): Promise<Result> {
    const { key } = this.#intent;
    return this.#inTime(async (transaction) => {
      const noted = key && (await takeKey(transaction.em, key));
      if (noted?.result) {
        const kept = JSON.parse(noted.result) as Result;
        return keeping ? keeping.complete(transaction.em, kept) : kept;
      }
      const result = await act(transaction);
      if (noted) await keepResult(transaction.em, noted, JSON.stringify(keeping?.shorten(result) ?? result));
      return result;
    });
  }

  /**
   * Like `transaction`, after checks and costly preparations, which a repeated request skips. Their failure is ignored
   * when a concurrent request has made the change.
   */
  async prepared<Prepared, Result extends Json>(
    prepare: () => Promise<Prepared>,
    act: (transaction: Transaction, prepared: Prepared) => Promise<Result>,
  ): Promise<Result> {
    const before = await this.#findResult();
    if (before) return JSON.parse(before) as Result;
    let prepared: Prepared;
    try {
      prepared = await prepare();
    } catch (error) {
      const concurrent = await this.#findResult();
      if (concurrent) return JSON.parse(concurrent) as Result;
      throw error;
    }
    return this.transaction((transaction) => act(transaction, prepared));
  }

  /**
   * Stores only the meaning of the key and runs `act` each time, for repeatable work or results that must not be
   * stored.
   */
  repeatable<Result>(act: (transaction: Transaction) => Promise<Result>): Promise<Result> {
    const { key } = this.#intent;
    return this.#inTime(async (transaction) => {
      if (key) await takeKey(transaction.em, key);
      return act(transaction);
    });
  }

  /** Like `repeatable`, for work outside the database. */
  async noted<Result>(act: () => Promise<Result>): Promise<Result> {
    await this.refuseReused();
    const result = await act();
    if (this.#intent.key) await this.repeatable(async () => undefined);
    return result;
  }

  /** Checks the key before any work is done. */
  async refuseReused(): Promise<void> {
    await this.#findResult();
  }

  async #findResult(): Promise<string | null> {
    const { key } = this.#intent;
    return (key && (await findKey(this.#read(), key))?.result) ?? null;
  }

  async #inTime<Result>(act: (transaction: Transaction) => Promise<Result>): Promise<Result> {
    if (this.#isSpent) throw new Error('An intent is one transaction');
    this.#isSpent = true;
    const { deadline } = this.#intent;
    try {
      deadline.check();
      return await this.#run(
        async (transaction) => {
          await endAtDeadline(transaction.em, deadline);
          return act(transaction);
        },
        () => deadline.check(),
      );
    } catch (error) {
      // The transaction rolled back, so the intent may run another one.
      this.#isSpent = false;
      if (error instanceof CodedError) throw error;
      const isEnded = error instanceof Error && 'code' in error && error.code === transactionTimeout;
      throw isEnded || deadline.left() <= 0 ? late() : error;
    }
  }
}

/** SQLSTATE of a transaction timeout, which also ends the session. */
const transactionTimeout = '25P04';

/**
 * Makes PostgreSQL end the transaction at its deadline, so that a suspended process holds no lock and commits nothing.
 * @throws CodedError 503 `service.late`; also when the caller has disconnected
 */
async function endAtDeadline(em: EntityManager, deadline: Deadline): Promise<void> {
  deadline.check();
  // Sets 0 first, because PostgreSQL does not restart a running timer.
  await em.execute(`select set_config('transaction_timeout', '0', true), set_config('transaction_timeout', ?, true)`, [
    String(Math.max(1, Math.ceil(deadline.left()))),
  ]);
  deadline.check();
}
