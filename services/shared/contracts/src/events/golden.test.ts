import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { dataSchemaOf, envelope } from './event.ts';
import { events } from './index.ts';
import { topics } from './topics.ts';

const folder = new URL('./golden/', import.meta.url);
const golden = (type: string) => JSON.parse(readFileSync(new URL(`${type}.golden.json`, folder), 'utf8'));

describe.each(events.map((event) => [event.type, event] as const))('%s', (type, event) => {
  test('parses a previously published envelope field by field', () => {
    const stored = golden(type);
    const parsed = envelope.parse(stored);
    expect(parsed).toEqual(stored);
    expect(event.data.parse(parsed.data)).toEqual(stored.data);
    expect(parsed).toMatchObject({ type, dataschema: dataSchemaOf(type), subject: event.subject(parsed.data) });
  });

  test('is named in the past tense with a version, and has a topic', () => {
    expect(type).toMatch(/^(auth|library|catalog|social|media)\.[a-z]+\.[a-z]+ed\.v\d+$/);
    expect(topics).toHaveProperty([event.topic]);
    expect(event.key(golden(type).data)).not.toBe('');
  });

  test('rejects bad data', () => {
    expect(event.data.safeParse({}).success).toBe(false);
    expect(event.data.safeParse(null).success).toBe(false);
  });
});

test('has an event for every golden example', () => {
  const types = readdirSync(folder).map((name) => name.replace('.golden.json', ''));
  expect(types.sort()).toEqual(events.map(({ type }) => type).sort());
});
