import { expect, type Page } from '@playwright/test';
import { test } from './support/accounts.ts';
import { fillRegistration, password, someName } from './support/gamer.ts';
import { giveUp } from './support/network.ts';

const endpoint = '**/api/auth/register';
const field = (page: Page, label: string) => page.getByRole('main').getByLabel(label, { exact: true });
const submit = (page: Page) => page.getByRole('main').getByRole('button', { name: /^Creat/ });
const labels = {
  firstName: 'First name (optional)',
  lastName: 'Last name (optional)',
  username: 'Username',
  email: 'Email',
  password: 'Password',
  confirmPassword: 'Confirm password',
} as const;

// Specification 2 Routes and guard: /register: open, registration
// Specification 2 Register: Fields: first and last name (optional), username, email, password, confirm password
// Specification 2 Register: A live checklist of password rules
// Specification 2 Register: A hidden honeypot field
// Specification 2 Register: A note of the Terms of Service and Privacy Policy
// Specification 5 Registration: Special characters are !@#$%^&*(),.?":{}|<>
// Specification 9 Limits: Honeypot field name: one of company, phone_number, website_url, referrer plus a 4-digit
//   suffix
test('fields, password checklist, honeypot and note', async ({ page }) => {
  await page.goto('/register');
  await expect(page).toHaveURL('/register');
  await expect(page.getByRole('heading', { level: 1, name: 'Create your account' })).toBeVisible();
  for (const label of Object.values(labels)) await expect(field(page, label)).toBeVisible();
  await expect(field(page, labels.password)).toHaveAttribute('type', 'password');
  await expect(field(page, labels.confirmPassword)).toHaveAttribute('type', 'password');

  const honeypot = page.locator('form input[tabindex="-1"]');
  await expect(honeypot).toHaveAttribute('name', /^(company|phone_number|website_url|referrer)_?\d{4}$/);
  await expect(honeypot).not.toBeInViewport();
  await expect(page.getByRole('main').getByRole('textbox', { name: 'Leave this field empty' })).toHaveCount(0);

  const note = page.getByText('By creating an account you agree to the');
  await expect(note).toHaveText('By creating an account you agree to the Terms of Service and the Privacy Policy.');
  await expect(note.getByRole('link', { name: 'Terms of Service' })).toHaveAttribute('href', '/terms');
  await expect(note.getByRole('link', { name: 'Privacy Policy' })).toHaveAttribute('href', '/privacy');

  const rules = page.getByRole('list', { name: 'A password needs' }).getByRole('listitem');
  const met = () =>
    rules.evaluateAll((items) => items.map((item) => (item instanceof HTMLElement ? item.dataset.met : null)).join());
  await expect(rules).toHaveText([/^8\+ characters/, /^uppercase/, /^lowercase/, /^number/, /^special character/]);
  const marks = async (text: string, expected: string) => {
    await field(page, labels.password).fill(text);
    await expect.poll(met, { message: text }).toBe(expected);
  };
  await marks('12345678', 'true,false,false,true,false');
  await marks('', 'false,false,false,false,false');
  await marks('Aa', 'false,true,true,false,false');
  await marks('Aa1!', 'false,true,true,true,true');
  for (const special of '!@#$%^&*(),.?":{}|<>') {
    await marks('Abcdef1-', 'true,true,true,true,false');
    await marks(`Abcdef1${special}`, 'true,true,true,true,true');
  }
});

// Specification 2 Register: Success: the user is stored via login and the product goes to /
// Specification 4 States: Registration: idle, submitting, then success
test('success: payload, stored user, and / opens', { tag: '@mobile' }, async ({ page }) => {
  const opened = Date.now();
  const username = someName('ada');
  await fillRegistration(page, username);
  await field(page, labels.firstName).fill('Ada');
  const sent = page.waitForRequest(endpoint);
  await submit(page).click();
  const payload = (await sent).postDataJSON();
  expect(payload).toEqual({
    username,
    email: `${username}@example.org`,
    password,
    confirm_password: password,
    first_name: 'Ada',
    last_name: null,
    form_timestamp: expect.any(Number),
    honeypot_field: expect.stringMatching(/^(company|phone_number|website_url|referrer)_?\d{4}$/),
    [payload.honeypot_field]: '',
  });
  expect(payload.form_timestamp).toBeGreaterThanOrEqual(opened);
  expect(payload.form_timestamp).toBeLessThan(Date.now() - 1000);
  await expect(page).toHaveURL('/');
  await expect(page.getByText(`Welcome, ${username}`)).toBeVisible();
});

// Specification 2 Register: Button 'Create account', or 'Creating account...' while busy
// Specification 2 Register: Server field errors are shown on the matching field
// Specification 2 Register: Server field errors are shown on the matching field ... using the first message
// Specification 4 States: Registration: idle, submitting, then success ... or error
// Specification 8 Errors: Registration: 'Registration failed'
// Specification 8 Errors: Registration: on an exception 'Registration failed. Please try again.'
// Specification 8 Errors: Registration: field errors map onto fields
test('busy button, messages, and server errors on their fields', async ({ page, gamer }) => {
  await fillRegistration(page, someName('ada'));

  await test.step('without a server message', async () => {
    // Simulates an error of a proxy between browser and product.
    await page.route(endpoint, (route) => route.fulfill({ status: 403, body: 'Forbidden' }));
    await submit(page).click();
    await expect(page.getByRole('alert')).toHaveText('Registration failed');
    await page.unroute(endpoint);
  });

  await test.step("'Creating account...' while busy, then an exception", async () => {
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    await page.route(endpoint, async (route) => {
      await released;
      await route.abort();
    });
    await expect(submit(page)).toHaveText('Create account');
    await submit(page).click();
    await expect(submit(page)).toHaveText('Creating account...');
    await expect(submit(page)).toBeDisabled();
    release();
    await giveUp(page);
    await expect(submit(page)).toHaveText('Create account');
    await expect(page.getByRole('alert')).toHaveText('Registration failed. Please try again.');
    await page.unroute(endpoint);
  });

  await test.step('field errors', async () => {
    const { username, email } = gamer;
    await field(page, labels.username).fill(username);
    await field(page, labels.email).fill(email);
    await submit(page).click();
    await expect(field(page, labels.username)).toHaveAccessibleDescription('Username is already taken');
    await expect(field(page, labels.email)).toHaveAccessibleDescription('Email is already registered');
    await expect(page).toHaveURL('/register');
  });

  await test.step('the first of several messages', async () => {
    await page.route(endpoint, (route) => {
      const payload = { ...route.request().postDataJSON(), password: 'short', confirm_password: 'short' };
      return route.continue({ postData: JSON.stringify(payload) });
    });
    const username = someName('ada');
    await field(page, labels.username).fill(username);
    await field(page, labels.email).fill(`${username}@example.org`);
    const answered = page.waitForResponse(endpoint);
    await submit(page).click();
    const { errors } = await (await answered).json();
    expect(errors.password.length).toBeGreaterThan(1);
    const shown = page.getByRole('main').getByRole('alert');
    await expect(shown.filter({ hasText: errors.password[0] })).toHaveCount(1);
    await expect(shown.filter({ hasText: errors.password[1] })).toHaveCount(0);
  });
});

// Specification 5 Registration: username required, 3 to 20 characters, only letters, digits and underscores
// Specification 5 Registration: email required, must be valid
// Specification 5 Registration: password: 8 characters, an uppercase letter, a lowercase letter, a number, a special
//   character
// Specification 5 Registration: confirmPassword required, must equal password
// Specification 5 Registration: firstName and lastName optional, at most 50
// Specification 9 Limits: Password minimum 8 characters; username 3 to 20; name fields at most 50
test('each rule of registration has its message', async ({ page }) => {
  await page.goto('/register');
  const says = async (name: keyof typeof labels, value: string, message: string) => {
    const box = field(page, labels[name]);
    await box.fill(value);
    await box.blur();
    await expect(box, `${name}: ${value}`).toHaveAccessibleDescription(new RegExp(`(^|\\s)${message}$`));
  };
  const accepts = async (name: keyof typeof labels, value: string) => {
    await field(page, labels[name]).fill(value);
    await expect(field(page, labels[name])).toHaveAccessibleDescription('');
  };
  await submit(page).click();
  await says('username', '', 'Username is required');
  await says('username', 'ab', 'Username must be at least 3 characters');
  await says('username', 'a'.repeat(21), 'Username must be less than 20 characters');
  await says('username', 'night-owl', 'Username can only contain letters, numbers, and underscores');
  await accepts('username', 'a'.repeat(20));
  await says('email', '', 'Email is required');
  await says('email', 'owl@', 'Invalid email address');
  await says('confirmPassword', '', 'Please confirm your password');
  await says('password', 'Aa1!aaa', 'Password must be at least 8 characters');
  await says('password', 'passw0rd!', 'Password must contain at least one uppercase letter');
  await says('password', 'PASSW0RD!', 'Password must contain at least one lowercase letter');
  await says('password', 'Password!', 'Password must contain at least one number');
  await says('password', 'Passw0rds', 'Password must contain at least one special character');
  await says('confirmPassword', 'Passw0rd?', 'Passwords must match');
  await accepts('confirmPassword', 'Passw0rds');
  await says('firstName', 'a'.repeat(51), 'First name must be less than 50 characters');
  await says('lastName', 'a'.repeat(51), 'Last name must be less than 50 characters');
  await accepts('firstName', 'a'.repeat(50));
});
