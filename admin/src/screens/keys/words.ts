import type { OwnWords } from '../../words/words.tsx';

const en = {
  text: 'The passwords of programs, of all accounts. Give each program only what it needs, and revoke what nobody uses any more. Everybody makes new ones in their own profile.',
  none: 'No program has a password',
  noneText: 'Everybody makes application passwords for their programs in their own profile.',
  account: (name: string) => `Account: ${name}`,
  revoke: 'Revoke',
  revokeOf: (name: string, account: string) => `Revoke ${name} of ${account}`,
  more: 'Show more',
  show: 'Show',
  every: 'All',
  whole: 'With all rights',
  unused: 'Not used for 90 days',
  over: 'Expired',
  noMatch: 'None of those that were loaded is like this.',
};

export type KeyWords = typeof en;

export const keyWords: OwnWords<KeyWords> = {
  en,
  de: {
    text: 'Die Passwörter von Programmen, aus allen Konten. Geben Sie jedem Programm nur, was es braucht, und widerrufen Sie, was niemand mehr benutzt. Neue macht jeder im eigenen Profil.',
    none: 'Kein Programm hat ein Passwort',
    noneText: 'Anwendungspasswörter für Programme macht jeder im eigenen Profil.',
    account: (name) => `Konto: ${name}`,
    revoke: 'Widerrufen',
    revokeOf: (name, account) => `${name} von ${account} widerrufen`,
    more: 'Mehr zeigen',
    show: 'Zeigen',
    every: 'Alle',
    whole: 'Mit allen Rechten',
    unused: 'Seit 90 Tagen nicht benutzt',
    over: 'Abgelaufen',
    noMatch: 'Von den geladenen ist keines so.',
  },
};
