import type { MailMessage } from './mail-message.ts';

/** The result of one attempt: accepted, worth a retry, or rejected permanently. */
export type SendOutcome =
  | { readonly kind: 'sent'; readonly note: string }
  | { readonly kind: 'deferred'; readonly error: string }
  | { readonly kind: 'refused'; readonly error: string };

/** Delivers messages; it reports failure as a value and never throws. */
export interface MailTransport {
  send(message: MailMessage): Promise<SendOutcome>;
  close(): void;
}
