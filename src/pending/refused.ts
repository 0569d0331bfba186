import type { Call } from '../api/call.ts';
import { composeMessage } from '../background/mail/compose-message.ts';
import type { ApiError } from '../lib/errors.ts';
import type { Store } from '../storage/store.ts';
import type { PendingRefusal } from './pending-table.ts';
import type { PendingContext } from './propose.ts';

type Work = Pick<Call, 'site' | 'now'>;

/** Why something was not done, as it is stored beside it. */
export const refusalAt = ({ code, message }: ApiError, nowMs: number): PendingRefusal => ({
  code,
  message,
  at: Math.floor(nowMs / 1000),
});

/** What was to be published and was not. */
export interface Unpublished {
  readonly title: string;
  /** Where it is read in the admin page. */
  readonly adminPath: string;
  /** Who wanted it. */
  readonly userId: number;
  readonly refusal: PendingRefusal;
}

/** Queues a mail to whoever wanted something published that was not, where there is a mail server. */
export async function mailUnpublished(
  store: Store,
  { title, adminPath, userId, refusal }: Unpublished,
  { site, now }: Work,
  { mail }: Pick<PendingContext, 'mail'>,
): Promise<void> {
  const person = mail.isConfigured ? await store.users.byId(userId) : null;
  if (!person?.email) return;
  const words = /^de\b/.test(site.language) ? german : english;
  const link = `${site.serverUrl}/admin/${adminPath}`;
  const why = words.reasons[refusal.code] ?? refusal.message;
  const composed = composeMessage(
    {
      sender: site.adminEmail,
      recipient: person.email,
      subject: `[${site.title}] ${words.subject(title)}`,
      body: [words.text(title), '', why, '', words.look, link, '', site.title, site.url].join('\n'),
      html: false,
      headerLines: [],
      attachments: [],
    },
    new Date(now),
  );
  if ('message' in composed) await mail.enqueue(store, composed.message, { reference: 'pending:0' });
}

interface MailWords {
  readonly subject: (title: string) => string;
  readonly text: (title: string) => string;
  readonly look: string;
  readonly reasons: Readonly<Record<string, string>>;
}

const english: MailWords = {
  subject: (title) => `Not published: "${title}"`,
  text: (title) => `"${title}" was to be published at a time that you set. It was not, and nothing was changed.`,
  look: 'Read it here, and publish it or set another time:',
  reasons: {
    platen_pending_conflict: 'Why: the item was changed by somebody after this was written.',
    platen_release_conflict: 'Why: an item of it was changed by somebody after its change was written.',
    platen_pending_edited: 'Why: somebody who may not publish it has edited it since.',
    platen_release_edited: 'Why: somebody who may not publish all of it has edited it since.',
  },
};

const german: MailWords = {
  subject: (title) => `Nicht veröffentlicht: „${title}“`,
  text: (title) =>
    `„${title}“ sollte zu einer Zeit veröffentlicht werden, die du gesetzt hast. Das ist nicht geschehen, und nichts wurde geändert.`,
  look: 'Sieh es hier an, und veröffentliche es oder setze eine andere Zeit:',
  reasons: {
    platen_pending_conflict: 'Warum: Seither hat jemand dort etwas geändert.',
    platen_release_conflict: 'Warum: Etwas davon hat seither jemand geändert.',
    platen_pending_edited: 'Warum: Jemand hat es seither bearbeitet, der es nicht veröffentlichen darf.',
    platen_release_edited: 'Warum: Jemand hat es seither bearbeitet, der nicht alles davon veröffentlichen darf.',
    rest_cannot_edit: 'Warum: Dein Konto darf das nicht mehr ändern.',
    rest_forbidden: 'Warum: Dein Konto darf das nicht mehr veröffentlichen.',
    platen_release_forbidden: 'Warum: Dein Konto darf nicht mehr alles davon veröffentlichen.',
  },
};
