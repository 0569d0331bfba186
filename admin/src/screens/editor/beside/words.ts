import type { OwnWords } from '../../../words/words.tsx';

/** The words of changes that are saved beside a published item. */
const en = {
  waiting: (time: string) => `Your changes of ${time} are saved and not published. Visitors see the page as it was.`,
  changes: 'What changes',
  changesTitle: 'What changes when this is published',
  share: 'Link to a preview',
  shareTitle: 'Show it to others',
  shareText: 'Whoever has this link sees the page with your saved changes, without an account, for 30 days.',
  link: 'Link',
  copy: 'Copy the link',
  discard: 'Discard',
  discardTitle: 'Discard your unpublished changes?',
  discardText: 'The page stays as visitors see it now.',
  discarded: 'Your changes were discarded',
  unplan: 'Do not publish by itself',
  draftInRelease: 'Publish it',
  trashInRelease: 'Move it to the trash',
  whatTitle: 'What is to happen with the release',
};

const de: typeof en = {
  waiting: (time) =>
    `Ihre Änderungen vom ${time} sind gespeichert und nicht veröffentlicht. Besucher sehen die Seite, wie sie war.`,
  changes: 'Was sich ändert',
  changesTitle: 'Was sich mit der Veröffentlichung ändert',
  share: 'Link zur Vorschau',
  shareTitle: 'Anderen zeigen',
  shareText: 'Wer diesen Link hat, sieht die Seite 30 Tage lang mit Ihren gespeicherten Änderungen, ohne Konto.',
  link: 'Link',
  copy: 'Link kopieren',
  discard: 'Verwerfen',
  discardTitle: 'Ihre unveröffentlichten Änderungen verwerfen?',
  discardText: 'Die Seite bleibt, wie Besucher sie jetzt sehen.',
  discarded: 'Ihre Änderungen sind verworfen',
  unplan: 'Nicht von selbst veröffentlichen',
  draftInRelease: 'Veröffentlichen',
  trashInRelease: 'In den Papierkorb legen',
  whatTitle: 'Was mit der Veröffentlichung geschehen soll',
};

export const besideWords: OwnWords<typeof en> = { en, de };
