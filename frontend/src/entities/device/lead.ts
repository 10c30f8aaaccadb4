/** Milliseconds in which the leading tab has to answer; a suspended or hanging tab then loses the lock. */
export const answersWithin = 5000;

/** Leader election among the tabs of one browser. */
export interface Lead {
  /**
   * Waits until this tab is the leader.
   * @returns whether another tab led before, or may have led since this tab last did
   */
  readonly take: () => Promise<boolean>;
  /** Settles when this tab loses the lead: the browser is about to suspend it, or another tab stole the lock. */
  readonly untilLost: () => Promise<void>;
  /** Asks the browser: a tab that was suspended learns late that its lock was stolen. */
  readonly isOurs: () => Promise<boolean>;
  /** Synchronous, and possibly out of date. */
  readonly seemsOurs: () => boolean;
  /** Starts the timeout for the leader's answer. */
  readonly expectAnswer: () => void;
  /** The leader has answered. */
  readonly isAnswered: () => void;
  readonly close: () => void;
}

/** Without Web Locks, every tab leads for itself. */
const alone: Lead = {
  take: async () => false,
  untilLost: () => new Promise(() => {}),
  isOurs: async () => true,
  seemsOurs: () => true,
  expectAnswer: () => {},
  isAnswered: () => {},
  close: () => {},
};

/** @param name of the Web Lock; undefined where there are no other tabs to coordinate with */
export function openLead(name: string | undefined, page: EventTarget | undefined = globalThis.document): Lead {
  const locks = name ? globalThis.navigator?.locks : undefined;
  if (!name || !locks) return alone;
  const closed = new AbortController();
  let turn: PromiseWithResolvers<void> | null = null;
  let waiting: AbortController | null = null;
  let awake = Promise.withResolvers<void>();
  awake.resolve();
  let client: string | undefined;
  let hasLed = false;
  let silence: ReturnType<typeof setTimeout> | undefined;

  const isAnswered = () => {
    clearTimeout(silence);
    silence = undefined;
  };
  const rob = () => {
    silence = undefined;
    waiting?.abort('robbery');
  };
  const giveBack = () => {
    turn?.resolve();
    turn = null;
  };
  const holder = async () => {
    const { held } = await locks.query().catch((): LockManagerSnapshot => ({}));
    return held?.find((lock) => lock.name === name)?.clientId;
  };

  /** @returns whether the lock is held now */
  const request = (options: LockOptions) =>
    new Promise<boolean>((resolve, reject) => {
      const own = Promise.withResolvers<void>();
      const hold = (lock: Lock | null) => {
        resolve(lock !== null);
        if (!lock || closed.signal.aborted) return;
        turn = own;
        return own.promise;
      };
      const over = () => {
        if (turn === own) turn = null;
        own.resolve();
      };
      // A stolen lock rejects its original request.
      locks.request(name, options, hold).catch(reject).finally(over);
    });

  /** @returns whether the lock was granted; false when waiting became pointless */
  async function waitForIt(until: AbortSignal): Promise<boolean> {
    try {
      return await request({ signal: AbortSignal.any([closed.signal, until]) });
    } catch (error) {
      if (closed.signal.aborted || !until.aborted) throw error;
      return false;
    }
  }

  async function take(): Promise<boolean> {
    let wasLed = hasLed;
    let isRobber = false;
    while (true) {
      await awake.promise;
      if (await request(isRobber ? { steal: true } : { ifAvailable: true })) break;
      wasLed = true;
      waiting = new AbortController();
      if (await waitForIt(waiting.signal)) break;
      isRobber = waiting.signal.reason === 'robbery';
    }
    waiting = null;
    isAnswered();
    hasLed = true;
    client = await holder();
    return wasLed;
  }

  // A suspended tab could hold the lock without doing any work.
  const freeze = () => {
    awake = Promise.withResolvers();
    waiting?.abort('freeze');
    giveBack();
  };
  page?.addEventListener('freeze', freeze, { signal: closed.signal });
  page?.addEventListener('resume', () => awake.resolve(), { signal: closed.signal });

  return {
    take,
    untilLost: () => turn?.promise ?? Promise.resolve(),
    isOurs: async () => {
      const now = turn;
      return now !== null && (await holder()) === client && turn === now;
    },
    seemsOurs: () => turn !== null,
    expectAnswer: () => {
      silence ??= setTimeout(rob, answersWithin);
    },
    isAnswered,
    close: () => {
      isAnswered();
      closed.abort();
      giveBack();
    },
  };
}
