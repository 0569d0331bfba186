import { describe, expect, it } from 'vitest';
import { configErrors } from './form-check.ts';
import type { FormProperties, MailTemplate } from './model/form-properties.ts';
import { defaultProperties } from './model/form-store.ts';
import { parseTemplate } from './template/parse-template.ts';

const site = {
  host: 'www.example.org',
  adminEmail: 'admin@example.org',
  title: 'Site',
  url: 'https://www.example.org',
  fileSize: (path: string) =>
    new Map([
      ['2024/05/terms.pdf', 1_000],
      ['2024/05/film.mp4', 30_000_000],
    ]).get(path),
};
const fresh = defaultProperties(site);
const check = (properties: FormProperties) => configErrors(properties, parseTemplate(properties.form), site);
const sections = (change: Partial<FormProperties>) => Object.keys(check({ ...fresh, ...change })).toSorted();
const withMail = (change: Partial<MailTemplate>) => sections({ mail: { ...fresh.mail, ...change } });

describe('the check of a form', () => {
  it('finds nothing wrong with a new form', () => expect(check(fresh)).toEqual({}));

  it.each<[string, Partial<MailTemplate>, string[]]>([
    ['a subject of optional fields', { subject: '[your-message]' }, ['mail.subject']],
    ['a body of optional fields', { body: '[your-message]' }, ['mail.body']],
    ['no sender', { sender: '' }, ['mail.sender']],
    ['a sender of another domain', { sender: 'a@example.net' }, ['mail.sender']],
    ['a sender of a subdomain', { sender: 'a@mail.example.org' }, []],
    ['a recipient that is none', { recipient: 'nobody' }, ['mail.recipient']],
    ['no recipient', { recipient: '' }, ['mail.recipient']],
    ['an empty HTML body', { useHtml: true, body: '' }, ['mail.body']],
    ['an HTML body of optional fields', { useHtml: true, body: '[your-message]' }, ['mail.body']],
    ['an HTML body of a required field', { useHtml: true, body: '[your-name]' }, []],
    [
      'no recipient and an empty HTML body',
      { recipient: '', useHtml: true, body: '' },
      ['mail.body', 'mail.recipient'],
    ],
    ['no sender and an empty HTML body', { sender: '', useHtml: true, body: '' }, ['mail.body', 'mail.sender']],
    ['a reply to a field that is not there', { additionalHeaders: 'Reply-To: [absent]' }, ['mail.additional_headers']],
    ['a reply to a required text', { additionalHeaders: 'Reply-To: [your-name]' }, ['mail.additional_headers']],
    ['a header of another kind', { additionalHeaders: 'From: x@example.org' }, ['mail.additional_headers']],
    ['a stored file', { attachments: 'uploads/2024/05/terms.pdf' }, []],
    ['a stored file that is not there', { attachments: 'uploads/terms.pdf' }, ['mail.attachments']],
    ['a stored file too large for mail', { attachments: 'uploads/2024/05/film.mp4' }, ['mail.attachments']],
    ['a file outside the uploads', { attachments: '/etc/passwd' }, ['mail.attachments']],
    ['a file of a field that is not there', { attachments: '[your-file]' }, ['mail.attachments']],
  ])('%s', (_, change, expected) => expect(withMail(change)).toEqual(expected));

  it('a second mail is looked at only when it is sent', () => {
    const mail2 = { ...fresh.mail2, recipient: 'nobody' };
    expect(sections({ mail2 })).toEqual([]);
    expect(sections({ mail2: { ...mail2, active: true } })).toEqual(['mail_2.recipient']);
    expect(sections({ mail2: { ...mail2, recipient: '', active: true } })).toEqual(['mail_2.recipient']);
  });

  it.each([
    ['two fields in a label', '<label>[text a] [text b]</label>'],
    ['a form', '<form>[text a]</form>'],
    ['a name twice', '[text a] [text a]'],
    ['the name of a page parameter', '[text s]'],
  ])('%s', (_, form) =>
    expect(sections({ form: `${form} [email* your-email] [text* your-subject]` })).toEqual(['form.body']),
  );

  it('markup in a message, and scripts of old times', () =>
    expect(
      sections({ messages: { mail_sent_ok: 'Only <b>this</b>.' }, additionalSettings: 'on_sent_ok: "x"' }),
    ).toEqual(['additional_settings.body', 'messages.mail_sent_ok']));
});
