import { counted } from '../../words/counted.ts';

const en = {
  count: counted.en('1 comment', (n) => `${n} comments`),
  states: { hold: 'Waiting', approve: 'Approved', spam: 'Spam', trash: 'Trash' },
  moves: { hold: 'Hold back', approve: 'Approve', spam: 'Mark as spam', trash: 'Move to trash' },
  moved: {
    hold: counted.en('Held back', (n) => `${n} comments held back`),
    approve: counted.en('Approved', (n) => `${n} comments approved`),
    spam: counted.en('Marked as spam', (n) => `${n} comments marked as spam`),
    trash: counted.en('Moved to the trash', (n) => `${n} comments moved to the trash`),
  },
  empty: {
    hold: 'No comments are waiting',
    approve: 'No comments yet',
    spam: 'No spam',
    trash: 'The trash is empty',
  },
  anonymous: 'Anonymous',
  by: (author: string) => `Comment by ${author}`,
  on: 'On',
  reply: 'Reply',
  sendReply: 'Send reply',
  replied: 'Your reply is published',
  text: 'Text of the comment',
};

const de: typeof en = {
  count: counted.de('1 Kommentar', (n) => `${n} Kommentare`),
  states: { hold: 'Wartend', approve: 'Freigegeben', spam: 'Spam', trash: 'Papierkorb' },
  moves: { hold: 'Zurückhalten', approve: 'Freigeben', spam: 'Als Spam markieren', trash: 'In den Papierkorb' },
  moved: {
    hold: counted.de('Zurückgehalten', (n) => `${n} Kommentare zurückgehalten`),
    approve: counted.de('Freigegeben', (n) => `${n} Kommentare freigegeben`),
    spam: counted.de('Als Spam markiert', (n) => `${n} Kommentare als Spam markiert`),
    trash: counted.de('In den Papierkorb gelegt', (n) => `${n} Kommentare in den Papierkorb gelegt`),
  },
  empty: {
    hold: 'Keine Kommentare warten',
    approve: 'Noch keine Kommentare',
    spam: 'Kein Spam',
    trash: 'Der Papierkorb ist leer',
  },
  anonymous: 'Anonym',
  by: (author) => `Kommentar von ${author}`,
  on: 'Zu',
  reply: 'Antworten',
  sendReply: 'Antwort senden',
  replied: 'Ihre Antwort ist veröffentlicht',
  text: 'Text des Kommentars',
};

/** The words of the queue of comments that nothing before it needs. */
export const commentWords = { en, de };
