/** A user with an account at the provider. */
export interface Person {
  /** Identifies the account permanently: the `sub` of its tokens. */
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

/** Users who sign in without a password. Kim's address is not verified. */
export const demoPeople: readonly Person[] = [
  person('ada', 'Ada Brook'),
  person('bob', 'Bob Ferris'),
  person('mia', 'Mia Lund'),
  person('kim', 'Kim Osei', false),
];

/** Returns a user's claims, named as in OpenID Connect Core, section 5.1. */
export const claimsOf = ({ id, name, username, email, emailVerified }: Person) => ({
  sub: id,
  name,
  preferred_username: username,
  email,
  email_verified: emailVerified,
});
