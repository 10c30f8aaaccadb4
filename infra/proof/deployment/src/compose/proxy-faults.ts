import type { ComposeFile, ComposeService } from './compose-file.ts';
import { filledIn } from './settings-faults.ts';

/**
 * Whether each gateway believes just the proxies that stand before it: one too few, and all who come through the proxy share
 * one limit; one too many, and whoever reaches the gateway says where they come from.
 */
export function proxyFaults({ services }: ComposeFile): string[] {
  const proxied = new Set(Object.values(services).flatMap((service) => gatewayBehind(service) ?? []));
  return Object.entries(services).flatMap(([name, { environment = {}, ports = [] }]) => {
    if (!('TRUST_PROXY' in environment)) return [];
    const believed = Number(filledIn(String(environment.TRUST_PROXY)));
    const faults: Readonly<Record<string, boolean>> = {
      [`believes ${believed} proxies, not ${proxied.has(name) ? 1 : 0}`]: believed !== (proxied.has(name) ? 1 : 0),
      'is published beside its proxy': proxied.has(name) && ports.length > 0,
    };
    return Object.keys(faults).flatMap((fault) => (faults[fault] ? [`${name} ${fault}`] : []));
  });
}

const gatewayBehind = ({ environment }: ComposeService) =>
  /^http:\/\/([\w-]+):/.exec(String(environment?.GATEWAY_URL ?? ''))?.[1];
