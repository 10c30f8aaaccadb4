import { CodedError, invalid } from '../errors/coded-error.ts';

const malformed = () => new CodedError(400, 'request.if_match', 'If-Match must be one version in quotes, or *.');

/** Versions that fit into PostgreSQL's integer. */
const version = /^"([1-9]\d{0,9})"$/;
const largest = 2_147_483_647;

/**
 * Returns the version that a change requires, from the If-Match header or the body's `if_version`.
 * @returns null for any version
 * @throws CodedError 400 for a malformed header, 422 when the two differ
 */
export function versionWanted(header: string | undefined, ifVersion?: number): number | null {
  if (header === undefined || header.trim() === '*') return ifVersion ?? null;
  const named = Number(version.exec(header.trim())?.[1]);
  if (!(named <= largest)) throw malformed();
  if (ifVersion !== undefined && ifVersion !== named) throw invalid({ if_version: ['Differs from If-Match'] });
  return named;
}
