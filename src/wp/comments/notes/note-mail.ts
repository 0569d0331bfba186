import { type MailText, type MailWork, mailPerson } from '../../context/mail-person.ts';

const en: MailText = {
  subject: '{writer} mentioned you: {title}',
  body: ['{writer} mentioned you in a note on "{title}":', '', '{text}', '', 'To read and answer it:', '', '{link}'],
};
const de: MailText = {
  subject: '{writer} hat Sie erwähnt: {title}',
  body: [
    '{writer} hat Sie in einer Notiz zu „{title}“ erwähnt:',
    '',
    '{text}',
    '',
    'Um sie zu lesen und zu antworten:',
    '',
    '{link}',
  ],
};

/** What is filled in; of the text, what a mail shows. */
export interface MentionMail {
  readonly writer: string;
  readonly title: string;
  readonly text: string;
  readonly link: string;
}

/** Queues a mail to somebody who was mentioned. */
export const mailMention = (recipient: string, values: MentionMail, work: MailWork): Promise<void> =>
  mailPerson(recipient, { en, de }, { ...values }, work);
