/** How a caller proves who they are, as OpenAPI describes it. The gateway checks both. */
export const securitySchemes = {
  session: { type: 'apiKey', in: 'cookie', name: 'session' },
  token: {
    type: 'http',
    scheme: 'bearer',
    description:
      'An API token that a person has made on the Security page, with the scope that the call names: library:read or library:write. Where a request has a cookie too, the token decides.',
  },
} as const;
