import { counted } from '../../words/counted.ts';
import type { OwnWords } from '../../words/words.tsx';

/** What is said of imports and exports that did not end well. */
const enEnded: Readonly<Record<string, (what: string) => string>> = {
  failed: (what) => `${what} failed`,
  cancelled: (what) => `${what} was stopped`,
};
const deEnded: typeof enEnded = {
  failed: (what) => `${what} gescheitert`,
  cancelled: (what) => `${what} angehalten`,
};

/** The words of the audit log. */
const en = {
  quoted: (title: string) => `“${title}”`,
  text: 'Who did what, when and from where. Texts and passwords are never in it.',
  empty: 'Nothing here yet',
  emptyText: 'Log-ins, publications, and changes to users and settings appear here.',
  when: 'When',
  who: 'Who',
  what: 'What',
  from: 'From',
  about: 'About',
  everything: 'Everything',
  since: 'Since',
  sinceAll: 'All time',
  sinceDay: 'Last 24 hours',
  sinceWeek: 'Last 7 days',
  sinceMonth: 'Last 30 days',
  person: 'User',
  more: 'Show older entries',
  program: 'The program',
  command: 'Command line',
  visitor: 'Somebody',
  gone: (id: number) => `User ${id} (removed)`,
  kinds: {
    session: 'Log-ins',
    account: 'Ways to log in',
    user: 'Users',
    post: 'Posts and pages',
    media: 'Media',
    term: 'Categories and tags',
    comment: 'Comments',
    settings: 'Settings',
    cache: 'Cache',
    exchange: 'Import and export',
    webhook: 'Webhooks',
  },
  ways: {
    password: 'with the password',
    code: 'with a code',
    link: 'with a one-time link',
    basic: 'as a program',
  } as Record<string, string>,
  types: { post: 'post', page: 'page', category: 'category', post_tag: 'tag', nav_menu: 'menu' } as Record<
    string,
    string
  >,
  events: {
    'session.login': ({ name, way }) => `Logged in as ${name}${way}`,
    'session.failed': ({ name, way }) => (name ? `Failed to log in as ${name}${way}` : `Failed to log in${way}`),
    'account.program_made': ({ name, detail }) => `Made the application password “${detail}” of ${name}`,
    'account.program_revoked': ({ name, detail }) => `Revoked the application password “${detail}” of ${name}`,
    'account.programs_revoked': ({ name }) => `Revoked all application passwords of ${name}`,
    'account.session_ended': ({ name }) => `Ended a session of ${name}`,
    'account.sessions_ended': ({ name }) => `Ended the sessions of ${name}`,
    'account.two_factor_on': ({ name }) => `Switched two-factor log-in on for ${name}`,
    'account.two_factor_off': ({ name }) => `Switched two-factor log-in off for ${name}`,
    'account.recovery_codes': ({ name }) => `Made new recovery codes for ${name}`,
    'account.password': ({ name }) => `Changed the password of ${name}`,
    'account.link_made': ({ name }) => `Made a one-time link for ${name}`,
    'user.create': ({ name, roles }) => `Created the user ${name}${roles && ` as ${roles}`}`,
    'user.update': ({ name, fields, roles }) => `Changed the user ${name}: ${roles ? `now ${roles}` : fields}`,
    'user.delete': ({ name }) => `Deleted the user ${name}`,
    'post.publish': ({ type, id }) => `Published ${type} ${id}`,
    'post.trash': ({ type, id }) => `Moved ${type} ${id} to the trash`,
    'post.restore': ({ type, id }) => `Restored ${type} ${id}`,
    'post.delete': ({ type, id }) => `Deleted ${type} ${id}`,
    'media.create': ({ id, type }) => `Uploaded file ${id} (${type})`,
    'media.update': ({ id }) => `Changed file ${id}`,
    'media.trash': ({ id }) => `Moved file ${id} to the trash`,
    'media.restore': ({ id }) => `Restored file ${id}`,
    'media.delete': ({ id }) => `Deleted file ${id}`,
    'term.create': ({ type, id }) => `Created ${type} ${id}`,
    'term.update': ({ type, id }) => `Changed ${type} ${id}`,
    'term.delete': ({ type, id }) => `Deleted ${type} ${id}`,
    'comment.approve': ({ id, about }) => `Approved ${about ? `a comment on ${about}` : `comment ${id}`}`,
    'comment.trash': ({ id, about }) => `Moved ${about ? `a comment on ${about}` : `comment ${id}`} to the trash`,
    'comment.restore': ({ id, about }) => `Restored ${about ? `a comment on ${about}` : `comment ${id}`}`,
    'comment.delete': ({ id, about }) => `Deleted ${about ? `a comment on ${about}` : `comment ${id}`}`,
    'settings.update': ({ fields }) => (fields ? `Changed settings: ${fields}` : 'Saved the settings as they were'),
    'cache.purge': ({ detail }) => (detail ? `Purged ${detail} from the cache` : 'Purged the whole cache'),
    'exchange.import': ({ name, detail, state, refused }) =>
      enEnded[state]?.(`The import of ${name}`) ??
      `Imported ${name || 'a file'} (${detail})${refused && `, of which ${refused} parts were refused`}`,
    'exchange.export': ({ name, detail, state }) =>
      enEnded[state]?.(`The export ${name}`) ?? `Exported the site (${name || detail})`,
    'webhook.create': ({ id, name }) => `Added webhook ${id} to ${name}`,
    'webhook.update': ({ id, name, fields }) => `Changed webhook ${id} to ${name}: ${fields}`,
    'webhook.rotate': ({ id, name }) => `Gave webhook ${id} to ${name} a new secret`,
    'webhook.disable': ({ id, name }) => `Disabled webhook ${id} to ${name}: it failed for long`,
    'webhook.delete': ({ id, name }) => `Removed webhook ${id} to ${name}`,
  } as Record<string, (facts: EventFacts) => string>,
  shown: counted.en('One entry', (n) => `${n} entries`),
};

/** What a sentence about an event can use. */
export interface EventFacts {
  /** What it is called, in quotes, or its number where it has no name or is gone. */
  readonly id: string;
  /** What a comment is about, in quotes; empty where that is not known. */
  readonly about: string;
  readonly name: string;
  readonly type: string;
  readonly fields: string;
  readonly roles: string;
  readonly detail: string;
  /** How an import or export ended. */
  readonly state: string;
  /** How much of it was refused; empty where nothing was. */
  readonly refused: string;
  /** Begins with a blank where there is one. */
  readonly way: string;
}

const de: typeof en = {
  quoted: (title) => `„${title}“`,
  text: 'Wer was wann von wo getan hat. Texte und Passwörter stehen nie darin.',
  empty: 'Noch nichts da',
  emptyText: 'Anmeldungen, Veröffentlichungen und Änderungen an Konten und Einstellungen erscheinen hier.',
  when: 'Wann',
  who: 'Wer',
  what: 'Was',
  from: 'Von',
  about: 'Worüber',
  everything: 'Alles',
  since: 'Seit',
  sinceAll: 'Gesamte Zeit',
  sinceDay: 'Letzte 24 Stunden',
  sinceWeek: 'Letzte 7 Tage',
  sinceMonth: 'Letzte 30 Tage',
  person: 'Konto',
  more: 'Ältere Einträge zeigen',
  program: 'Das Programm',
  command: 'Befehlszeile',
  visitor: 'Jemand',
  gone: (id) => `Konto ${id} (entfernt)`,
  kinds: {
    session: 'Anmeldungen',
    account: 'Anmeldewege',
    user: 'Konten',
    post: 'Beiträge und Seiten',
    media: 'Medien',
    term: 'Kategorien und Schlagwörter',
    comment: 'Kommentare',
    settings: 'Einstellungen',
    cache: 'Cache',
    exchange: 'Import und Export',
    webhook: 'Webhooks',
  },
  ways: { password: 'mit dem Passwort', code: 'mit einem Code', link: 'mit einem Einmal-Link', basic: 'als Programm' },
  types: { post: 'Beitrag', page: 'Seite', category: 'Kategorie', post_tag: 'Schlagwort', nav_menu: 'Menü' },
  events: {
    'session.login': ({ name, way }) => `Anmeldung als ${name}${way}`,
    'session.failed': ({ name, way }) =>
      name ? `Gescheiterte Anmeldung als ${name}${way}` : `Gescheiterte Anmeldung${way}`,
    'account.program_made': ({ name, detail }) => `Anwendungspasswort „${detail}“ von ${name} erzeugt`,
    'account.program_revoked': ({ name, detail }) => `Anwendungspasswort „${detail}“ von ${name} widerrufen`,
    'account.programs_revoked': ({ name }) => `Alle Anwendungspasswörter von ${name} widerrufen`,
    'account.session_ended': ({ name }) => `Eine Sitzung von ${name} beendet`,
    'account.sessions_ended': ({ name }) => `Die Sitzungen von ${name} beendet`,
    'account.two_factor_on': ({ name }) => `Anmeldung in zwei Schritten für ${name} eingeschaltet`,
    'account.two_factor_off': ({ name }) => `Anmeldung in zwei Schritten für ${name} ausgeschaltet`,
    'account.recovery_codes': ({ name }) => `Neue Wiederherstellungscodes für ${name} erzeugt`,
    'account.password': ({ name }) => `Passwort von ${name} geändert`,
    'account.link_made': ({ name }) => `Einmal-Link für ${name} erzeugt`,
    'user.create': ({ name, roles }) => `Konto ${name}${roles && ` als ${roles}`} angelegt`,
    'user.update': ({ name, fields, roles }) => `Konto ${name} geändert: ${roles ? `jetzt ${roles}` : fields}`,
    'user.delete': ({ name }) => `Konto ${name} gelöscht`,
    'post.publish': ({ type, id }) => `${type} ${id} veröffentlicht`,
    'post.trash': ({ type, id }) => `${type} ${id} in den Papierkorb gelegt`,
    'post.restore': ({ type, id }) => `${type} ${id} wiederhergestellt`,
    'post.delete': ({ type, id }) => `${type} ${id} gelöscht`,
    'media.create': ({ id, type }) => `Datei ${id} hochgeladen (${type})`,
    'media.update': ({ id }) => `Datei ${id} geändert`,
    'media.trash': ({ id }) => `Datei ${id} in den Papierkorb gelegt`,
    'media.restore': ({ id }) => `Datei ${id} wiederhergestellt`,
    'media.delete': ({ id }) => `Datei ${id} gelöscht`,
    'term.create': ({ type, id }) => `${type} ${id} angelegt`,
    'term.update': ({ type, id }) => `${type} ${id} geändert`,
    'term.delete': ({ type, id }) => `${type} ${id} gelöscht`,
    'comment.approve': ({ id, about }) => `Kommentar ${about ? `zu ${about}` : id} freigegeben`,
    'comment.trash': ({ id, about }) => `Kommentar ${about ? `zu ${about}` : id} in den Papierkorb gelegt`,
    'comment.restore': ({ id, about }) => `Kommentar ${about ? `zu ${about}` : id} wiederhergestellt`,
    'comment.delete': ({ id, about }) => `Kommentar ${about ? `zu ${about}` : id} gelöscht`,
    'settings.update': ({ fields }) =>
      fields ? `Einstellungen geändert: ${fields}` : 'Einstellungen unverändert gespeichert',
    'cache.purge': ({ detail }) => (detail ? `${detail} aus dem Cache entfernt` : 'Den ganzen Cache geleert'),
    'exchange.import': ({ name, detail, state, refused }) =>
      deEnded[state]?.(`Import von ${name}`) ??
      `${name || 'Datei'} importiert (${detail})${refused && `, davon abgelehnt: ${refused}`}`,
    'exchange.export': ({ name, detail, state }) =>
      deEnded[state]?.(`Export ${name}`) ?? `Website exportiert (${name || detail})`,
    'webhook.create': ({ id, name }) => `Webhook ${id} an ${name} hinzugefügt`,
    'webhook.update': ({ id, name, fields }) => `Webhook ${id} an ${name} geändert: ${fields}`,
    'webhook.rotate': ({ id, name }) => `Neues Geheimnis für Webhook ${id} an ${name}`,
    'webhook.disable': ({ id, name }) => `Webhook ${id} an ${name} ausgeschaltet: lange gescheitert`,
    'webhook.delete': ({ id, name }) => `Webhook ${id} an ${name} entfernt`,
  },
  shown: counted.de('Ein Eintrag', (n) => `${n} Einträge`),
};

export const auditWords: OwnWords<typeof en> = { en, de };
export type AuditWords = typeof en;
