/** The five rules of a password, in the order in which they are shown. */
export const passwordRules = [
  { name: '8+ characters', message: 'Password must be at least 8 characters', holds: (p: string) => p.length >= 8 },
  {
    name: 'uppercase',
    message: 'Password must contain at least one uppercase letter',
    holds: (p: string) => /\p{Lu}/u.test(p),
  },
  {
    name: 'lowercase',
    message: 'Password must contain at least one lowercase letter',
    holds: (p: string) => /\p{Ll}/u.test(p),
  },
  { name: 'number', message: 'Password must contain at least one number', holds: (p: string) => /\d/.test(p) },
  {
    name: 'special character',
    message: 'Password must contain at least one special character',
    holds: (p: string) => /[!@#$%^&*(),.?":{}|<>]/.test(p),
  },
] as const;
