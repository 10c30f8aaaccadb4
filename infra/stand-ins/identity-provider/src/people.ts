/** Somebody who has an account at the provider. */
export interface Person {
  /** Names the account for ever: the `sub` of its tokens. */
  readonly id: string;
  readonly name: string;
  readonly username: string;
  readonly email: string;
  readonly emailVerified: boolean;
}

const person = (id: string, name: string, emailVerified = true): Person => ({
  id,
  name,
  username: id,
  email: `${id}@demo.example`,
  emailVerified,
});

/** Whom one can be without a password. Kim's address was never verified. */
export const demoPeople: readonly Person[] = [
  person('ada', 'Ada Brook'),
  person('bob', 'Bob Ferris'),
  person('mia', 'Mia Lund'),
  person('kim', 'Kim Osei', false),
];

/** What the provider says of somebody, by the names of OpenID Connect Core, section 5.1. */
export const claimsOf = ({ id, name, username, email, emailVerified }: Person) => ({
  sub: id,
  name,
  preferred_username: username,
  email,
  email_verified: emailVerified,
});
