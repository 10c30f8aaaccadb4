import { formatCount, plural } from '../../../lib/format.ts';

const people = (count: number) => plural(count, 'person', 'people');

export const opinionTexts = {
  ratings: 'Ratings here',
  of: (count: number, newestOnly: boolean) =>
    newestOnly ? `of 10, the ${formatCount(count)} newest ratings` : `of 10, ${plural(count, 'rating')}`,
  gave: (rating: number, count: number) => `${rating}: ${people(count)}`,
  rating: 'Rating',
  people: 'People',
  followed: 'People you follow',
  have: (count: number, finished: number, more: boolean) => {
    const have = `${more ? 'More than ' : ''}${formatCount(count)} ${count === 1 ? 'has' : 'have'} it`;
    return finished === 0 ? `${have}, nobody finished it` : `${have}, ${formatCount(finished)} finished it`;
  },
  hours: (hours: string) => `${hours} h`,
  rated: 'Rated',
  all: (count: number) => `Show all ${formatCount(count)}`,
};
