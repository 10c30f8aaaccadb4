/** The part of `npm audit --json` that is read here. */
export interface AuditReport {
  readonly vulnerabilities: Readonly<Record<string, { readonly via: readonly (string | Advisory)[] }>>;
}

export interface Advisory {
  /** The affected package. */
  readonly name: string;
  readonly severity: string;
  readonly title: string;
  /** Ends with the advisory's id: https://github.com/advisories/GHSA-… */
  readonly url: string;
  readonly range: string;
}

export interface Acceptance {
  readonly id: string;
  readonly package: string;
  readonly reason: string;
}

/** Returns the reported advisories that no one has accepted, each once. Entries of `via` that are names repeat another package's advisory. */
export function openAdvisories({ vulnerabilities }: AuditReport, accepted: readonly Acceptance[]): Advisory[] {
  const reported = Object.values(vulnerabilities).flatMap(({ via }) => via.filter((one) => typeof one !== 'string'));
  const isAccepted = ({ name, url }: Advisory) =>
    accepted.some(({ id, package: of }) => of === name && url.endsWith(`/${id}`));
  return [...new Map(reported.map((one) => [`${one.name} ${one.url}`, one])).values()].filter(
    (one) => !isAccepted(one),
  );
}
