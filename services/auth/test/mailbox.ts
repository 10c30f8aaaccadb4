import * as accountCalls from '@nightshelf/contracts/calls/accounts.ts';
import { type Email, startMailServer } from '@nightshelf/mail-server';
import { closeAfterTests, type TestService, until } from '@nightshelf/testing';
import { join, type Person } from './people.ts';

/** Mail subjects by topic. */
const subjects = {
  verify: 'Confirm your address at Nightshelf',
  reset: 'Set a new password for Nightshelf',
  takeOver: 'Someone is registering with your address at Nightshelf',
  taken: 'Someone tried to use your address at Nightshelf',
  change: 'Confirm your new address at Nightshelf',
  notice: 'Your Nightshelf email address is changing',
  weekly: 'What is new at Nightshelf',
  factorsReset: 'Every second factor was removed',
} as const;

export type Topic = keyof typeof subjects;

export const tokenOf = (mail: Email | undefined) => /#token=([\w-]{43})\b/.exec(mail?.text ?? '')?.[1] ?? '';

export const verify = ({ api }: Pick<Person, 'api'>, token: string) =>
  api.attempt(accountCalls.verifyEmail, { body: { token } });

/** Starts a fake mail server for the calling test file and returns functions to read its mails. */
export async function startMailbox(port = 0) {
  const server = await startMailServer(port);
  closeAfterTests(() => server.close());
  const mailsTo = (address: string, topic: Topic) =>
    server.mails.filter(
      (mail) =>
        mail.subject === subjects[topic] &&
        mail.to?.some((one) => one.address?.toLowerCase() === address.toLowerCase()),
    );
  return {
    url: server.url,
    /** Settings of a service that sends its mails here. */
    settings: { SMTP_URL: server.url, MAIL_RETRY_SECONDS: '0.2', PUBLIC_ORIGIN: 'http://games.example' },
    /** The addresses that the server refuses permanently. */
    refused: server.refused,
    mailsTo,
    /** Number of mails to the address, on any topic. */
    countTo: (address: string) => server.mails.filter((mail) => mail.to?.some((one) => one.address === address)).length,
    /** Waits for the mail with this index, from 0. */
    mailTo: (address: string, topic: Topic, number = 0) =>
      until(`a mail about ${topic}`, () => mailsTo(address, topic)[number]),
    /** Registers a user and verifies the address. */
    confirmed: async (service: TestService): Promise<Person> => {
      const person = await join(service);
      const mail = await until('a mail about verify', () => mailsTo(person.form.email, 'verify')[0]);
      const { status } = await verify(person, tokenOf(mail));
      if (status !== 200) throw new Error(`Not verified: ${status}`);
      return person;
    },
    /** Waits for that mail and returns the token in its link. */
    tokenTo: async (address: string, topic: Topic, number = 0) =>
      tokenOf(await until(`a mail about ${topic}`, () => mailsTo(address, topic)[number])),
  };
}
