import type { ComposeFile, ComposeService } from './compose-file.ts';

const secretName = /SECRET|PASSWORD|_AUTH$|API_KEY|TOKEN/;

/** Keys of providers, without which less is known of games and videos. */
const optional = /^\$\{(\w+API_KEY|IGDB_CLIENT_SECRET):-\}$/;

/**
 * Secrets that stand in the file or have a default: everybody who reads it would know them. Each comes from a variable,
 * and at least one use of it says what to do when it is not set (`${NAME:?…}`).
 * @param text the file itself
 */
export function secretFaults({ services }: ComposeFile, text: string): string[] {
  const required = new Set([...text.matchAll(/\$\{(\w+):\?/g)].map(([, name]) => name));
  return Object.entries(services).flatMap(([name, service]) => [
    ...secretsOf(service).flatMap(([key, value]) => faultOf(`${name} ${key}`, value, required)),
  ]);
}

function secretsOf(service: ComposeService): [string, string][] {
  const entries = Object.entries(service.environment ?? {}).map(([key, value]) => [key, String(value ?? '')] as const);
  return entries.flatMap(([key, value]): [string, string][] => {
    // An address carries its secret between the user's name and the host; a setting may hold several.
    const inAddresses = [...value.matchAll(/\w+:\/\/[^@/:\s]*:(?<password>[^@\s]+)@/g)];
    if (inAddresses.length > 0) return inAddresses.map(({ groups }) => [key, groups?.password ?? '']);
    return secretName.test(key) && !optional.test(value) ? [[key, value]] : [];
  });
}

function faultOf(where: string, value: string, required: ReadonlySet<string | undefined>): string[] {
  const variable = /^\$\{(\w+)(:\?[^}]*)?\}$/.exec(value)?.[1];
  if (variable === undefined) return [`${where} is written down or has a default`];
  return required.has(variable) ? [] : [`${where} may be empty: nothing asks for ${variable}`];
}
