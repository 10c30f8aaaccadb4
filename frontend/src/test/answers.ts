import { call as apiCall, type CallOptions } from '../lib/api-client.ts';
import { ApiError } from '../lib/api-errors.ts';

interface CallDescriptor {
  readonly fn: unknown;
  readonly args: readonly unknown[];
}

interface MadeCall {
  readonly method: string;
  readonly path: string;
  readonly params?: unknown;
  readonly query?: unknown;
  readonly body?: unknown;
}

type Answer = object | Error | ((made: MadeCall) => object | Error | Promise<object | Error>);

/**
 * A fake server for unit tests of sagas; the HTTP client itself is tested against a real server.
 * @param answers by `METHOD /path` of the contract: a body, an error to throw, or a function of the call
 * @returns `providers` for expectSaga's `provide`, the calls `made` in order, and their `keys`
 */
export function answering(answers: Readonly<Record<string, Answer>>) {
  const made: MadeCall[] = [];
  const keys: (string | undefined)[] = [];
  const answerTo = async (request: MadeCall, options?: CallOptions) => {
    made.push(request);
    keys.push(options?.key);
    const answer = answers[`${request.method} ${request.path}`];
    if (!answer) throw new Error(`No answer for ${request.method} ${request.path}`);
    const given = typeof answer === 'function' ? await answer(request) : answer;
    if (given instanceof Error) throw given;
    return given;
  };
  const providers = {
    call: (effect: CallDescriptor, next: () => unknown) =>
      effect.fn === apiCall ? answerTo(effect.args[0] as MadeCall, effect.args[1] as CallOptions | undefined) : next(),
  };
  return { providers, made, keys };
}

/** Returns an API error. */
export const failure = (status: number, code: string, message = '', errors: Record<string, string[]> = {}) =>
  new ApiError(status, { success: false, code, message, errors, request_id: 'test' });
