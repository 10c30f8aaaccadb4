/** How long the leading tab may take to reply; a suspended or hanging tab then loses the lock. */
export const leaderTimeoutMs = 5000;

/** Leader election among the tabs of one browser. */
export interface LeaderLock {
  /**
   * Waits until this tab is the leader.
   * @returns whether another tab led before, or may have led since this tab last did
   */
  readonly take: () => Promise<boolean>;
  /** Settles when another tab has stolen the lock. */
  readonly untilLost: () => Promise<void>;
  /** Asks the browser: a tab that was suspended learns late that its lock was stolen. */
  readonly isOurs: () => Promise<boolean>;
  /** Synchronous, and possibly out of date. */
  readonly seemsOurs: () => boolean;
  /** Starts the timeout for the leader's reply. */
  readonly expectReply: () => void;
  /** The leader has replied. */
  readonly replied: () => void;
  readonly close: () => void;
}

/** Without Web Locks, every tab leads for itself. */
const alone: LeaderLock = {
  take: async () => false,
  untilLost: () => new Promise(() => {}),
  isOurs: async () => true,
  seemsOurs: () => true,
  expectReply: () => {},
  replied: () => {},
  close: () => {},
};

/** @param name of the Web Lock; undefined where there are no other tabs to coordinate with */
export function openLeaderLock(name: string | undefined): LeaderLock {
  const locks = name ? globalThis.navigator?.locks : undefined;
  if (!name || !locks) return alone;
  const closed = new AbortController();
  /** Resolves when this tab gives the lock back; null while another tab has it. */
  let held: PromiseWithResolvers<void> | null = null;
  /** Stops waiting for the lock, to steal it. */
  let waiting: AbortController | null = null;
  let client: string | undefined;
  let hasLed = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const replied = () => {
    clearTimeout(timer);
    timer = undefined;
  };
  const steal = () => {
    timer = undefined;
    waiting?.abort();
  };
  const holder = async () => {
    const { held: all } = await locks.query().catch((): LockManagerSnapshot => ({}));
    return all?.find((lock) => lock.name === name)?.clientId;
  };

  /** @returns whether the lock is held now */
  const request = (options: LockOptions) =>
    new Promise<boolean>((resolve, reject) => {
      const own = Promise.withResolvers<void>();
      const hold = (lock: Lock | null) => {
        resolve(lock !== null);
        if (!lock || closed.signal.aborted) return;
        held = own;
        return own.promise;
      };
      const over = () => {
        if (held === own) held = null;
        own.resolve();
      };
      // A stolen lock rejects its original request.
      locks.request(name, options, hold).catch(reject).finally(over);
    });

  /** Waits for the lock, and steals it from a leader that does not reply in time. */
  async function waitOrSteal(): Promise<void> {
    waiting = new AbortController();
    try {
      await request({ signal: AbortSignal.any([closed.signal, waiting.signal]) });
    } catch (error) {
      if (closed.signal.aborted || !waiting.signal.aborted) throw error;
      await request({ steal: true });
    } finally {
      waiting = null;
    }
  }

  async function take(): Promise<boolean> {
    let wasLed = hasLed;
    if (!(await request({ ifAvailable: true }))) {
      wasLed = true;
      await waitOrSteal();
    }
    replied();
    hasLed = true;
    client = await holder();
    return wasLed;
  }

  return {
    take,
    untilLost: () => held?.promise ?? Promise.resolve(),
    isOurs: async () => {
      const now = held;
      return now !== null && (await holder()) === client && held === now;
    },
    seemsOurs: () => held !== null,
    expectReply: () => {
      timer ??= setTimeout(steal, leaderTimeoutMs);
    },
    replied,
    close: () => {
      replied();
      closed.abort();
      held?.resolve();
    },
  };
}
