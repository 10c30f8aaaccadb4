import { testDelivery } from './conformance/delivery.ts';
import { testGroups } from './conformance/groups.ts';
import { type BusUnderTest, createHarness } from './conformance/harness.ts';
import { testIndifference } from './conformance/indifference.ts';
import { testLosses } from './conformance/losses.ts';
import { testPublishing } from './conformance/publishing.ts';

/** The conformance suite of every bus, against a real server that only this test uses. */
export function describeBus(start: () => Promise<BusUnderTest>): void {
  const harness = createHarness(start);
  testDelivery(harness);
  testGroups(harness);
  testIndifference(harness);
  testPublishing(harness);
  testLosses(harness);
}
