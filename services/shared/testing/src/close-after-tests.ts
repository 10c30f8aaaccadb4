import { afterAll, onTestFinished, TestRunner } from 'vitest';

/**
 * Closes a resource after the current test, or after all tests of the file if it was created outside of tests, in
 * reverse order. Has no effect in `beforeAll`.
 * @returns a function that closes it earlier, once
 */
export function closeAfterTests<Result>(close: () => Promise<Result>): () => Promise<Result> {
  let closing: Promise<Result> | undefined;
  const closeOnce = () => {
    closing ??= close();
    return closing;
  };
  const hook = TestRunner.getCurrentTest() ? onTestFinished : afterAll;
  hook(async () => void (await closeOnce()));
  return closeOnce;
}
