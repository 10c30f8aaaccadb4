/**
 * What a pod's own Node runs to end the process numbered 1 in the middle of whatever it does, as a crash or `kill -9`
 * does: neither handlers nor finally run. The kernel keeps the first process of a container from signals of those
 * within, so the process is asked through its inspector to abort itself.
 */
const crash = `
process.kill(1, 'SIGUSR1');
const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
for (let tries = 0; tries < 60; tries += 1) {
  await wait(100);
  const targets = await fetch('http://127.0.0.1:9229/json/list').then((r) => r.json()).catch(() => []);
  if (!targets[0]) continue;
  const socket = new WebSocket(targets[0].webSocketDebuggerUrl);
  await new Promise((resolve) => { socket.onopen = resolve; });
  socket.send(JSON.stringify({ id: 1, method: 'Runtime.evaluate', params: { expression: 'process.abort()' } }));
  await new Promise((resolve) => { socket.onclose = resolve; });
  process.exit(0);
}
process.exit(1);
`;

export const crashCommand = ['node', '--input-type=module', '-e', crash] as const;
