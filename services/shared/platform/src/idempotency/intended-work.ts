import type { EntityManager } from '@mikro-orm/postgresql';
import type { Transaction } from '../database/transaction.ts';
import { endAtDeadline, transactionTimeout } from '../database/transaction-timeout.ts';
import { CodedError } from '../errors/coded-error.ts';
import { late } from '../http/deadline.ts';
import type { Intent } from './intent.ts';
import { findKey, keepResult, takeKey } from './keys-table.ts';

/** What JSON gives back as it was. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json | undefined };

/** How little of a result is kept for a request that is sent again, where the whole may be large. */
export interface Keeping<Result extends Json> {
  /** A result of the same form, so that every release can answer with what another has kept. */
  shorten(result: Result): Result;
  /** What was left out is put back as it is now. */
  complete(em: EntityManager, shortened: Result): Promise<Result>;
}

/** Runs a change in one transaction. Use cases take this; it is the intent of a request, or the whole of Work. */
export interface Change {
  /** @param keeping for results that may be larger than a few hundred bytes */
  transaction<Result extends Json>(
    act: (transaction: Transaction) => Promise<Result>,
    keeping?: Keeping<Result>,
  ): Promise<Result>;
}

/** Runs something in a transaction that may run again when its request is sent again. */
export interface Repeatable {
  repeatable<Result>(act: (transaction: Transaction) => Promise<Result>): Promise<Result>;
}

type Run = <Result>(act: (transaction: Transaction) => Promise<Result>, beforeCommit: () => void) => Promise<Result>;

/**
 * The one change that a request wants. Made once however often it is sent, and never after its deadline: PostgreSQL ends
 * it then, and so does this process. All of it throws CodedError 422 for a key that stood for something else before, and
 * 503 past the deadline.
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

  /** Runs `act`, and keeps what it returns with its change; sent again, the same is returned and `act` does not run. */
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
   * The same after checks and costly preparations, which are left out when the change was made before. Where they fail
   * because it has been made meanwhile, that is no failure.
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
      const meanwhile = await this.#findResult();
      if (meanwhile) return JSON.parse(meanwhile) as Result;
      throw error;
    }
    return this.transaction((transaction) => act(transaction, prepared));
  }

  /** Only notes what the key stands for, and runs `act` each time: for what may be done again, or must not be kept. */
  repeatable<Result>(act: (transaction: Transaction) => Promise<Result>): Promise<Result> {
    const { key } = this.#intent;
    return this.#inTime(async (transaction) => {
      if (key) await takeKey(transaction.em, key);
      return act(transaction);
    });
  }

  /** The same for what is done elsewhere than in the database. */
  async noted<Result>(act: () => Promise<Result>): Promise<Result> {
    await this.refuseReused();
    const result = await act();
    if (this.#intent.key) await this.repeatable(async () => undefined);
    return result;
  }

  /** For what is to be known before anything is done. */
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
      // Nothing came of it, so that another way may be tried.
      this.#isSpent = false;
      if (error instanceof CodedError) throw error;
      const isEnded = error instanceof Error && 'code' in error && error.code === transactionTimeout;
      throw isEnded || deadline.left() <= 0 ? late() : error;
    }
  }
}
