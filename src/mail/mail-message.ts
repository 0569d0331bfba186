import type { Mailbox } from './mailbox.ts';

/** An attachment: the name under which the outbox stores the file, and the name the recipient sees. */
export interface MailAttachment {
  readonly file: string;
  readonly filename: string;
  readonly contentType: string;
}

/** A finished message: structured, plain data that can be stored as JSON and sent later without further checks. */
export interface MailMessage {
  readonly messageId: string;
  /** When it was composed, ISO 8601. */
  readonly date: string;
  readonly from: Mailbox;
  readonly to: readonly Mailbox[];
  readonly cc: readonly Mailbox[];
  readonly bcc: readonly Mailbox[];
  readonly replyTo: readonly Mailbox[];
  readonly subject: string;
  readonly body: string;
  readonly html: boolean;
  /** Extra headers, all of the `X-…` kind. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly attachments: readonly MailAttachment[];
}
