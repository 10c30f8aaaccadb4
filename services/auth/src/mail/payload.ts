/** What a mail is about; how it reads is decided when it is sent. */
export interface MailPayload {
  readonly kind: 'password-reset';
  readonly username: string;
  readonly link: string;
}
