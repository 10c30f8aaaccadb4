import { z } from 'zod';

/** The fields of every successful response. */
export const success = z.object({
  success: z.literal(true),
  message: z.string().meta({ description: 'Message for the user.' }),
});

/** Returns a successful response that also has `fields`. */
export function answer<Shape extends z.ZodRawShape>(fields: Shape) {
  return success.extend(fields);
}

/** The form of every failure, whatever its service or status code. */
export const failure = z.object({
  success: z.literal(false),
  message: z.string(),
  code: z.string().meta({ description: 'Stable error code, for example library.entry_not_found.' }),
  errors: z
    .record(z.string(), z.array(z.string()))
    .optional()
    .meta({ description: 'Field to messages, where fields are at fault.' }),
  request_id: z.string(),
});

export type Failure = z.infer<typeof failure>;
