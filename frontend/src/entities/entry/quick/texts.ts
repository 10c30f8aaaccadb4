import { formatCount } from '../../../lib/format.ts';

const hoursOf = (hours: number) => `${hours === 0.5 ? '½' : formatCount(hours)} h`;

export const quickTexts = {
  statusOf: (name: string, status: string) => `Status of ${name}: ${status}`,
  status: 'Status',
  rating: 'Rating',
  ratingOf: (name: string, rating: number | null) =>
    rating === null ? `Rating of ${name}: none` : `Rating of ${name}: ${rating} of 10`,
  outOfTen: (rating: number) => `${rating} of 10`,
  noRating: 'No rating',
  hours: 'Log time',
  moreHours: (hours: number) => `+${hoursOf(hours)}`,
  moreHoursOf: (name: string, hours: number) => `Log ${hoursOf(hours)} more of ${name}`,
  close: 'Close',
  notices: {
    status: (name: string, status: string) => `${name}: ${status}`,
    rating: (name: string, rating: number) => `${name}: rated ${rating} of 10`,
    noRating: (name: string) => `${name}: no rating`,
    hours: (name: string, hours: number | null) =>
      hours === null ? `${name}: no hours` : `${name}: ${formatCount(hours)} h played`,
    other: (name: string) => `${name}: saved`,
  },
  mostHours: (name: string, most: number) => `${name} already has ${formatCount(most)} h, the maximum.`,
  undo: 'Undo',
};
