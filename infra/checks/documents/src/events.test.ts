import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { describeEvents } from '@nightshelf/contracts/events/describe.ts';
import { events } from '@nightshelf/contracts/events/index.ts';
import { Ajv, type AnySchema } from 'ajv';
import { describe, expect, test } from 'vitest';

const ajv = new Ajv({ strict: false, validateFormats: false });
const described = describeEvents() as { components: { messages: Record<string, { payload: AnySchema }> } };

const golden = (type: string) =>
  JSON.parse(
    readFileSync(new URL(import.meta.resolve(`@nightshelf/contracts/events/golden/${type}.golden.json`)), 'utf8'),
  );

test('the document of the events is valid AsyncAPI 3.0', () => {
  const schema = createRequire(import.meta.url)('@asyncapi/specs/schemas/3.0.0-without-$id.json') as AnySchema;
  const validate = ajv.compile(schema);
  expect(validate(described), JSON.stringify(validate.errors)).toBe(true);
});

describe.each(events.map(({ type }) => type))('%s', (type) => {
  const matches = ajv.compile(described.components.messages[type]?.payload ?? false);

  test('has golden events that match the document', () =>
    expect(matches(golden(type)), JSON.stringify(matches.errors)).toBe(true));

  test('requires its data', () => expect(matches({ ...golden(type), data: {} })).toBe(false));
});
