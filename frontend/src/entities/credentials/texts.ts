export const credentialTexts = {
  rules: 'A password needs',
  ruleMet: 'met',
  ruleUnmet: 'not met yet',
};
