import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { updateEntry } from './library.ts';

const edit = updateEntry.body ?? z.never();

test.each([
  [{}, false],
  [{ if_version: 3 }, false],
  [{ rating: null, if_version: 3 }, true],
  [{ is_shared: true }, true],
])('documents the same bounds of an edit as the call enforces: %j', (body, valid) => {
  const schema = z.toJSONSchema(edit, { io: 'input' });
  expect(new Ajv2020({ strict: false }).validate(schema, body)).toBe(valid);
  expect(edit.safeParse(body).success).toBe(valid);
});
