import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, stringify } from 'yaml';
import { alertsOf, folder, type RuleFile } from '../src/rules.ts';

/** The expected state of an alert for given series, in `test/alerts`. */
export interface AlertCase {
  readonly alert: string;
  /** Series and their values at each interval, in promtool's notation. */
  readonly given: Readonly<Record<string, string>>;
  /** Between two values; defaults to one minute. */
  readonly interval?: string;
  /** Between two evaluations; defaults to one minute. Cases that span days need a longer one: promtool is slow. */
  readonly evaluated?: string;
  /** Firing alerts, by the time since the first value. */
  readonly fires?: Readonly<Record<string, readonly Firing[]>>;
  /** Times at which the alert does not fire. */
  readonly quiet?: readonly string[];
}

interface Firing {
  readonly labels?: Readonly<Record<string, string>>;
  /** The text for the operator. */
  readonly summary: string;
}

/** Returns the test cases of a rule file's alerts. */
export function casesOf({ subject }: RuleFile): readonly AlertCase[] {
  const path = join(folder, 'test', 'alerts', `${subject}.yml`);
  return existsSync(path) ? parse(readFileSync(path, 'utf8')) : [];
}

/** Returns promtool test files, one for each evaluation interval. */
export function promtoolTests(file: RuleFile): readonly string[] {
  const byInterval = Map.groupBy(casesOf(file), ({ evaluated = '1m' }) => evaluated);
  return [...byInterval].map(([evaluation_interval, cases]) => {
    const tests = cases.map((one) => promtoolTest(file, one));
    return stringify({ rule_files: [file.path], evaluation_interval, tests }, { lineWidth: 0 });
  });
}

/** Takes severity and runbook from the alert's rule. */
function promtoolTest(file: RuleFile, { alert, given, interval = '1m', fires = {}, quiet = [] }: AlertCase) {
  const rule = alertsOf(file).find((one) => one.alert === alert);
  if (!rule) throw new Error(`${file.subject} has no alert ${alert}`);
  const firing = Object.entries(fires).map(([at, firings]) => ({
    eval_time: at,
    alertname: alert,
    exp_alerts: firings.map(({ labels, summary }) => ({
      exp_labels: { ...rule.labels, ...labels },
      exp_annotations: { ...rule.annotations, summary },
    })),
  }));
  return {
    name: alert,
    interval,
    input_series: Object.entries(given).map(([series, values]) => ({ series, values })),
    alert_rule_test: [...firing, ...quiet.map((at) => ({ eval_time: at, alertname: alert, exp_alerts: [] }))],
  };
}
