import { afterEach, beforeEach, vi } from 'vitest';

/** Fakes timers in each test of a file, and removes stubbed globals after it. */
export function withFakeTimers(): void {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });
}
