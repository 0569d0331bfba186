import { composeMessage } from '../mail/compose-message.ts';
import type { Outbox } from '../mail/outbox.ts';
import type { Site } from '../rules/site.ts';
import type { Store } from '../storage/store.ts';
import { currentStore } from './current-store.ts';
import type { ExtensionMail, PlainMail } from './host.ts';

interface MailServices {
  readonly mail: Outbox;
  readonly store: Store;
  readonly site: () => Promise<Site>;
  readonly clock: () => number;
}

/** The outbox for one extension. */
export function extensionMail(name: string, { mail, store, site, clock }: MailServices): ExtensionMail {
  return {
    isConfigured: mail.isConfigured,
    addFile: (...file) => mail.addFile(...file),
    enqueue: (inside, message, options) => mail.enqueue(inside, message, options),
    attempt: (id, timeoutMs) => mail.attempt(id, timeoutMs),
    retry: (reference) => mail.retry(reference),
    listen: (word, listener) => mail.listen(word, listener),
    async send({ to, subject, text, from }: PlainMail) {
      const { title, url } = await site();
      const sender = from ?? `${JSON.stringify(title || 'Site')} <noreply@${new URL(url).hostname}>`;
      const draft = { sender, recipient: to, subject, body: text, html: false, headerLines: [], attachments: [] };
      const composed = composeMessage(draft, new Date(clock()));
      if (!('message' in composed)) throw new TypeError(`The mail has no valid ${composed.problem}.`);
      await mail.enqueue(currentStore(store), composed.message, { reference: `extension-${name}:0` });
    },
  };
}
