import { parse } from 'yaml';

/** What docker-compose.yml says of one container, as far as it is checked. */
export interface ComposeService {
  readonly image?: string;
  readonly build?: { readonly dockerfile?: string; readonly args?: Readonly<Record<string, string | null>> };
  readonly command?: readonly string[];
  readonly environment?: Readonly<Record<string, string | number | null>>;
  readonly ports?: readonly string[];
  readonly restart?: string;
  readonly read_only?: boolean;
  readonly privileged?: boolean;
  readonly cap_add?: readonly string[];
  readonly cap_drop?: readonly string[];
  readonly security_opt?: readonly string[];
  readonly network_mode?: string;
  readonly networks?: readonly string[];
  readonly volumes?: readonly (string | { readonly type: string; readonly source: string })[];
  readonly profiles?: readonly string[];
  readonly healthcheck?: { readonly disable?: boolean; readonly test?: unknown };
  readonly depends_on?: readonly string[] | Readonly<Record<string, { readonly condition: string }>>;
}

export interface ComposeFile {
  readonly services: Readonly<Record<string, ComposeService>>;
  readonly networks?: Readonly<Record<string, { readonly internal?: boolean } | null>>;
}

/** @returns the file with its anchors and merges resolved, and its variables as they stand */
export function parseCompose(text: string): ComposeFile {
  return parse(text, { merge: true }) as ComposeFile;
}

/** A container that does its work and ends. */
export const isOneShot = ({ restart }: ComposeService) => restart?.startsWith('on-failure') === true;

/** Built from this checkout. */
export const isOurs = ({ image }: ComposeService) => image?.startsWith('nightshelf/') === true;
