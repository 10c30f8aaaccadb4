import type { MailPayload } from './payload.ts';

export interface RenderedMail {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

const escaped = (text: string) => text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);

/** The mail as plain text and as HTML without pictures or anything to load. */
export function renderMail({ username, link }: MailPayload): RenderedMail {
  const greeting = `Hello ${username},`;
  const asked = 'somebody, hopefully you, asked for a link to set a new password for your Nightshelf account.';
  const limits =
    'The link works once and for 30 minutes. If it was not you, there is nothing to do: your password stays.';
  return {
    subject: 'Set a new password for Nightshelf',
    text: `${greeting}\n\n${asked}\n\n${link}\n\n${limits}\n`,
    html: `<!doctype html><html lang="en"><body style="font-family:sans-serif;line-height:1.5">
<p>${escaped(greeting)}</p>
<p>${asked}</p>
<p><a href="${escaped(link)}">Set a new password</a></p>
<p>${limits}</p>
<p>Nightshelf</p>
</body></html>`,
  };
}
