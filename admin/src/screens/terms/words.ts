import { counted } from '../../words/counted.ts';

const en = {
  belowCount: counted.en('1 below it', (n) => `${n} below it`),
  addBelow: 'Add one below it',
  found: 'Search and sharing',
  merge: 'Merge into another',
  mergeTitle: (name: string) => `Merge “${name}” into another`,
  mergeInto: 'The one that stays',
  mergeText: counted.en(
    'Its post gets the one that stays. It is then deleted; this cannot be undone.',
    (n) => `Its ${n} posts get the one that stays. It is then deleted; this cannot be undone.`,
  ),
  mergeBelow: 'What is below it moves with it.',
  mergeNow: 'Merge',
  merged: (name: string) => `Merged into “${name}”`,
};

const de: typeof en = {
  belowCount: counted.de('1 darunter', (n) => `${n} darunter`),
  addBelow: 'Darunter eine anlegen',
  found: 'Suche und Teilen',
  merge: 'Zusammenführen',
  mergeTitle: (name) => `„${name}“ mit einem anderen Begriff zusammenführen`,
  mergeInto: 'Der Begriff, der bleibt',
  mergeText: counted.de(
    'Sein Beitrag bekommt den Begriff, der bleibt. Er selbst wird gelöscht; das lässt sich nicht rückgängig machen.',
    (n) =>
      `Seine ${n} Beiträge bekommen den Begriff, der bleibt. Er selbst wird gelöscht; das lässt sich nicht rückgängig machen.`,
  ),
  mergeBelow: 'Was darunter steht, zieht mit um.',
  mergeNow: 'Zusammenführen',
  merged: (name) => `Mit „${name}“ zusammengeführt`,
};

/** The words of the screens of terms that nothing before them needs. */
export const termWords = { en, de };
