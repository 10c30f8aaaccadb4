/** A user with an account at the provider. */
export interface Person {
  /** Identifies the account permanently: the `sub` of its tokens. */
  readonly id: string;
  readonly name: string;
  readonly username: string;
  readonly email: string;
  readonly emailVerified: boolean;
}

const escaped = (text: string) => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

const style = `
  :root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; }
  body { max-width: 24rem; margin: 15vh auto 0; padding: 0 1rem; }
  h1 { font-size: 1.4rem; }
  form { display: grid; gap: .5rem; }
  button { font: inherit; text-align: left; padding: .75rem 1rem; border: 1px solid GrayText; border-radius: .5rem;
    background: Canvas; color: CanvasText; cursor: pointer; }
  button:hover { background: Highlight; color: HighlightText; }
  small { display: block; opacity: .75; }
  p.notice { opacity: .75; }
`;

const page = (title: string, content: string) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)}</title>
<style>${style}</style>
</head>
<body>
<main>
<h1>${escaped(title)}</h1>
${content}
</main>
</body>
</html>
`;

export const choosePersonPage = (people: readonly Person[]) =>
  page(
    'Demo ID: who are you?',
    `<p class="notice">A fake identity provider for tests. These people are made up and need no password.</p>
<form method="post">
${people.map(personButton).join('\n')}
<button name="person" value="">Cancel</button>
</form>`,
  );

const personButton = ({ id, name, email, emailVerified }: Person) =>
  `<button name="person" value="${escaped(id)}">${escaped(name)}<small>${escaped(email)}${emailVerified ? '' : ', not verified'}</small></button>`;

/** @param form HTML of the form `op.logoutForm`, to which the buttons belong */
export const signOutPage = (form: string) =>
  page(
    'Sign out of Demo ID too?',
    `${form}
<p><button type="submit" form="op.logoutForm" name="logout" value="yes">Yes, sign out</button></p>
<p><button type="submit" form="op.logoutForm">No, stay signed in</button></p>`,
  );

export const signedOutPage = () => page('Signed out of Demo ID', '<p>You can close this page.</p>');

export const errorPage = (error: string, description = '') =>
  page('This request is wrong', `<p>${escaped(error)}</p><p>${escaped(description)}</p>`);
