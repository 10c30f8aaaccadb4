import type { Cluster } from '../cluster/cluster.ts';

/** Asked from within a consumer, which has both the client and the way to the broker. */
const ask = `
const { AssignerProtocol, Kafka } = require('kafkajs');
const admin = new Kafka({ brokers: process.env.KAFKA_BROKERS.split(','), logLevel: 0 }).admin();
admin.connect()
  .then(() => admin.describeGroups(['social']))
  .then(({ groups }) => {
    const partitions = groups[0].members.map(({ memberAssignment }) =>
      Object.values(AssignerProtocol.MemberAssignment.decode(memberAssignment)?.assignment ?? {}).flat().length);
    // While it shares anew, members still name what they had before.
    if (groups[0].state === 'Stable') console.log(JSON.stringify(partitions));
  })
  .finally(() => admin.disconnect());
`;

/**
 * How many partitions each member of social's consumer group has, as the broker says; the fewest first.
 * @throws when the broker does not answer, or the group is just sharing them anew
 */
export async function partitionsOfMembers(cluster: Cluster): Promise<number[]> {
  const { stdout, stderr } = await cluster.exec('deploy/social-consumers', ['node', '-e', ask]);
  try {
    return (JSON.parse(stdout) as number[]).sort((a, b) => a - b);
  } catch {
    throw new Error(`The broker did not tell who has which partitions for good: ${stderr.trim()}`);
  }
}
