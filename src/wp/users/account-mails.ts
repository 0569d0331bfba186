import { composeMessage } from '../../background/mail/compose-message.ts';
import type { Outbox } from '../../background/mail/outbox.ts';
import type { Site } from '../../rules/site.ts';
import type { Store } from '../../storage/store.ts';

/** What the mails about accounts say; `{name}` and the like stand for what is filled in. */
const english = {
  invitedSubject: 'Your invitation',
  invited: [
    '{inviter} invites you to join "{site}" as {role}.',
    '',
    'To accept, open this address before {until}. You choose your user name and your password there:',
    '',
    '{link}',
    '',
    'If you did not expect this, ignore this mail: nothing happens.',
  ],
  registeredSubject: 'Confirm your registration',
  registered: [
    'Somebody asked for an account at "{site}" with this address.',
    'If it was not you, ignore this mail: no account is made.',
    '',
    'To go on, open this address before {until}. You choose your password there:',
    '',
    '{link}',
  ],
  knownSubject: 'You have an account already',
  known: [
    'Somebody asked for an account at "{site}" with this address, which has one: "{login}".',
    'If it was not you, ignore this mail: nothing was changed.',
    '',
    'Log in here, or choose a new password if you have forgotten yours:',
    '',
    '{link}',
  ],
};
type MailWords = typeof english;

const german: MailWords = {
  invitedSubject: 'Deine Einladung',
  invited: [
    '{inviter} lädt dich zu „{site}“ ein, als {role}.',
    '',
    'Um anzunehmen, öffne diese Adresse bis {until}. Benutzername und Passwort wählst du dort selbst:',
    '',
    '{link}',
    '',
    'Wenn du das nicht erwartet hast, ignoriere diese Mail: Es passiert nichts.',
  ],
  registeredSubject: 'Bestätige deine Registrierung',
  registered: [
    'Jemand hat bei „{site}“ ein Konto mit dieser Adresse angefragt.',
    'Wenn du das nicht warst, ignoriere diese Mail: Es entsteht kein Konto.',
    '',
    'Um fortzufahren, öffne diese Adresse bis {until}. Dein Passwort wählst du dort:',
    '',
    '{link}',
  ],
  knownSubject: 'Du hast schon ein Konto',
  known: [
    'Jemand hat bei „{site}“ ein Konto mit dieser Adresse angefragt. Es gibt schon eines: „{login}“.',
    'Wenn du das nicht warst, ignoriere diese Mail: Es wurde nichts geändert.',
    '',
    'Melde dich hier an, oder wähle ein neues Passwort, wenn du deines vergessen hast:',
    '',
    '{link}',
  ],
};

export type AccountMail = 'invited' | 'registered' | 'known';

/** Queues a mail about an account, in the language of the site, through the store of the write that it belongs to. */
export async function sendAccountMail(
  kind: AccountMail,
  to: { readonly email: string; readonly values: Readonly<Record<string, string>> },
  {
    site,
    mail,
    store,
    now,
  }: {
    readonly site: Site;
    readonly mail: Pick<Outbox, 'enqueue'>;
    readonly store: Store;
    readonly now: number;
  },
): Promise<void> {
  const words = /^de\b/.test(site.language) ? german : english;
  const values: Readonly<Record<string, string>> = { site: site.title || site.url, ...to.values };
  const fill = (text: string) => text.replace(/\{(\w+)\}/g, (found, name: string) => values[name] ?? found);
  const composed = composeMessage(
    {
      sender: site.adminEmail,
      recipient: to.email,
      subject: `[${site.title}] ${words[`${kind}Subject`]}`,
      body: [...words[kind].map(fill), '', site.title, site.url].join('\n'),
      html: false,
      headerLines: [],
      attachments: [],
    },
    new Date(now),
  );
  if ('message' in composed) await mail.enqueue(store, composed.message, { reference: 'account:0' });
}

/** A moment as mails write it, in the zone of the site's language. */
export const mailDate = (seconds: number, { language }: Pick<Site, 'language'>): string =>
  new Intl.DateTimeFormat(language, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' }).format(seconds * 1000);
