/** Panels, by dashboard and title, that have something to show only once something has gone wrong, or days have gone by. */
export const emptyWhenAllIsWell: readonly string[] = [
  'events.json Dead letters in fifteen minutes',
  'requests.json Failures by part',
  'requests.json Services: errors',
  'requests.json Services that did not answer',
  'requests.json Refused by limit',
];

/** Panels of what an installation may be without: a probe outside, a mail server. */
export const emptyWithoutTheirComponent: readonly string[] = [
  'objectives.json Seen from outside',
  'objectives.json How long it takes from outside',
  'objectives.json Until the certificate that browsers are shown ends',
  'providers-and-jobs.json Mails, in an hour',
];
