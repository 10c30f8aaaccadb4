/** Jobs of migrations bear their version, dots and all, and nobody asks for their pods by name. */
const known = 'a DNS label is recommended: [must not contain dots]';

/** What an API server has to say of manifests besides accepting them, one line each, kept short. */
export const complaintsIn = (stderr: string): string[] =>
  stderr
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.endsWith(known))
    .map((line) => (line.length > 240 ? `${line.slice(0, 120)} … ${line.slice(-120)}` : line));
