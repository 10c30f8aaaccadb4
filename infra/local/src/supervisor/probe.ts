import { get } from 'node:http';
import { text } from 'node:stream/consumers';

/** Returns whether an address returns 200. Avoids fetch, which would double the launcher's memory. */
export async function answersOk(url: string, timeoutMs = 2000): Promise<boolean> {
  return (await okAnswer(url, timeoutMs)) !== null;
}

/** Returns whether an address returns 200 and, if it is a /readyz, reports nothing as `degraded`. */
export async function answersWhole(url: string, timeoutMs = 2000): Promise<boolean> {
  const answer = await okAnswer(url, timeoutMs);
  if (answer === null) return false;
  try {
    return Object.keys(JSON.parse(answer).degraded ?? {}).length === 0;
  } catch {
    return true;
  }
}

function okAnswer(url: string, timeoutMs: number): Promise<string | null> {
  return new Promise((resolve) => {
    const request = get(url, { timeout: timeoutMs, agent: false }, (response) => {
      text(response).then(
        (answer) => resolve(response.statusCode === 200 ? answer : null),
        () => resolve(null),
      );
    });
    request.on('timeout', () => request.destroy());
    request.on('error', () => resolve(null));
  });
}
