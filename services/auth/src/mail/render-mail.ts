import type { MailPayload } from './payload.ts';
import { wordsOf } from './words.ts';

export interface RenderedMail {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

const escaped = (text: string) => text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);

/** Renders the mail as plain text and as HTML without external resources. */
export function renderMail(payload: MailPayload): RenderedMail {
  const greeting = `Hello ${payload.username},`;
  const { subject, opening, way, closing } = wordsOf(payload);
  const paragraph = (html: string) => `<p>${html}</p>\n`;
  const link = way ? paragraph(`<a href="${escaped(way.link)}">${escaped(way.label)}</a>`) : '';
  return {
    subject,
    text: `${[greeting, opening, ...(way ? [way.link] : []), closing].join('\n\n')}\n`,
    html: `<!doctype html><html lang="en"><body style="font-family:sans-serif;line-height:1.5">
${paragraph(escaped(greeting))}${paragraph(escaped(opening))}${link}${paragraph(escaped(closing))}<p>Nightshelf</p>
</body></html>`,
  };
}
