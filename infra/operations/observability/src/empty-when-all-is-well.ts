/** Panels, by dashboard and title, that stay empty until a failure occurs or days have passed. */
export const emptyWhenAllIsWell: readonly string[] = [
  'events.json Dead letters in fifteen minutes',
  'requests.json Failures by part',
  'requests.json Services: errors',
  'requests.json Services that did not answer',
  'requests.json Refused by limit',
];

/** Panels of optional components: an outside probe, a mail server. */
export const emptyWithoutTheirComponent: readonly string[] = [
  'objectives.json Seen from outside',
  'objectives.json How long it takes from outside',
  'objectives.json Until the certificate that browsers are shown ends',
  'providers-and-jobs.json Mails, in an hour',
];
