import type { Command } from 'ioredis';
import { Histogram, type Registry } from 'prom-client';
import { countedFromZero } from '../metrics/metrics.ts';

/** The uses of connections: data that must be kept, data that may be lost, and queued jobs. */
const uses = ['durable', 'cache', 'queue'] as const;

type Use = (typeof uses)[number];

interface Sending {
  sendCommand(command: Command, ...rest: unknown[]): unknown;
}

/** Measures all commands of a connection from now on. */
export type MeasureConnection = <Connection extends Sending>(connection: Connection, use: Use) => Connection;

/**
 * Measures the duration of Redis commands as this process sees it, its event loop and the network included, and their
 * failures. Not for connections with blocking commands, whose duration depends on their timeout.
 */
export function measureCommands(registry: Registry): MeasureConnection {
  const seconds = new Histogram({
    name: 'redis_command_seconds',
    help: 'Time from a command to its response, by purpose of the connection',
    labelNames: ['connection'],
    buckets: [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5],
    registers: [registry],
  });
  const failures = countedFromZero(registry, {
    name: 'redis_command_failures_total',
    help: 'Commands that failed or timed out, by purpose of the connection',
    label: 'connection',
    values: uses,
  });
  return (connection, use) => {
    seconds.zero({ connection: use });
    const answered = seconds.labels(use);
    const failed = failures.labels(use);
    const send = connection.sendCommand.bind(connection);
    /** After a reconnection ioredis resends commands without a response. */
    const seen = new WeakSet<Command>();
    connection.sendCommand = (command, ...rest) => {
      // An older Redis refuses the `client` command with which a connection introduces itself.
      if (command.name !== 'client' && !seen.has(command)) {
        seen.add(command);
        const sentAt = performance.now();
        command.promise.then(
          () => answered.observe((performance.now() - sentAt) / 1000),
          (error: unknown) => isFailure(error) && failed.inc(),
        );
      }
      return send(command, ...rest);
    };
    return connection;
  };
}

/** NOSCRIPT is no failure, because the client immediately sends the whole script. */
const isFailure = (error: unknown) => !(error instanceof Error && error.message.startsWith('NOSCRIPT'));
