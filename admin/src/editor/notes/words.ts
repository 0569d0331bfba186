import { counted } from '../../words/counted.ts';

const en = {
  add: 'Add a note',
  thread: counted.en('1 note on this block', (n) => `${n} notes on this block`),
  resolved: 'Resolved notes on this block',
};

const de: typeof en = {
  add: 'Notiz hinzufügen',
  thread: counted.de('1 Notiz zu diesem Block', (n) => `${n} Notizen zu diesem Block`),
  resolved: 'Erledigte Notizen zu diesem Block',
};

/** The words of the buttons beside the blocks. */
export const blockNoteWords = { en, de };
