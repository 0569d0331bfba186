import type { MailMessage } from './mail-message.ts';

/** How one attempt ended: taken, worth another try, or refused for good. */
export type SendOutcome =
  | { readonly kind: 'sent'; readonly note: string }
  | { readonly kind: 'deferred'; readonly error: string }
  | { readonly kind: 'refused'; readonly error: string };

/** Something that carries messages; it reports failure as a value and never throws. */
export interface MailTransport {
  send(message: MailMessage): Promise<SendOutcome>;
  close(): void;
}
