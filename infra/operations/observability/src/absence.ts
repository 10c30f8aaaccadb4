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
