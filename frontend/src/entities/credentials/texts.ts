export const credentialTexts = {
  rules: 'A password needs',
  ruleMet: 'met',
  ruleUnmet: 'not met yet',
};

export const agreementTexts = {
  agreement: 'By creating an account you agree to the',
  terms: 'Terms of Service',
  and: 'and the',
  privacy: 'Privacy Policy',
};
