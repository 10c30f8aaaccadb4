const width = 30;

/** Shows how far a piece of work is, on one line; where nobody looks at a terminal, only its end. */
export function progressBar(label: string, total: number, out = process.stderr): { advance(): void } {
  let done = 0;
  return {
    advance: () => {
      done += 1;
      if (done === total) out.write(`${out.isTTY ? '\r' : ''}${label}: ${total} of ${total}${' '.repeat(width)}\n`);
      else if (out.isTTY) {
        const filled = Math.floor((done / total) * width);
        out.write(`\r${label} [${'█'.repeat(filled)}${'░'.repeat(width - filled)}] ${done} of ${total}`);
      }
    },
  };
}
