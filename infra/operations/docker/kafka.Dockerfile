# Apache's Kafka image with an agent that exports Prometheus metrics, for our own brokers on Kubernetes
# (k8s/components/kafka); start.sh there loads it into the broker only.
#   docker build -f infra/operations/docker/kafka.Dockerfile -t nightshelf/kafka .
ARG MAVEN_IMAGE=maven:3.9-eclipse-temurin-21
ARG KAFKA_IMAGE=apache/kafka:4.2.0

FROM ${MAVEN_IMAGE} AS agent
WORKDIR /agent
COPY infra/operations/docker/src/kafka ./
RUN --mount=type=cache,target=/root/.m2 \
    mvn -B -q -ntp dependency:copy-dependencies -DincludeScope=runtime -DoutputDirectory=. \
 && sha256sum --check agent.sha256 && mv ./*.jar agent.jar

FROM ${KAFKA_IMAGE}
COPY --from=agent /agent/agent.jar /opt/jmx-exporter/agent.jar
USER 1000:1000
EXPOSE 9092 9404
HEALTHCHECK --interval=5s --timeout=10s --start-period=2m --retries=6 CMD ["bash", "-c", "</dev/tcp/127.0.0.1/9092"]
