/**
 * An alert is silent where the figures that it asks for are not there, so somebody has to be told of that: by figure, the alert that
 * does. The first that fits counts.
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
  // Of every process, or of the gateway.
  [/^(up$|process_|nodejs_|database_pool_|redis_|sessions_|gateway_|objective:|provider_|auth_)/, 'ProcessUnseen'],
];

/** Figures that not everybody has, of whom nobody needs to be told. */
export const optional: readonly RegExp[] = [/^certmanager_/];
