import { counted } from '../../../words/counted.ts';

const en = {
  savedBy: (name: string, time: string) => `${name} saved the other version at ${time}.`,
  savedAt: (time: string) => `The other version was saved at ${time}.`,
  pieces: counted.en('1 place differs', (n) => `${n} places differ`),
  piece: (number: number) => `Place ${number}`,
  by: {
    mine: 'Only you have changed this.',
    theirs: 'Only the other version has changed this.',
    both: 'Both have changed this.',
  },
  use: 'Use',
  choices: { mine: 'Yours', theirs: 'Theirs', both: 'Both' },
  title: 'Title',
  excerpt: 'Excerpt',
  nothing: 'Nothing',
  picture: (name: string) => `[Picture: ${name}]`,
  save: 'Save as chosen',
  allKept: 'Whatever you choose: both versions stay among the versions.',
};

const de: typeof en = {
  savedBy: (name, time) => `${name} hat die andere Fassung um ${time} gespeichert.`,
  savedAt: (time) => `Die andere Fassung wurde um ${time} gespeichert.`,
  pieces: counted.de('1 Stelle ist verschieden', (n) => `${n} Stellen sind verschieden`),
  piece: (number) => `Stelle ${number}`,
  by: {
    mine: 'Nur Sie haben dies geändert.',
    theirs: 'Nur die andere Fassung hat dies geändert.',
    both: 'Beide haben dies geändert.',
  },
  use: 'Nehmen',
  choices: { mine: 'Ihre', theirs: 'Die andere', both: 'Beide' },
  title: 'Titel',
  excerpt: 'Auszug',
  nothing: 'Nichts',
  picture: (name) => `[Bild: ${name}]`,
  save: 'Wie gewählt speichern',
  allKept: 'Was Sie auch wählen: Beide Fassungen bleiben unter den Versionen.',
};

/** The words of two versions that were written at the same time. */
export const conflictWords = { en, de };
