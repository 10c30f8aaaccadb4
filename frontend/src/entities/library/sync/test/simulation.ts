import fc from 'fast-check';
import type { LibraryAnswer } from '../../api.ts';
import { isOfPart, isTemporary, type Part, partOf } from '../change.ts';
import type { Stored } from '../settle.ts';
import { Device, type DeviceNotice, type Edit } from './device.ts';
import { games, Server } from './server.ts';

/** One event of a history. Numbers choose among the current options, modulo their count. */
export type Act =
  | (Edit & { readonly device: number; readonly game: number })
  | { readonly does: 'send' | 'ask' | 'reload' | 'decide'; readonly device: number; readonly pick: number }
  | { readonly does: 'arrive' | 'answer' | 'loseRequest' | 'loseAnswer'; readonly pick: number }
  | { readonly does: 'forgetRemoved' | 'forgetCursors' | 'forgetKeys' };

const device = fc.constantFrom(0, 1);
// Small numbers choose the oldest message in flight, large ones the newest.
const pick = fc.constantFrom(0, 0, 1, 2, 3);

const edits = fc.record({
  does: fc.constantFrom<Edit['does'][]>(
    ...(['addEntry', 'removeEntry', 'removeEntry', 'restoreEntry'] as const),
    ...(['updateEntry', 'updateEntry', 'updateEntry', 'updateEntry'] as const),
    ...(['logPlaySession', 'logPlaySession', 'changePlaySession', 'removePlaySession'] as const),
    ...(['addPlaythrough', 'changePlaythrough', 'removePlaythrough'] as const),
  ),
  device,
  game: fc.constantFrom(0, 0, 0, 1),
  value: fc.constantFrom(1, 2),
  field: fc.constantFrom<Edit['field'][]>('rating', 'hours_played'),
});
const decisions = fc.record({
  does: fc.constantFrom('send', 'send', 'send', 'ask', 'ask', 'ask', 'reload', 'decide'),
  device,
  pick,
});
const deliveries = fc.record({
  does: fc.constantFrom(
    ...(['arrive', 'arrive', 'arrive', 'answer', 'answer', 'answer'] as const),
    ...(['loseRequest', 'loseAnswer', 'loseAnswer'] as const),
  ),
  pick,
});
const losses = fc.record({ does: fc.constantFrom('forgetRemoved', 'forgetCursors', 'forgetKeys') });

export const acts: fc.Arbitrary<Act> = fc.oneof(
  { weight: 5, arbitrary: edits },
  { weight: 12, arbitrary: decisions as fc.Arbitrary<Act> },
  { weight: 12, arbitrary: deliveries as fc.Arbitrary<Act> },
  { weight: 1, arbitrary: losses as fc.Arbitrary<Act> },
);

/**
 * A message in flight: a request until it has an `answer`. A reload drops the connection, not a request on the way to
 * the server.
 */
interface Letter {
  readonly device: Device;
  readonly life: number;
  readonly change?: NonNullable<ReturnType<Device['send']>>;
  readonly cursor?: string | null;
  answer?: Stored | Error | LibraryAnswer;
}

const isRequest = ({ answer }: Letter) => answer === undefined;
const isAnswer = ({ answer }: Letter) => answer !== undefined;

/** Returns whether the user was notified of a change: by itself, or with the failed addition of its game. */
function accountsFor(notice: DeviceNotice, key: string, guid: string): boolean {
  if (notice.of === key) return true;
  if (notice.kind === 'failed') return notice.change.guid === guid;
  return notice.kind === 'removed' && isTemporary(notice.entry) && notice.entry.guid === guid;
}

export class Simulation {
  readonly server = new Server();
  readonly devices = [new Device('A'), new Device('B')] as const;
  #letters: Letter[] = [];
  #lives = new Map<Device, number>();

  /** Both devices start with all games in sync with the server. */
  constructor() {
    for (const guid of games) this.#deviceOf(0).make({ does: 'addEntry', value: 1, field: 'rating' }, guid);
    for (let round = 0; round < 6; round += 1) this.#settle();
  }

  /** No request is in flight for longer than the server keeps keys. */
  #forgetKeys(): void {
    const under = new Set(this.#letters.map(({ change }) => change?.sent.key));
    this.server.forgetKeysOfParts((key) => !under.has(key));
  }

  #life = (device: Device) => this.#lives.get(device) ?? 0;

  #deviceOf = (number: number) => this.devices[number % 2] as Device;

  play(act: Act): void {
    if ('game' in act) this.#deviceOf(act.device).make(act, games[act.game] ?? games[0]);
    else if (act.does === 'send') this.#send(this.#deviceOf(act.device));
    else if (act.does === 'ask') this.#ask(this.#deviceOf(act.device));
    else if (act.does === 'reload') this.#reload(this.#deviceOf(act.device));
    else if (act.does === 'decide') this.#deviceOf(act.device).decide(act.pick);
    else if (act.does === 'arrive') this.#arrive(this.#pick(isRequest, act.pick));
    else if (act.does === 'answer') this.#answer(this.#pick(isAnswer, act.pick));
    else if (act.does === 'loseRequest') this.#lose(this.#pick(isRequest, act.pick));
    else if (act.does === 'loseAnswer') this.#lose(this.#pick(isAnswer, act.pick));
    else if (act.does === 'forgetRemoved') this.server.forgetRemoved();
    else if (act.does === 'forgetKeys') this.#forgetKeys();
    else if (act.does === 'forgetCursors') this.server.forgetCursors();
  }

  #reload(device: Device): void {
    this.#lives.set(device, this.#life(device) + 1);
    device.reload();
  }

  #pick(which: (letter: Letter) => boolean, number: number): Letter | undefined {
    const some = this.#letters.filter(which);
    return some[number % some.length];
  }

  #send(device: Device): void {
    const change = device.send();
    if (change) this.#letters.push({ device, life: this.#life(device), change });
  }

  #ask(device: Device): void {
    if (device.ask()) this.#letters.push({ device, life: this.#life(device), cursor: device.shelf.cursor });
  }

  #arrive(letter: Letter | undefined): void {
    if (!letter) return;
    const { change, cursor = null } = letter;
    letter.answer = change ? this.server.take(change.change, change.sent) : this.server.since(cursor);
  }

  #answer(letter: Letter | undefined): void {
    if (!letter?.answer) return;
    this.#letters = this.#letters.filter((other) => other !== letter);
    const { device, life, change, answer } = letter;
    if (life !== this.#life(device)) return;
    if (change) device.answered(change, answer as Stored | Error);
    else device.learn(answer as LibraryAnswer);
  }

  #lose(letter: Letter | undefined): void {
    if (!letter) return;
    this.#letters = this.#letters.filter((other) => other !== letter);
    const { device, life, change } = letter;
    if (life !== this.#life(device)) return;
    if (change) device.answered(change, null);
    device.busy = false;
    // A lost request means that the server is unreachable: pull before anything else is sent.
    device.pulls = true;
  }

  /** Delivers all sendable requests and their responses. */
  #settle(): void {
    for (const device of this.devices) {
      this.#send(device);
      this.#ask(device);
    }
    for (const letter of [...this.#letters]) {
      this.#arrive(letter);
      this.#answer(letter);
    }
  }

  /** Runs a healthy network until everything is delivered. */
  heal(): void {
    for (let round = 0; round < 400; round += 1) {
      for (const device of this.devices) device.decide(round);
      this.#settle();
      const busy = this.devices.some(({ shelf, pulls }) => shelf.queue.length > 0 || pulls);
      if (!busy && round > 3 && this.#letters.every(({ change }) => !change)) break;
    }
    // Deliver requests of closed pages, then pull once more.
    for (const letter of [...this.#letters]) {
      this.#arrive(letter);
      this.#answer(letter);
    }
    for (const device of this.devices) {
      this.#ask(device);
      const letter = this.#letters.at(-1);
      this.#arrive(letter);
      this.#answer(letter);
    }
  }

  /** Returns sessions and playthroughs that are not stored, though no user removed them or was notified. */
  lostParts(): string[] {
    const made = this.devices.flatMap((device) => device.made).filter(isOfPart);
    const notices = this.devices.flatMap((device) => device.notices);
    return made.flatMap((change) => {
      const { key, guid, before } = change;
      const { id } = partOf<Part>(change);
      if (before) return [];
      const isRemoved = made.some((one) => !one.now && one.before?.id === id);
      const isAccounted = this.server.parts.has(id) || notices.some((one) => accountsFor(one, key, guid));
      return isRemoved || isAccounted ? [] : [key];
    });
  }

  /** Returns keys of finished changes that are not stored and that no user was notified of. */
  lost(): string[] {
    return this.devices.flatMap(({ made, notices }) =>
      made
        .filter(({ call }) => call === 'addEntry' || call === 'updateEntry')
        .filter(({ key, guid }) => !this.server.done.has(key) && !notices.some((one) => accountsFor(one, key, guid)))
        .map(({ key }) => key),
    );
  }
}
