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
  inAnswerTo: (author: string) => `In answer to ${author}`,
  firstComment: 'Nothing else from this address',
  sentBefore: (counts: string) => `Also from this address: ${counts}`,
  sentCounts: {
    hold: counted.en('1 waiting', (n) => `${n} waiting`),
    approve: counted.en('1 approved', (n) => `${n} approved`),
    spam: counted.en('1 spam', (n) => `${n} spam`),
  },
  keys: 'Keys for the comment in focus',
  keyNames: {
    next: 'next',
    previous: 'back',
    approve: 'approve',
    hold: 'hold back',
    spam: 'spam',
    trash: 'trash',
    reply: 'reply',
    edit: 'edit',
    select: 'select',
  },
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
  inAnswerTo: (author) => `Antwort auf ${author}`,
  firstComment: 'Sonst nichts von dieser Adresse',
  sentBefore: (counts) => `Auch von dieser Adresse: ${counts}`,
  sentCounts: {
    hold: counted.de('1 wartet', (n) => `${n} warten`),
    approve: counted.de('1 freigegeben', (n) => `${n} freigegeben`),
    spam: counted.de('1-mal Spam', (n) => `${n}-mal Spam`),
  },
  keys: 'Tasten für den Kommentar, der den Fokus hat',
  keyNames: {
    next: 'weiter',
    previous: 'zurück',
    approve: 'freigeben',
    hold: 'zurückhalten',
    spam: 'Spam',
    trash: 'Papierkorb',
    reply: 'antworten',
    edit: 'bearbeiten',
    select: 'auswählen',
  },
};

/** The words of the queue of comments that nothing before it needs. */
export const commentWords = { en, de };
