import type { Failure } from '@nightshelf/contracts/answer.ts';
import type { FastifyError } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import { CodedError, invalid, unavailable } from './coded-error.ts';
import { isDependencyFault, isTimeLimit } from './dependency-faults.ts';

export function failureBody(error: CodedError, requestId: string): Failure {
  return {
    success: false,
    message: error.message,
    code: error.code,
    ...(error.errors && { errors: error.errors as Record<string, string[]> }),
    request_id: requestId,
    ...error.body,
  };
}

const byFastifyCode: Readonly<Record<string, CodedError>> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: new CodedError(415, 'request.media_type', 'The request body must be JSON.'),
  FST_ERR_CTP_BODY_TOO_LARGE: new CodedError(413, 'request.too_large', 'The request is too large.'),
  FST_ERR_MAX_PARAM_LENGTH: new CodedError(414, 'request.uri_too_long', 'The address of the request is too long.'),
  FST_ERR_CTP_EMPTY_JSON_BODY: new CodedError(400, 'request.malformed', 'The request body is not valid JSON.'),
  FST_ERR_CTP_INVALID_JSON_BODY: new CodedError(400, 'request.malformed', 'The request body is not valid JSON.'),
};

/** Turns any thrown value into a coded error; an unexpected one becomes a 500 without details. */
export function toCodedError(error: unknown): CodedError {
  if (error instanceof CodedError) return error;
  if (hasZodFastifySchemaValidationErrors(error)) return fromValidation(error as FastifyError);
  const { code = '', statusCode } = error as Partial<FastifyError>;
  const known = byFastifyCode[code];
  if (known) return known;
  if (error instanceof SyntaxError || (statusCode !== undefined && statusCode >= 400 && statusCode < 500)) {
    return new CodedError(statusCode ?? 400, 'request.malformed', 'The request could not be understood.');
  }
  if (isDependencyFault(error) || isTimeLimit(error)) {
    return unavailable('service.unavailable', 'The service is busy or restarting. Please try again.', error);
  }
  return new CodedError(500, 'service.failed', 'Something went wrong. Please try again.', { cause: error });
}

function fromValidation(error: FastifyError): CodedError {
  // An id that cannot exist gets the same response as an unknown one.
  if (error.validationContext === 'params') return new CodedError(404, 'request.not_found', 'Not found.');
  const errors: Record<string, string[]> = {};
  for (const { instancePath, message } of error.validation ?? []) {
    const field = instancePath.replace(/^\//, '').split('/')[0] || 'request';
    errors[field] = [...(errors[field] ?? []), message ?? 'is not valid'];
  }
  return invalid(errors);
}
