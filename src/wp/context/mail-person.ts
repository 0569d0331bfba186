import { composeMessage } from '../../background/mail/compose-message.ts';
import type { Outbox } from '../../background/mail/outbox.ts';
import type { Site } from '../../rules/site.ts';
import type { Store } from '../../storage/store.ts';

/** A mail in one language; `{name}` and the like stand for what is filled in. */
export interface MailText {
  readonly subject: string;
  readonly body: readonly string[];
}

export interface MailWork {
  readonly site: Site;
  /** That of the write which the mail belongs to: both are stored, or neither. */
  readonly store: Store;
  readonly now: number;
  readonly mail: Pick<Outbox, 'enqueue'>;
}

/** Queues a mail to somebody of the site, in its language. */
export async function mailPerson(
  recipient: string,
  words: { readonly en: MailText; readonly de: MailText },
  values: Readonly<Record<string, string>>,
  { site, store, now, mail }: MailWork,
): Promise<void> {
  const { subject, body } = /^de\b/.test(site.language) ? words.de : words.en;
  const fill = (text: string) => text.replace(/\{(\w+)\}/g, (found, name: string) => values[name] ?? found);
  const composed = composeMessage(
    {
      sender: site.adminEmail,
      recipient,
      subject: `[${site.title}] ${fill(subject)}`.replace(/\s+/g, ' '),
      body: [...body.map(fill), '', site.title, site.url].join('\n'),
      html: false,
      headerLines: [],
      attachments: [],
    },
    new Date(now),
  );
  if ('message' in composed) await mail.enqueue(store, composed.message, { reference: 'person:0' });
}

const folders: Readonly<Record<string, string>> = { post: 'posts', page: 'pages' };

/** Where an item is edited. */
export const editorAddress = ({ serverUrl }: Site, type: string, id: number): string =>
  `${serverUrl}/admin/${folders[type] ?? `types/${type}`}/${id}`;
