/**
 * External metrics, by exporter; docs/operations/alerts/data-tier.md names the source of each. The product or a
 * recording rule must export any other metric in use.
 */
export const dataTierMetrics: Readonly<Record<string, readonly string[]>> = {
  'CloudNativePG 1.28': [
    'cnpg_backends_total',
    'cnpg_collector_pg_wal_archive_status',
    'cnpg_collector_up',
    'cnpg_pg_database_size_bytes',
    'cnpg_pg_replication_lag',
    'cnpg_pg_replication_streaming_replicas',
    'cnpg_pg_stat_archiver_last_archived_time',
    'cnpg_pg_stat_archiver_last_failed_time',
  ],
  'its barman-cloud plugin 0.15': [
    'barman_cloud_cloudnative_pg_io_last_available_backup_timestamp',
    'barman_cloud_cloudnative_pg_io_last_failed_backup_timestamp',
  ],
  "Strimzi's Metrics Reporter, and the agent of brokers of our own": [
    'kafka_cluster_partition_underminisr',
    'kafka_controller_kafkacontroller_activecontrollercount',
    'kafka_controller_kafkacontroller_offlinepartitionscount',
    'kafka_server_replicamanager_underreplicatedpartitions',
  ],
  'redis_exporter 1.88': [
    'redis_aof_last_write_status',
    'redis_connected_clients',
    'redis_connected_slave_lag_seconds',
    'redis_connected_slaves',
    'redis_instance_info',
    'redis_memory_used_bytes',
    'redis_rejected_connections_total',
    'redis_sentinel_master_ckquorum_status',
    'redis_sentinel_master_ok_sentinels',
    'redis_sentinel_masters',
    'redis_up',
  ],
  kubelet: ['kubelet_volume_stats_available_bytes', 'kubelet_volume_stats_capacity_bytes'],
  'kube-state-metrics 2': [
    'kube_horizontalpodautoscaler_spec_max_replicas',
    'kube_horizontalpodautoscaler_status_desired_replicas',
    'kube_deployment_status_condition',
    'kube_deployment_status_replicas_ready',
    'kube_job_failed',
  ],
  'cert-manager 1': ['certmanager_certificate_expiration_timestamp_seconds'],
  'blackbox_exporter 0.27': ['probe_duration_seconds', 'probe_ssl_earliest_cert_expiry', 'probe_success'],
  'our own processes, where PGSSLROOTCERT names a file': ['database_authority_expires_timestamp_seconds'],
};
