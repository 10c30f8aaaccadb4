/** Milliseconds that the tab that leads has to answer. One that is frozen or hangs does not, and the lead is taken from it. */
export const answersWithin = 5000;

/** Whose turn it is, among the tabs of one browser, to do something for all of them. */
export interface Lead {
  /**
   * Waits until it is this tab's.
   * @returns whether another tab had it before, or may have had since this one did
   */
  readonly take: () => Promise<boolean>;
  /** Settles when it is this tab's no more: the browser is about to freeze it, or another tab has robbed it. */
  readonly untilLost: () => Promise<void>;
  /** Asked of the browser itself: a tab that has not run for a while hears late that it was robbed. */
  readonly isOurs: () => Promise<boolean>;
  /** Known at once, and maybe out of date. */
  readonly seemsOurs: () => boolean;
  /** This tab has said something that the one that leads is to answer. */
  readonly expectAnswer: () => void;
  /** That tab lives. */
  readonly isAnswered: () => void;
  readonly close: () => void;
}

/** Where the browser does not let tabs agree, each leads for itself. */
const alone: Lead = {
  take: async () => false,
  untilLost: () => new Promise(() => {}),
  isOurs: async () => true,
  seemsOurs: () => true,
  expectAnswer: () => {},
  isAnswered: () => {},
  close: () => {},
};

/** @param name of the Web Lock that is the lead; undefined where there is nobody to agree with */
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
      // A robbery fails a request that was granted long ago.
      locks.request(name, options, hold).catch(reject).finally(over);
    });

  /** @returns whether it was granted; false when there is no use in waiting for that */
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

  // A frozen tab would keep it, or be given it, without doing anything with it.
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
