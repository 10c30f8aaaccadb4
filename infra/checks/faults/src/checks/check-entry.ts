import { type EntryHistory, fieldNames, type Intent, type Seen } from '../gamers/history.ts';
import type { Check, Problem } from './problem.ts';

/** A state of the entry that a response or the database showed. */
interface Observation {
  readonly seen: Seen;
  readonly sentAt: number;
  readonly endedAt: number;
  /** The acknowledged intent that made this version, for its own response. */
  readonly made?: Intent;
}

/** @param stored the database's state, read at `at` */
function observationsOf({ intents, readings }: EntryHistory, stored: Seen | null, at: number): Observation[] {
  const responses = intents.flatMap((intent) => {
    const { seen, sentAt, endedAt } = intent;
    if (!seen) return [];
    return [{ seen, sentAt, endedAt, ...(intent.outcome === 'acknowledged' ? { made: intent } : {}) }];
  });
  return [...responses, ...readings, ...(stored ? [{ seen: stored, sentAt: at, endedAt: at }] : [])];
}

/** One observed version of the entry. */
interface KnownVersion {
  readonly version: number;
  readonly seen: Seen;
  /** The acknowledged intent that made it. */
  readonly made: Intent | undefined;
  /** When the last request was sent that showed this version or an earlier one. */
  readonly latestSent: number;
  /** When the first response arrived that showed this version. */
  readonly firstEnded: number;
}

/** Returns the observed versions in order; reports two states or two makers of one version to `contradiction`. */
function knownVersions(observations: readonly Observation[], contradiction: (message: string) => void): KnownVersion[] {
  const byVersion = Map.groupBy(observations, ({ seen }) => seen.version);
  let latestSent = Number.NEGATIVE_INFINITY;
  return [...byVersion]
    .sort(([a], [b]) => a - b)
    .flatMap(([version, same]) => {
      const [first] = same;
      if (!first) return [];
      const other = same.find(({ seen }) => fieldNames.some((field) => seen[field] !== first.seen[field]));
      if (other) contradiction(`version ${version} is ${show(first.seen)} and ${show(other.seen)}`);
      const makers = same.flatMap(({ made }) => made ?? []);
      if (makers.length > 1) contradiction(`${makers.length} acknowledged changes made version ${version}`);
      latestSent = Math.max(latestSent, ...same.map(({ sentAt }) => sentAt));
      const firstEnded = Math.min(...same.map(({ endedAt }) => endedAt));
      return [{ version, seen: first.seen, made: makers[0], latestSent, firstEnded }];
    });
}

const show = ({ version: _, ...fields }: Seen) => JSON.stringify(fields);

/**
 * Checks that the intents explain the stored entry and every response: each acknowledged change took effect once, in an
 * order that agrees with the order of the requests; each change without a response took effect at most once, and not
 * after the gamer gave it up.
 * @param stored the entry in the owner's database; null when it is not there
 * @param at when it was read, while no gamer wrote
 */
export function checkEntry(history: EntryHistory, stored: Seen | null, at: number): Problem[] {
  const problems: Problem[] = [];
  const report: Report = (check, message) => problems.push({ check, about: history.entryId, message });
  const observations = observationsOf(history, stored, at);
  const versions = knownVersions(observations, (message) => report('contradiction', message));
  checkOrder(observations, report);
  checkSteps(history, versions, report);
  checkEnd(history, stored, report);
  checkRefusals(history, report);
  return problems;
}

type Report = (check: Check, message: string) => void;

/** A request sent after a response showed a version must see that version or a later one. */
function checkOrder(observations: readonly Observation[], report: Report): void {
  const ended = observations.toSorted((a, b) => a.endedAt - b.endedAt).values();
  let earlier = ended.next().value;
  let newest = 0;
  for (const { seen, sentAt } of observations.toSorted((a, b) => a.sentAt - b.sentAt)) {
    for (; earlier && earlier.endedAt < sentAt; earlier = ended.next().value)
      newest = Math.max(newest, earlier.seen.version);
    if (seen.version < newest)
      report('older over newer', `a request saw version ${seen.version} after another saw version ${newest}`);
  }
}

/** Explains each change from one known version to the next by an intent. */
function checkSteps({ intents }: EntryHistory, versions: readonly KnownVersion[], report: Report): void {
  const used = new Set<Intent>();
  const silents = intents.filter(isSilent);
  let before: { version: number; seen: Seen; latestSent: number } | undefined = beginning(intents);
  for (const known of versions) {
    const { made, version, seen } = known;
    if (made) checkOwn(made, seen, report);
    if (before && version > before.version) {
      const from = before;
      const candidates = silents.filter(
        (intent) => !used.has(intent) && intent.sentAt <= known.firstEnded && intent.mayLandUntil >= from.latestSent,
      );
      const unexplained = version - from.version - (made ? 1 : 0);
      if (unexplained > candidates.length) {
        const range = `versions ${from.version} to ${version}`;
        report('doubled', `${range}: ${unexplained} changes, but only ${candidates.length} intents without a response`);
      }
      for (const field of fieldNames) {
        if (made && field in made.fields) continue;
        const value = seen[field];
        if (value === from.seen[field]) continue;
        const author = unexplained > 0 ? candidates.find((intent) => intent.fields[field] === value) : undefined;
        if (author && !isAmbiguous(field)) used.add(author);
        if (!author) report('older over newer', `no intent explains ${field} ${value} at version ${version}`);
      }
    }
    before = known;
  }
}

/** Many intents write the same status or rating, so the value does not identify the intent. */
const isAmbiguous = (field: string) => field === 'status' || field === 'rating';

/** Returns whether no response shows which version the intent made. */
const isSilent = ({ outcome, kind, seen }: Intent) =>
  outcome === 'unknown' || (outcome === 'acknowledged' && (kind === 'remove' || seen === undefined));

/** Returns the requested state as version 1, if the addition had no response. */
function beginning(intents: readonly Intent[]) {
  const add = intents.find(({ kind }) => kind === 'add');
  if (!add || add.outcome === 'acknowledged') return undefined;
  const { status = 'want_to_play', rating = null, hours_played = null, platform_id = null } = add.fields;
  return { version: 1, seen: { version: 1, status, rating, hours_played, platform_id }, latestSent: add.sentAt };
}

/** Checks the response to an acknowledged intent. */
function checkOwn({ fields, kind, ifVersion, key }: Intent, seen: Seen, report: Report): void {
  for (const field of fieldNames) {
    if (field in fields && fields[field] !== seen[field]) {
      report('lost', `the response to ${field} ${fields[field]} shows ${seen[field]}`);
    }
  }
  // A change conditional on a version makes the next version, or is refused.
  if (ifVersion !== undefined && seen.version !== ifVersion + 1)
    report('condition', `a change of version ${ifVersion} made version ${seen.version} (key ${key})`);
  if (kind === 'add' && seen.version !== 1) report('doubled', `the addition made version ${seen.version}`);
}

function checkEnd({ intents }: EntryHistory, stored: Seen | null, report: Report): void {
  const moves = intents.filter(({ kind, outcome }) => kind !== 'change' && outcome !== 'refused');
  const last = moves.findLast(({ outcome }) => outcome === 'acknowledged');
  const open = moves.filter(
    ({ outcome, mayLandUntil }) => outcome === 'unknown' && (!last || mayLandUntil >= last.sentAt),
  );
  const mayBeGone = last?.kind === 'remove' || open.some(({ kind }) => kind === 'remove');
  const mayBeThere = last === undefined || last.kind !== 'remove' || open.some(({ kind }) => kind === 'restore');
  if (!stored && !mayBeGone && last) report('lost', 'the entry is gone, but no gamer removed it');
  if (stored && !mayBeThere) report('older over newer', 'the entry was removed and is there again');
  for (const { outcome, seen } of intents) {
    if (outcome === 'acknowledged' && stored && seen && seen.version > stored.version)
      report('lost', `version ${seen.version} was acknowledged, version ${stored.version} is stored`);
  }
}

function checkRefusals({ intents }: EntryHistory, report: Report): void {
  let isRemoved = false;
  for (const { kind, outcome, status, code, seen, ifVersion, key } of intents) {
    if (kind === 'remove' && outcome !== 'refused') isRemoved = true;
    if (outcome !== 'refused') continue;
    const isConflict = status === 409 && code === 'library.entry_changed' && seen && ifVersion !== undefined;
    if (isConflict && seen.version > ifVersion) continue;
    if (status === 404 && isRemoved) continue;
    report('wrong refusal', `${kind} returned ${status} ${code} (key ${key})`);
  }
}
