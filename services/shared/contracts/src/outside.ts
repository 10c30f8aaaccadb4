/**
 * Set by a service for the gateway only: the response had to wait for an external party (a provider of games, Steam, an
 * identity provider) or is a refusal because of one. Its delays and failures do not count against the product's
 * objectives.
 */
export const outsideHeader = 'x-outside';
