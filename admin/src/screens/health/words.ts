import { counted } from '../../words/counted.ts';
import type { OwnWords } from '../../words/words.tsx';

/** The words of health and cache. */
const en = {
  text: 'What the site needs to run, as seen by the process that answered.',
  allGood: 'Everything is in order.',
  look: counted.en('One thing deserves a look.', (n) => `${n} things deserve a look.`),
  states: { good: 'Good', attention: 'Look at it', bad: 'Act now' },
  again: 'Check again',
  names: {
    database: 'Database',
    disk: 'Disk',
    mail: 'E-Mail',
    queue: 'Background work',
    search: 'Search',
    address: 'Address',
    passwords: 'Passwords of programs',
  },
  database: (kind: string, ms: number, size: string) =>
    `${kind === 'sqlite' ? 'SQLite' : 'MariaDB'} answers in ${ms} ms${size && `; its file has ${size}`}.`,
  disk: (free: string, total: string) => `${free} of ${total} are free.`,
  diskUnknown: 'The free space could not be read.',
  mail: (waiting: number, failed: number) =>
    `${counted.en('1 message waits', (n) => `${n} messages wait`)(waiting)}, ${failed} failed.`,
  noMail: 'No mail server is set up.',
  queue: (queued: number, dead: number) =>
    `${counted.en('1 job waits', (n) => `${n} jobs wait`)(queued)}, ${dead} given up.`,
  search: counted.en('1 text waits to be indexed.', (n) => `${n} texts wait to be indexed.`),
  https: 'The site is on HTTPS.',
  local: 'The site is on this machine only.',
  http: 'The site is not on HTTPS.',
  passwordsRefused: 'Programs can only use application passwords.',
  passwords: (accounts: number, logins: string) =>
    accounts === 0
      ? 'No program has sent the password of an account in the last 30 days.'
      : `${counted.en('1 account sent its own password with requests of programs', (n) => `${n} accounts sent their own password with requests of programs`)(accounts)} in the last 30 days: ${logins}.`,
  advice: {
    database: 'Look at the log of the server, and at the load of the database.',
    disk: 'Free space, or move the data folder to a larger disk: uploads and changes fail when it is full.',
    mail: 'Set PLATEN_SMTP_URL to your mail server. Mail that waits is sent then; what failed is in the log.',
    queue: '“platen queue list” shows what failed and why, “platen queue retry” tries again.',
    search: 'Searches are right but slow until the texts are indexed, which happens by itself.',
    address: 'Put the site behind HTTPS and set its address: passwords and sessions travel in the open now.',
    passwords:
      'Give each program an application password: it can be taken away alone. Then set PLATEN_BASIC_ACCOUNT_PASSWORD=off.',
  },
  versions: 'Versions',
  uptime: counted.en('Running for 1 hour', (n) => `Running for ${n} hours`),
  justStarted: 'Started less than an hour ago',
  memory: (size: string) => `${size} of memory`,
  slow: 'Slow statements',
  slowText: 'Statements of the database that took more than 200 ms in this process. Values are left out.',
  noSlow: 'None so far.',
  longest: (ms: number) => `${ms.toLocaleString()} ms at most`,
  times: counted.en('once', (n) => `${n} times`),
  cache: {
    text: 'Finished answers are kept in memory, and dropped when what they show changes. The numbers are those of the process that answered.',
    off: 'The cache is off. PLATEN_CACHE_MEGABYTES switches it on.',
    ratio: 'Answered from the cache',
    hits: 'Hits',
    misses: 'Misses',
    entries: 'Answers kept',
    memory: 'Memory',
    of: (used: string, most: string) => `${used} of ${most}`,
    expired: 'Dropped because something changed',
    evicted: 'Dropped for want of memory',
    purge: 'Purge',
    purgeText: 'Only needed when something outside of the site changed. It holds for every process.',
    tags: 'Tags',
    tagsHint: 'Such as posts, post:7, term:3 or options.',
    purged: 'Purged',
  },
};

const de: typeof en = {
  text: 'Was die Website zum Laufen braucht, gesehen von dem Prozess, der geantwortet hat.',
  allGood: 'Alles ist in Ordnung.',
  look: counted.de('Eine Sache verdient einen Blick.', (n) => `${n} Dinge verdienen einen Blick.`),
  states: { good: 'Gut', attention: 'Ansehen', bad: 'Handeln' },
  again: 'Noch einmal prüfen',
  names: {
    database: 'Datenbank',
    disk: 'Festplatte',
    mail: 'E-Mail',
    queue: 'Hintergrundarbeit',
    search: 'Suche',
    address: 'Adresse',
    passwords: 'Passwörter von Programmen',
  },
  database: (kind, ms, size) =>
    `${kind === 'sqlite' ? 'SQLite' : 'MariaDB'} antwortet in ${ms} ms${size && `; die Datei hat ${size}`}.`,
  disk: (free, total) => `${free} von ${total} sind frei.`,
  diskUnknown: 'Der freie Platz konnte nicht gelesen werden.',
  mail: (waiting, failed) =>
    `${counted.de('1 E-Mail wartet', (n) => `${n} E-Mails warten`)(waiting)}, ${failed} gescheitert.`,
  noMail: 'Kein Mailserver ist eingerichtet.',
  queue: (queued, dead) =>
    `${counted.de('1 Aufgabe wartet', (n) => `${n} Aufgaben warten`)(queued)}, ${dead} aufgegeben.`,
  search: counted.de('1 Text wartet auf den Suchindex.', (n) => `${n} Texte warten auf den Suchindex.`),
  https: 'Die Website läuft über HTTPS.',
  local: 'Die Website läuft nur auf diesem Rechner.',
  http: 'Die Website läuft nicht über HTTPS.',
  passwordsRefused: 'Programme können nur Anwendungspasswörter verwenden.',
  passwords: (accounts, logins) =>
    accounts === 0
      ? 'In den letzten 30 Tagen hat kein Programm das Passwort eines Kontos gesendet.'
      : `${counted.de('Für 1 Konto sendeten Programme in den letzten 30 Tagen das Passwort des Kontos', (n) => `Für ${n} Konten sendeten Programme in den letzten 30 Tagen das Passwort des Kontos`)(accounts)}: ${logins}.`,
  advice: {
    database: 'Sehen Sie in das Protokoll des Servers und auf die Last der Datenbank.',
    disk: 'Schaffen Sie Platz oder ziehen Sie den Datenordner um: Ist sie voll, scheitern Hochladen und Änderungen.',
    mail: 'Setzen Sie PLATEN_SMTP_URL auf Ihren Mailserver. Wartende E-Mails gehen dann hinaus; Gescheitertes steht im Protokoll des Servers.',
    queue: '„platen queue list“ zeigt, was warum scheiterte, „platen queue retry“ versucht es erneut.',
    search: 'Bis die Texte im Index sind, sind Suchen richtig, aber langsam. Das geschieht von selbst.',
    address:
      'Stellen Sie die Website hinter HTTPS und setzen Sie ihre Adresse: Passwörter und Sitzungen sind sonst lesbar.',
    passwords:
      'Geben Sie jedem Programm ein Anwendungspasswort: Es lässt sich einzeln entziehen. Setzen Sie danach PLATEN_BASIC_ACCOUNT_PASSWORD=off.',
  },
  versions: 'Versionen',
  uptime: counted.de('Läuft seit 1 Stunde', (n) => `Läuft seit ${n} Stunden`),
  justStarted: 'Vor weniger als einer Stunde gestartet',
  memory: (size) => `${size} Arbeitsspeicher`,
  slow: 'Langsame Abfragen',
  slowText: 'Abfragen an die Datenbank, die in diesem Prozess länger als 200 ms dauerten. Werte sind weggelassen.',
  noSlow: 'Bisher keine.',
  longest: (ms) => `höchstens ${ms.toLocaleString()} ms`,
  times: counted.de('einmal', (n) => `${n}-mal`),
  cache: {
    text: 'Fertige Antworten bleiben im Speicher und werden verworfen, wenn sich ändert, was sie zeigen. Die Zahlen sind die des Prozesses, der geantwortet hat.',
    off: 'Der Cache ist aus. PLATEN_CACHE_MEGABYTES schaltet ihn ein.',
    ratio: 'Aus dem Cache beantwortet',
    hits: 'Treffer',
    misses: 'Fehlschläge',
    entries: 'Behaltene Antworten',
    memory: 'Speicher',
    of: (used, most) => `${used} von ${most}`,
    expired: 'Verworfen, weil sich etwas änderte',
    evicted: 'Verworfen, weil Speicher fehlte',
    purge: 'Leeren',
    purgeText: 'Nur nötig, wenn sich etwas außerhalb der Website geändert hat. Es gilt für alle Prozesse.',
    tags: 'Marken',
    tagsHint: 'Etwa posts, post:7, term:3 oder options.',
    purged: 'Geleert',
  },
};

export const healthWords: OwnWords<typeof en> = { en, de };
export type HealthWords = typeof en;
