import { type EntryHistory, fieldNames, type Intent, type Seen } from '../gamers/history.ts';
import { type KnownVersion, knownVersions, type Observation, observationsOf } from './observations.ts';
import type { Verdict } from './verdict.ts';

/**
 * Whether what was stored, and every answer on the way there, can be explained by what was wanted: each acknowledged
 * change took effect once, in an order that agrees with the order of the calls; each one without an answer once or never,
 * and not after it was given up.
 * @param stored what the owner's database has; null when the entry is not there
 * @param at when that was read, with nobody writing
 */
export function checkEntry(history: EntryHistory, stored: Seen | null, at: number): Verdict[] {
  const verdicts: Verdict[] = [];
  const say = (kind: Verdict['kind'], says: string) => verdicts.push({ kind, about: history.entryId, says });
  const observations = observationsOf(history, stored, at);
  const versions = knownVersions(observations, (says) => say('unexplained', says));
  checkConditions(history, say);
  checkOrder(observations, say);
  checkSteps(history, versions, say);
  checkEnd(history, stored, say);
  checkRefusals(history, say);
  return verdicts;
}

type Say = (kind: Verdict['kind'], says: string) => void;

/** Whoever asks after somebody was told of a version is told of that one or a later one. */
function checkOrder(observations: readonly Observation[], say: Say): void {
  const descending = [...observations].sort((a, b) => b.seen.version - a.seen.version);
  let higher: Observation | undefined;
  let pending: Observation[] = [];
  for (const observation of descending) {
    const [first] = pending;
    if (first && first.seen.version !== observation.seen.version) {
      for (const one of pending) if (!higher || one.endedAt < higher.endedAt) higher = one;
      pending = [];
    }
    pending.push(observation);
    if (higher && observation.sentAt > higher.endedAt) {
      const { version } = observation.seen;
      say(
        'older over newer',
        `version ${version} was shown to a call sent after version ${higher.seen.version} had been`,
      );
      return;
    }
  }
}

/** From each known version to the next: every change is somebody's. */
function checkSteps({ intents }: EntryHistory, versions: readonly KnownVersion[], say: Say): void {
  const used = new Set<Intent>();
  const silents = intents.filter(isSilent);
  let before: { version: number; seen: Seen; latestSent: number } | undefined = beginning(intents);
  for (const known of versions) {
    const { made, version, seen } = known;
    if (made) checkOwn(made, seen, say);
    if (before && version > before.version) {
      const from = before;
      const free = silents.filter(
        (intent) => !used.has(intent) && intent.sentAt <= known.firstEnded && intent.mayLandUntil >= from.latestSent,
      );
      const unexplained = version - from.version - (made ? 1 : 0);
      if (unexplained > free.length) {
        say(
          'doubled',
          `from version ${from.version} to ${version}: ${unexplained} changes, of which ${free.length} can be anybody's`,
        );
      }
      for (const field of fieldNames) {
        if (made && field in made.fields) continue;
        const value = seen[field];
        if (value === from.seen[field]) continue;
        const author = unexplained > 0 ? free.find((intent) => intent.fields[field] === value) : undefined;
        if (author && !repeats(field)) used.add(author);
        if (!author)
          say('older over newer', `${field} ${value} at version ${version}: ${originOf(intents, field, value)}`);
      }
    }
    before = known;
  }
}

/** Few values: which intent one comes from cannot be told by it. */
const repeats = (field: string) => field === 'status' || field === 'rating';

/** Intents of which no answer said which version they made. */
const isSilent = ({ outcome, kind, seen }: Intent) =>
  outcome === 'unknown' || (outcome === 'acknowledged' && (kind === 'remove' || seen === undefined));

/** Where the entry's addition was not answered, its first version is what was asked for. */
function beginning(intents: readonly Intent[]) {
  const add = intents.find(({ kind }) => kind === 'add');
  if (!add || add.outcome === 'acknowledged') return undefined;
  const { status = 'want_to_play', rating = null, hours_played = null, platform_id = null } = add.fields;
  return { version: 1, seen: { version: 1, status, rating, hours_played, platform_id }, latestSent: add.sentAt };
}

/** A change on condition of a version makes the next one, or is refused. */
function checkConditions({ intents }: EntryHistory, say: Say): void {
  const wrong = intents.filter(
    ({ outcome, ifVersion, seen }) =>
      outcome === 'acknowledged' && ifVersion !== undefined && seen && seen.version !== ifVersion + 1,
  );
  const [first] = wrong;
  if (!first) return;
  const others = wrong.length > 1 ? `, and ${wrong.length - 1} more like it` : '';
  say(
    'condition',
    `on condition of version ${first.ifVersion}, version ${first.seen?.version} was made (key ${first.key}${others})`,
  );
}

function checkOwn({ fields, kind }: Intent, seen: Seen, say: Say): void {
  for (const field of fieldNames) {
    if (field in fields && fields[field] !== seen[field]) {
      say('lost', `${field} ${fields[field]} was acknowledged with ${seen[field]} in the same answer`);
    }
  }
  if (kind === 'add' && seen.version !== 1) say('doubled', `it was added as version ${seen.version}`);
}

function originOf(intents: readonly Intent[], field: (typeof fieldNames)[number], value: unknown): string {
  const author = intents.findLast((intent) => intent.fields[field] === value);
  if (!author) return 'nobody wanted that';
  return `that of an intent ${author.outcome} before (${author.status}, key ${author.key})`;
}

function checkEnd({ intents }: EntryHistory, stored: Seen | null, say: Say): void {
  const moves = intents.filter(({ kind, outcome }) => kind !== 'change' && outcome !== 'refused');
  const last = moves.findLast(({ outcome }) => outcome === 'acknowledged');
  const open = moves.filter(
    ({ outcome, mayLandUntil }) => outcome === 'unknown' && (!last || mayLandUntil >= last.sentAt),
  );
  const mayBeGone = last?.kind === 'remove' || open.some(({ kind }) => kind === 'remove');
  const mayBeThere = last === undefined || last.kind !== 'remove' || open.some(({ kind }) => kind === 'restore');
  if (!stored && !mayBeGone && last) say('lost', 'the entry is gone, and nobody has removed it');
  if (stored && !mayBeThere) say('older over newer', 'the entry was removed and is there again');
  const gone = intents.filter(
    ({ outcome, seen }) => outcome === 'acknowledged' && stored && seen && seen.version > stored.version,
  );
  for (const { seen } of gone)
    say('lost', `version ${seen?.version} was acknowledged, version ${stored?.version} is stored`);
}

function checkRefusals({ intents }: EntryHistory, say: Say): void {
  let removed = false;
  for (const { kind, outcome, status, code, seen, ifVersion, key } of intents) {
    if (kind === 'remove' && outcome !== 'refused') removed = true;
    if (outcome !== 'refused') continue;
    const about = `${kind} answered ${status} ${code} (key ${key})`;
    const named = status === 409 && code === 'library.entry_changed' && seen && ifVersion !== undefined;
    if (named && seen.version > ifVersion) continue;
    if (status === 404 && removed) continue;
    say('wrong refusal', about);
  }
}
