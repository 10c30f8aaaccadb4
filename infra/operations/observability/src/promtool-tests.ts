import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, stringify } from 'yaml';
import { alertsOf, folder, type RuleFile } from './rules.ts';

/** What becomes of an alert while figures go as they are given, in `test/alerts`. */
export interface AlertCase {
  readonly alert: string;
  /** Series and their values at each interval, as promtool writes them. */
  readonly given: Readonly<Record<string, string>>;
  /** Between two values; a minute unless given. */
  readonly interval?: string;
  /** How often rules are; a minute unless given. What takes days is evaluated less often, since it takes promtool long. */
  readonly evaluated?: string;
  /** By the time since the first value: what is told then. */
  readonly fires?: Readonly<Record<string, readonly Firing[]>>;
  /** When nothing is told. */
  readonly quiet?: readonly string[];
}

interface Firing {
  readonly labels?: Readonly<Record<string, string>>;
  /** What the operator reads. */
  readonly says: string;
}

/** Cases of the alerts in a file of rules. */
export function casesOf({ subject }: RuleFile): readonly AlertCase[] {
  const path = join(folder, 'test', 'alerts', `${subject}.yml`);
  return existsSync(path) ? parse(readFileSync(path, 'utf8')) : [];
}

/** Files of unit tests for promtool, one for each interval at which rules are evaluated. */
export function promtoolTests(file: RuleFile): readonly string[] {
  const byInterval = Map.groupBy(casesOf(file), ({ evaluated = '1m' }) => evaluated);
  return [...byInterval].map(([evaluation_interval, cases]) => {
    const tests = cases.map((one) => promtoolTest(file, one));
    return stringify({ rule_files: [file.path], evaluation_interval, tests }, { lineWidth: 0 });
  });
}

/** Severity and runbook of an alert are those of its rule. */
function promtoolTest(file: RuleFile, { alert, given, interval = '1m', fires = {}, quiet = [] }: AlertCase) {
  const rule = alertsOf(file).find((one) => one.alert === alert);
  if (!rule) throw new Error(`${file.subject} has no alert ${alert}`);
  const told = Object.entries(fires).map(([at, firings]) => ({
    eval_time: at,
    alertname: alert,
    exp_alerts: firings.map(({ labels, says }) => ({
      exp_labels: { ...rule.labels, ...labels },
      exp_annotations: { ...rule.annotations, summary: says },
    })),
  }));
  return {
    name: alert,
    interval,
    input_series: Object.entries(given).map(([series, values]) => ({ series, values })),
    alert_rule_test: [...told, ...quiet.map((at) => ({ eval_time: at, alertname: alert, exp_alerts: [] }))],
  };
}
