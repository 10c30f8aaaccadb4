/** The OpenAPI security schemes, both checked by the gateway. */
export const securitySchemes = {
  session: { type: 'apiKey', in: 'cookie', name: 'session' },
  token: {
    type: 'http',
    scheme: 'bearer',
    description:
      'An API token that a person has made on the Security page, with the scope that the call names: library:read or library:write. Where a request has a cookie too, the token decides.',
  },
} as const;
