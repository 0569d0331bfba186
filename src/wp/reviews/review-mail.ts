import { type MailText, type MailWork, mailPerson } from '../context/mail-person.ts';

export type ReviewMail = 'requested' | 'approved' | 'sentBack';

const en: Readonly<Record<ReviewMail, MailText>> = {
  requested: {
    subject: 'Please review: {title}',
    body: ['{writer} asks you to review "{title}".', '', '{note}', '', 'To read it and decide:', '', '{link}'],
  },
  approved: {
    subject: 'Approved: {title}',
    body: ['{writer} has approved "{title}".', '', '{note}', '', '{link}'],
  },
  sentBack: {
    subject: 'To be changed: {title}',
    body: ['{writer} has sent "{title}" back to you:', '', '{note}', '', 'To go on:', '', '{link}'],
  },
};
const de: Readonly<Record<ReviewMail, MailText>> = {
  requested: {
    subject: 'Bitte prüfen: {title}',
    body: [
      '{writer} bittet Sie, „{title}“ zu prüfen.',
      '',
      '{note}',
      '',
      'Um es zu lesen und zu entscheiden:',
      '',
      '{link}',
    ],
  },
  approved: {
    subject: 'Freigegeben: {title}',
    body: ['{writer} hat „{title}“ freigegeben.', '', '{note}', '', '{link}'],
  },
  sentBack: {
    subject: 'Zu überarbeiten: {title}',
    body: ['{writer} hat „{title}“ an Sie zurückgegeben:', '', '{note}', '', 'Um weiterzuarbeiten:', '', '{link}'],
  },
};

/** Queues a mail about a review. */
export const mailReview = (
  kind: ReviewMail,
  recipient: string,
  values: Readonly<Record<'writer' | 'title' | 'note' | 'link', string>>,
  work: MailWork,
): Promise<void> => mailPerson(recipient, { en: en[kind], de: de[kind] }, values, work);
