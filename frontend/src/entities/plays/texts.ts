import type { Completion } from '@nightshelf/contracts/play-rules.ts';

const parts = (minutes: number) => [Math.floor(minutes / 60), minutes % 60] as const;

/** `45 min`, `2 h`, `1 h 30 min`. */
export function formatMinutes(total: number): string {
  const [hours, minutes] = parts(total);
  if (hours === 0) return `${minutes} min`;
  return minutes === 0 ? `${hours} h` : `${hours} h ${minutes} min`;
}

export const playTexts = {
  minutes: 'Minutes',
  quick: 'Minutes played',
  quickMinutes: (minutes: number) => `${minutes} minutes`,
  day: 'Day',
  note: 'Note',
  notePlaceholder: 'The water temple',
  spoiler: 'The note contains spoilers',
  playthrough: 'Playthrough',
  noPlaythrough: 'None',
  log: 'Log session',
  save: 'Save',
  cancel: 'Cancel',
  waits: 'Not sent yet',
  refused: 'Not saved',
  logged: (name: string, minutes: number) => `${formatMinutes(minutes)} of ${name} logged.`,
  undo: 'Undo',
  label: (name: string) => `Log a session of ${name}`,
  editLabel: (name: string, day: string) => `Edit the session of ${name} on ${day}`,
  edit: (name: string, day: string) => `Edit the session of ${name} on ${day}`,
  remove: (name: string, day: string) => `Remove the session of ${name} on ${day}`,
  removal: {
    title: 'Remove this session?',
    text: (name: string, minutes: number, day: string) =>
      `${formatMinutes(minutes)} of ${name} on ${day}. Its minutes leave the hours, unless you have typed those since.`,
    confirm: 'Remove',
  },
  veiled: 'Show note (spoilers)',
  dayNeeded: 'Say on which day',
  minutesNeeded: 'Enter 1 to 1440 minutes',
};

export const completionNames: Readonly<Record<NonNullable<Completion>, string>> = {
  story: 'Main story',
  extras: 'Story and extras',
  everything: 'Everything',
  dropped: 'Dropped',
};

export const playthroughTexts = {
  platform: 'Platform',
  noPlatform: 'None',
  copy: 'Store or copy',
  started: 'Began',
  ended: 'Ended',
  hours: 'Hours',
  completion: 'Completion',
  goesOn: 'Still playing',
  droppedAt: 'Dropped at',
  save: 'Save',
};
