import { SharedArray } from 'k6/data';
import exec from 'k6/execution';

export interface Person {
  readonly id: string;
  readonly username: string;
  /** Value of a `Cookie` header of somebody signed in. */
  readonly cookie: string;
}

export interface Crowd {
  readonly password: string;
  readonly people: readonly Person[];
  /** Games that nobody among the people has in the vault: journeys add and remove these. */
  readonly spare_guids: readonly string[];
  /** Games whose pages are opened. */
  readonly guids: readonly string[];
}

// Parsed once for all virtual users.
const crowd = new SharedArray('crowd', () => [JSON.parse(open(__ENV.CROWD ?? '')) as Crowd]);

const [{ people, guids, spare_guids: spareGuids, password }] = crowd as unknown as [Crowd];

export { guids, password, people, spareGuids };

/** @returns one of them, each as likely */
export function anyOf<T>(list: readonly T[]): T {
  const chosen = list[Math.floor(Math.random() * list.length)];
  if (chosen === undefined) throw new Error('An empty list: seed first (npm run seed)');
  return chosen;
}

/** The person whom this virtual user is, alone: two must not edit one vault at once. */
export const myself = (): Person => people[(exec.vu.idInTest - 1) % people.length] ?? anyOf(people);
