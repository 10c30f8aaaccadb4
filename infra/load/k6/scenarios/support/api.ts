import { check } from 'k6';
import http, { type RefinedResponse, type ResponseType } from 'k6/http';

export const baseUrl = __ENV.BASE_URL ?? 'http://localhost:8080';

// 304 is what a client that has the current vault is told.
http.setResponseCallback(http.expectedStatuses({ min: 200, max: 399 }));

interface Sent {
  /** Path with its parameters filled in. */
  readonly path: string;
  /** The same path with names of parameters, so that figures are kept per call and not per game. */
  readonly name: string;
  readonly body?: object;
  readonly cookie?: string;
  readonly etag?: string | undefined;
  readonly expected?: number;
}

type Answer = RefinedResponse<ResponseType | undefined>;

/** Makes a call and checks its status. */
export function call(method: string, { path, name, body, cookie, etag, expected = 200 }: Sent): Answer {
  const answer = http.request(method, baseUrl + path, body === undefined ? null : JSON.stringify(body), {
    headers: {
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(cookie ? { cookie } : {}),
      ...(etag ? { 'if-none-match': etag } : {}),
    },
    tags: { name: `${method} ${name}` },
  });
  const statuses = etag ? [expected, 304] : [expected];
  check(answer, { [`${method} ${name} answers ${statuses.join(' or ')}`]: ({ status }) => statuses.includes(status) });
  return answer;
}
