/** The five rules of a password, in display order. */
export const passwordRules = [
  { name: '8+ characters', message: 'Password must be at least 8 characters', pattern: /^[\s\S]{8,}$/ },
  { name: 'uppercase', message: 'Password must contain at least one uppercase letter', pattern: /\p{Lu}/u },
  { name: 'lowercase', message: 'Password must contain at least one lowercase letter', pattern: /\p{Ll}/u },
  { name: 'number', message: 'Password must contain at least one number', pattern: /\d/ },
  {
    name: 'special character',
    message: 'Password must contain at least one special character',
    pattern: /[!@#$%^&*(),.?":{}|<>]/,
  },
] as const;
