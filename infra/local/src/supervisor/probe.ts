import { get } from 'node:http';

/** Whether an address answers 200. Without fetch, whose machinery would double the launcher's memory. */
export function answersOk(url: string, timeoutMs = 2000): Promise<boolean> {
  return new Promise((resolve) => {
    const request = get(url, { timeout: timeoutMs, agent: false }, (response) => {
      response.resume();
      resolve(response.statusCode === 200);
    });
    request.on('timeout', () => request.destroy());
    request.on('error', () => resolve(false));
  });
}
