/** What anything in the namespace listens at. */
export const ports = [5432, 6379, 8080, 9090, 9092, 9093] as const;

/** A policy that drops says nothing: what has not connected by then is held back. */
const patienceMs = 3000;

const byNode = `
const net = require('node:net');
for (const target of process.argv.slice(1)) {
  const [host, port] = target.split(':');
  const socket = net.connect({ host, port: Number(port), timeout: ${patienceMs} }, () => { console.log(target); socket.destroy(); });
  socket.on('timeout', () => socket.destroy()).on('error', () => {});
}`;

/** The servers' images have no Node. */
const byShell = `
for target; do
  (timeout ${patienceMs / 1000} bash -c "</dev/tcp/\${target/://}" 2>/dev/null && echo "$target") &
done
wait`;

/** A command for any of the pods that prints each address and port to which a connection could be opened. */
export function probeCommand(addresses: readonly string[]): string[] {
  const targets = addresses.flatMap((address) => ports.map((port) => `${address}:${port}`));
  return [
    'bash',
    '-c',
    'script=$1 shell=$2; shift 2; if command -v node >/dev/null; then exec node -e "$script" -- "$@"; else eval "$shell"; fi',
    'probe',
    byNode,
    byShell,
    ...targets,
  ];
}

export const reachedIn = (output: string): { address: string; port: number }[] =>
  output
    .split('\n')
    .map((line) => line.trim().match(/^(.+):(\d+)$/))
    .flatMap((match) => (match ? [{ address: match[1] ?? '', port: Number(match[2]) }] : []));
