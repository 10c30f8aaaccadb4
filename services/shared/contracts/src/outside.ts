/**
 * Set by a service, for the gateway alone: this answer had to wait for somebody outside of the product (a provider of games, Steam,
 * a provider of identities), or is a refusal because of them. What they take and fail is not held against the product.
 */
export const outsideHeader = 'x-outside';
