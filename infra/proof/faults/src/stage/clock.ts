import { existsSync } from 'node:fs';

/** Where Debian, Ubuntu and Fedora put it. */
const places = [
  '/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1',
  '/usr/lib/aarch64-linux-gnu/faketime/libfaketimeMT.so.1',
  '/usr/lib64/faketime/libfaketimeMT.so.1',
];

export const clockLibrary = places.find((path) => existsSync(path));

export const clocksCanBeMoved = clockLibrary !== undefined;

/**
 * Variables with which a process takes its clock from a file: `+60` in it is a minute ahead, and holds within a second of
 * being written. What only measures durations (the monotonic clock) stays as it is.
 */
export function clockEnvironment(file: string): Record<string, string> {
  if (!clockLibrary) return {};
  return {
    LD_PRELOAD: clockLibrary,
    FAKETIME_TIMESTAMP_FILE: file,
    FAKETIME_CACHE_DURATION: '1',
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
    DONT_FAKE_MONOTONIC: '1',
    // Files keep the times that the system gives them.
    NO_FAKE_STAT: '1',
  };
}
