import { type Topic, topics } from '@nightshelf/contracts';
import { demandOf } from './demand.ts';
import { figure } from './figures.ts';
import type { Question } from './question.ts';
import { type Skew, skewOf } from './skew.ts';

export interface TopicLoad {
  readonly topic: Topic;
  readonly partitions: number;
  /** Messages a second at the peak: of all, of the mean partition, of the fullest. */
  readonly messages: number;
  readonly mean: number;
  readonly hottest: number;
  /** Share of what one partition's consumer applies that the fullest has; 1 and more is not kept up with. */
  readonly use: number;
  /** Seconds from a change to its copy that waiting takes, at the fullest partition; infinite where it falls behind. */
  readonly wait: number;
}

/** Users who are new, in a year, for each there is: their events, and those of games, are few beside the others. */
const newUsers = 0.5;
const secondsOfYear = 365 * 86_400;

export function topicLoadsOf(question: Question, skew: Skew = skewOf(question)): TopicLoad[] {
  const { entryChanges, calls } = demandOf(question);
  const { users, peak, games, events } = question;
  // Each game is looked at again every month, and told of when it has changed; users register through the year.
  const messages: Partial<Record<Topic, number>> = {
    'library.entries': entryChanges * events,
    'social.follows': calls.follow,
    'auth.users': (users * newUsers * peak) / secondsOfYear,
    'catalog.games': (games * 12) / secondsOfYear,
    'library.game-requests': (calls.add * figure('provider.new')) / 2,
  };
  return (Object.entries(messages) as [Topic, number][]).map(([topic, perSecond]) => {
    const partitions = topic === 'library.entries' ? question.partitions : topics[topic].partitions;
    const mean = perSecond / partitions;
    // Keyed by user alike, so that they are dealt out alike; fewer partitions are fuller evenly.
    const hottest = partitions === 1 ? mean : mean * skew.hottest;
    const use = hottest / figure('event.partition');
    // One after the other, arriving at random: the mean wait of a queue with one server and even service (M/D/1).
    const wait = use < 1 ? use / (2 * (1 - use) * figure('event.partition')) : Number.POSITIVE_INFINITY;
    return { topic, partitions, messages: perSecond, mean, hottest, use, wait };
  });
}
