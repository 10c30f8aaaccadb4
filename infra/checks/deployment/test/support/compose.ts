import { parse } from 'yaml';

/** A container of docker-compose.yml, as far as tests read it. */
export interface ComposeService {
  readonly image?: string;
  readonly build?: { readonly dockerfile?: string; readonly args?: Readonly<Record<string, string | null>> };
  readonly environment?: Readonly<Record<string, string | number | null>>;
  readonly ports?: readonly string[];
  readonly restart?: string;
  readonly read_only?: boolean;
  readonly privileged?: boolean;
  readonly cap_add?: readonly string[];
  readonly security_opt?: readonly string[];
  readonly network_mode?: string;
  readonly networks?: readonly string[];
  readonly volumes?: readonly unknown[];
  readonly mem_limit?: string;
  readonly healthcheck?: { readonly disable?: boolean; readonly test?: unknown };
}

export interface ComposeFile {
  readonly services: Readonly<Record<string, ComposeService>>;
  readonly networks?: Readonly<Record<string, { readonly internal?: boolean } | null>>;
}

/** Parses a Compose file with its anchors and merges resolved, and its variables as written. */
export const parseCompose = (text: string) => parse(text, { merge: true }) as ComposeFile;

/** Built from this checkout. */
export const isOurs = ({ image }: ComposeService) => image?.startsWith('nightshelf/') === true;
