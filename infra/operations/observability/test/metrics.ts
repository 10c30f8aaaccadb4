import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { folder } from '../src/rules.ts';
import externalMetrics from './external-metrics.json' with { type: 'json' };

const words = new Set(['by', 'or', 'and', 'unless', 'bool', 'offset', 'up', 'e']);

/** Returns the names of metrics in an expression: words that are not functions, labels or PromQL keywords. */
export function metricsIn(expression: string): string[] {
  const bare = expression
    .replace(/"[^"]*"/g, '')
    .replace(/\{[^}]*\}/g, '')
    .replace(/\[[^\]]*\]/g, '')
    .replace(/\b(by|without|on|ignoring|group_left|group_right) ?\([^)]*\)/g, '');
  return [...bare.matchAll(/(?<![\w:])[a-z_][a-z_0-9:]*\b(?!\s*\()/g)]
    .map(([name]) => name)
    .filter((name) => !words.has(name));
}

/**
 * External metrics by exporter; docs/operations/alerts/data-tier.md names the source of each. The product or a recording
 * rule must export any other metric in use.
 */
export const dataTierMetrics: readonly string[] = Object.values(externalMetrics).flat();

/**
 * An alert never fires when its metrics are missing, so another alert must report that: metric pattern and the alert
 * that reports its absence. The first match counts.
 */
export const absences: readonly (readonly [figure: RegExp, alert: string])[] = [
  [/^(outbox_|auth_mails_|media_refresh_)/, 'RelayUnseen'],
  [/^(consumer_|event_lag_|events_|dead_letters_|projection_)/, 'ConsumersUnseen'],
  [/^queue_jobs$/, 'QueueUnseen'],
  [/^database_authority_/, 'DatabaseAuthorityUnseen'],
  [/^cnpg_/, 'PostgresUnseen'],
  [/^barman_cloud_/, 'BackupUnseen'],
  [/^kafka_/, 'KafkaUnseen'],
  [/^redis_(up|aof_|rejected_|connected_|memory_used_)/, 'RedisUnseen'],
  [/^(kubelet_|volume:)/, 'VolumesUnseen'],
  [/^kube_/, 'ClusterUnseen'],
  [/^probe_/, 'OutsideProbeUnseen'],
  // Metrics of every process, or of the gateway.
  [/^(up$|process_|nodejs_|database_pool_|redis_|sessions_|gateway_|objective:|provider_|auth_)/, 'ProcessUnseen'],
];

/** Metrics of optional components, whose absence needs no alert. */
export const optional: readonly RegExp[] = [/^certmanager_/];

const dashboards = join(folder, 'grafana', 'dashboards');

export interface Panel {
  readonly title: string;
  readonly targets: readonly { readonly expr: string }[];
}

/** Returns Grafana's dashboards with their file names. @typeParam Of the fields of a panel that the caller reads */
export const readDashboards = <Of extends Panel = Panel>() =>
  globSync('*.json', { cwd: dashboards })
    .sort()
    .map((file) => ({
      file,
      ...(JSON.parse(readFileSync(join(dashboards, file), 'utf8')) as { title: string; panels: Of[] }),
    }));

/** Panels, by dashboard and title, that stay empty until a failure occurs or days have passed. */
export const emptyWhenAllIsWell: readonly string[] = [
  'events.json Dead letters in fifteen minutes',
  'requests.json Failures by part',
  'requests.json Services: errors',
  'requests.json Services that did not answer',
  'requests.json Refused by limit',
];
