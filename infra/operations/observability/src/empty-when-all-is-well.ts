/** Panels, by dashboard and title, that stay empty until a failure occurs or days have passed. */
export const emptyWhenAllIsWell: readonly string[] = [
  'events.json Dead letters in fifteen minutes',
  'requests.json Failures by part',
  'requests.json Services: errors',
  'requests.json Services that did not answer',
  'requests.json Refused by limit',
];
