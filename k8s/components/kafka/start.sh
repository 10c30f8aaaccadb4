#!/bin/bash
# Starts broker number N of a StatefulSet. The first start formats the folder and creates the users.
set -euo pipefail
number=${HOSTNAME##*-} name=$HOSTNAME.kafka-brokers.nightshelf.svc
settings=/tmp/server.properties
{
  cat /etc/kafka-broker/server.properties
  echo "node.id=$number"
  echo "advertised.listeners=SERVICES://$name:9092,REPLICATION://$name:9091"
} >"$settings"
java=(java -cp '/opt/kafka/libs/*' -Dlog4j2.configurationFile=/etc/kafka-broker/log4j2.properties)
user() { echo "SCRAM-SHA-512=[name=$1,password=$(<"/etc/kafka-users/$1/password")]"; }
"${java[@]}" kafka.tools.StorageTool format --ignore-formatted --cluster-id bmlnaHRzaGVsZi1wcm9kLQ --config "$settings" \
  --add-scram "$(user kafka-services)" --add-scram "$(user kafka-scaler)" >/dev/null

# Brokers read a certificate at their start and on request.
certificate=/etc/kafka-identity/tls-combined.pem
printf 'security.protocol=SSL\nssl.keystore.type=PEM\nssl.keystore.location=%s\nssl.truststore.type=PEM\nssl.truststore.location=/etc/kafka-identity/ca.crt\n' \
  "$certificate" >/tmp/client.properties
tell() {
  "${java[@]}" -Xmx96m kafka.admin.ConfigCommand --bootstrap-server "$name:9091" --command-config /tmp/client.properties \
    --entity-type brokers --entity-name "$number" --alter \
    --add-config "listener.name.services.ssl.keystore.location=$certificate,listener.name.replication.ssl.keystore.location=$certificate"
}
watch() {
  local known now
  known=$(sha256sum <"$certificate")
  while sleep 60; do
    now=$(sha256sum <"$certificate")
    [ "$now" = "$known" ] || { tell && known=$now && echo 'A renewed certificate is in use'; }
  done
}
watch &
# Only the broker loads the agent: other Java programs, such as those of `kubectl exec`, could not open its port.
agent=/opt/jmx-exporter/agent.jar=9404:/etc/kafka-broker/metrics.yaml
exec "${java[@]}" "-javaagent:$agent" -Xms512m -Xmx1g -XX:+UseG1GC -XX:+ExitOnOutOfMemoryError kafka.Kafka "$settings"
