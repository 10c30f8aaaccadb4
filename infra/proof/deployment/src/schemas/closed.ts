export type Json = string | number | boolean | null | Json[] | JsonObject;
export interface JsonObject {
  [key: string]: Json;
}

const prefix = '#/components/schemas/';

/** Words for people, and what API servers alone act on. */
const dropped = new Set(['description', 'example', 'externalDocs', 'default', 'format']);

/** Their branches say something more of an object whose fields stand beside them. */
const branches = new Set(['allOf', 'anyOf', 'oneOf', 'not']);

/** The schema with its objects closed to fields that it does not name, and without what validation has no use for. */
export function closed(schema: JsonObject, inBranch = false): JsonObject {
  const result: JsonObject = {};
  for (const [key, value] of Object.entries(schema)) {
    if (key === 'properties') result[key] = eachClosed(value as JsonObject);
    else if (key === '$ref') result[key] = String(value).replace(prefix, '/');
    else if (key === 'pattern') result[key] = inJavaScript(String(value));
    else if (!dropped.has(key) && !key.startsWith('x-')) result[key] = closedValue(value, branches.has(key));
  }
  const open =
    inBranch ||
    !('properties' in schema) ||
    'additionalProperties' in schema ||
    schema['x-kubernetes-preserve-unknown-fields'] === true;
  if (!open) result.additionalProperties = false;
  return result;
}

/** Go writes a flag for the rest of an expression, JavaScript one for a group. */
const inJavaScript = (pattern: string) =>
  pattern.replace(/^\^\(\?i\)(.*)\$$/, '^(?i:$1)$').replaceAll(/\(\(\?i\)([^()]*)\)/g, '((?i:$1))');

const eachClosed = (properties: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(properties).map(([name, value]) => [name, closedValue(value)]));

function closedValue(value: Json, inBranch = false): Json {
  if (Array.isArray(value)) return value.map((each) => closedValue(each, inBranch));
  return typeof value === 'object' && value !== null ? closed(value, inBranch) : value;
}

/** Names of the schemas that a schema refers to, however deep. */
export function referenced(schema: Json | undefined): string[] {
  if (Array.isArray(schema)) return schema.flatMap(referenced);
  if (typeof schema !== 'object' || schema === null) return [];
  return Object.entries(schema).flatMap(([key, value]) =>
    key === '$ref' ? [String(value).replace(prefix, '')] : referenced(value),
  );
}
