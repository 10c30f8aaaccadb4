import { answer, failure } from '@nightshelf/contracts/answer.ts';
import { defineCall } from '@nightshelf/contracts/call.ts';
import { stepUpRequired } from '@nightshelf/contracts/step-up.ts';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { completeDocument } from './complete-document.ts';

const refused = { success: false, message: 'No.', code: 'auth.step_up_required', request_id: 'a' };

const removal = defineCall('DELETE /api/things', {
  summary: 'Remove',
  answer: answer({}),
  stepUp: true,
  failures: { 409: failure.extend({ thing: z.string() }) },
});

test.each([
  ['a required confirmation', 403, stepUpRequired.parse({ ...refused, methods: ['password'] })],
  ['the additional fields of a failure', 409, { ...refused, thing: 'as it is' }],
])('documents %s', (_, status, body) => {
  const responses: Record<string, { content: { 'application/json': { schema: object } } }> = {};
  completeDocument({ paths: { '/api/things': { delete: { responses } } } }, [
    { ...removal, refuses: ['library.entry_changed'] },
  ]);
  const schema = responses[status]?.content['application/json'].schema ?? {};
  expect(new Ajv2020({ strict: false }).validate(schema, body)).toBe(true);
});
