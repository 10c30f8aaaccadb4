import { testDelivery } from './conformance/delivery.ts';
import { testGroups } from './conformance/groups.ts';
import { type BusUnderTest, createHarness } from './conformance/harness.ts';
import { testIndifference } from './conformance/indifference.ts';
import { testLosses } from './conformance/losses.ts';
import { testPublishing } from './conformance/publishing.ts';

/** What every bus has to do, shown against a real server that belongs to the test alone. */
export function describeBus(start: () => Promise<BusUnderTest>): void {
  const harness = createHarness(start);
  testDelivery(harness);
  testGroups(harness);
  testIndifference(harness);
  testPublishing(harness);
  testLosses(harness);
}
