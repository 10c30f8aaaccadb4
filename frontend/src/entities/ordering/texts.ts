import { formatCount } from '../../lib/format.ts';

export const orderingTexts = {
  handle: (name: string, place: number, count: number) =>
    `Move ${name}, place ${formatCount(place)} of ${formatCount(count)}`,
  handleHint: 'Space to lift; then arrow keys, Home and End to move, Space to drop, Escape to cancel.',
  lifted: (name: string, place: number, count: number) =>
    `${name} lifted from place ${formatCount(place)} of ${formatCount(count)}. Arrow keys move it, Space drops it, Escape cancels.`,
  at: (place: number, count: number) => `Place ${formatCount(place)} of ${formatCount(count)}.`,
  dropped: (name: string, place: number) => `${name} is at place ${formatCount(place)} now.`,
  stays: (name: string, place: number) => `${name} stays at place ${formatCount(place)}.`,
};
