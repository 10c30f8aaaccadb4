import { readSettings } from '@nightshelf/platform/config/settings.ts';
import { schemas } from '../invariants/settings.ts';
import { type ComposeFile, isOneShot } from './compose-file.ts';

/** Read by the tracing of OpenTelemetry itself. */
const ofTheRuntime = /^OTEL_/;

/** Set by the images. */
const ofTheImage = { HOST: '0.0.0.0', PORT: '8080', OPERATIONS_PORT: '9090' };

/** Whether each process would accept the settings that it gets, and knows each of them. */
export function settingsFaults({ services }: ComposeFile): string[] {
  return Object.entries(services).flatMap(([name, service]) => {
    const schema = schemas[isOneShot(service) ? name.replace('-migration', '') : name];
    if (!schema) return [];
    const given = Object.entries(service.environment ?? {}).map(([key, value]) => [key, filledIn(String(value ?? ''))]);
    const unknown = given.flatMap(([key = '']) =>
      key in schema.shape || ofTheRuntime.test(key) ? [] : [`${name}: ${key} is no setting`],
    );
    try {
      readSettings(schema, { ...ofTheImage, ...Object.fromEntries(given) });
      return unknown;
    } catch (error) {
      return [...unknown, `${name}: ${error instanceof Error ? error.message : error}`];
    }
  });
}

/** As compose fills a value in when nothing but the secrets is set. */
export function filledIn(value: string): string {
  const variable = /\$\{(\w+)(?::-([^${}]*)|:\?[^{}]*)?\}/g;
  const filled = value.replaceAll(variable, (whole, name: string, fallback?: string) => {
    if (fallback !== undefined) return fallback;
    return whole.includes(':?') || /SECRET|PASSWORD/.test(name) ? 'a'.repeat(64) : '';
  });
  return filled === value ? value : filledIn(filled);
}
