import { type Attempt, type Change, isOfPart, isTemporary, partOf } from '../change.ts';
import type { Response, Told } from '../outcome.ts';
import type { Act } from './acts.ts';
import { Device } from './device.ts';
import { games, Server } from './server.ts';

type Answer = ReturnType<Server['since']>;

/**
 * A message in flight: a request until it has an `answer`. A reload drops the connection, not a request on the way to
 * the server.
 */
interface Letter {
  readonly device: Device;
  readonly life: number;
  readonly change?: { readonly change: Change; readonly attempt: Attempt };
  readonly cursor?: string | null;
  answer?: Response | Answer;
}

const isRequest = ({ answer }: Letter) => answer === undefined;
const isAnswer = ({ answer }: Letter) => answer !== undefined;

/** Returns whether the user was told about a change: by itself, or with the failed addition of its game. */
function accountsFor(told: Told & { readonly of: string }, key: string, guid: string): boolean {
  if (told.of === key) return true;
  if (told.kind === 'failed') return told.change.guid === guid;
  return told.kind === 'removed' && isTemporary(told.entry) && told.entry.guid === guid;
}

export class World {
  readonly server = new Server();
  readonly devices = [new Device('A'), new Device('B')] as const;
  #letters: Letter[] = [];
  #lives = new Map<Device, number>();

  /** Both devices start with all games in sync with the server. */
  constructor() {
    for (const guid of games)
      this.#deviceOf(0).make({ does: 'add', device: 0, game: 0, value: 1, field: 'rating' }, guid);
    for (let round = 0; round < 2; round += 1) this.#settle();
  }

  /** No request is in flight for longer than the server keeps keys. */
  #forgetKeys(): void {
    const under = new Set(this.#letters.map(({ change }) => change?.attempt.key));
    this.server.forgetKeysOfSessions((key) => !under.has(key));
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
    for (const change of device.send()) this.#letters.push({ device, life: this.#life(device), change });
  }

  #ask(device: Device): void {
    if (!device.asking) this.#letters.push({ device, life: this.#life(device), cursor: device.ask() });
  }

  #arrive(letter: Letter | undefined): void {
    if (!letter) return;
    const { change, cursor = null } = letter;
    letter.answer = change ? this.server.take(change.change, change.attempt) : this.server.since(cursor);
  }

  #answer(letter: Letter | undefined): void {
    if (!letter?.answer) return;
    this.#letters = this.#letters.filter((other) => other !== letter);
    const { device, life, change, answer } = letter;
    if (life !== this.#life(device)) return;
    if (change) device.answered(change.change.key, answer as Response);
    else device.learn(answer as Answer);
  }

  #lose(letter: Letter | undefined): void {
    if (!letter) return;
    this.#letters = this.#letters.filter((other) => other !== letter);
    const { device, life, change } = letter;
    if (life !== this.#life(device)) return;
    if (change) device.answered(change.change.key, null);
    else device.asking = false;
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
    for (let round = 0; round < 200; round += 1) {
      for (const device of this.devices) device.decide(round);
      this.#settle();
      const busy = this.devices.some(({ shelf, asksAgain }) => shelf.queue.length > 0 || asksAgain);
      if (!busy && round > 3 && this.#letters.every(({ change }) => !change)) break;
    }
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

  /** Returns sessions and playthroughs that are not stored, though no user removed them or was told. */
  lostParts(): string[] {
    const made = this.devices.flatMap((device) => device.made).filter(isOfPart);
    const told = this.devices.flatMap((device) => device.told);
    const isTold = (key: string, guid: string) => told.some((one) => accountsFor(one, key, guid));
    return made.flatMap((change) => {
      const { kind, key, guid } = change;
      const { id } = partOf(change);
      if (kind !== 'log' && kind !== 'add-playthrough') return [];
      const isTaken = made.some((one) => /^(unlog|remove)/.test(one.kind) && partOf(one).id === id);
      const isStored = this.server.sessions.has(id) || this.server.playthroughs.has(id);
      return isTaken || isStored || isTold(key, guid) ? [] : [key];
    });
  }

  /** Returns keys of finished changes that are not stored and that no user was told about. */
  lost(): string[] {
    return this.devices.flatMap(({ made, told }) =>
      made
        .filter(({ kind }) => kind === 'add' || kind === 'update')
        .filter(({ key, guid }) => !this.server.done.has(key) && !told.some((one) => accountsFor(one, key, guid)))
        .map(({ key }) => key),
    );
  }
}
