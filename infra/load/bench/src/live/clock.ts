/** Milliseconds by the machine's own clock, the same in all of its processes. */
export const now = (): number => Number(process.hrtime.bigint()) / 1e6;
