import { describe, expect, it } from 'vitest';
import type { MailTemplate } from '../model/form-properties.ts';
import { parseTemplate } from '../template/parse-template.ts';
import { composeFormMail, draftMail } from './form-mail.ts';
import { fieldLookup, fillBody, fillTags, formatDate } from './mail-tags.ts';
import { postedData } from './posted-data.ts';

const values: Record<string, string> = { name: 'Ann', empty: '', _special: 'S' };
const lookup = (name: string) => values[name];

describe('mail tags', () => {
  it.each([
    ['Hello [name]!', 'Hello Ann!'],
    ['[name][empty][_special]', 'AnnS'],
    ['[unknown] stays', '[unknown] stays'],
    ['[[name]] is literal', '[name] is literal'],
    ['[name "x"]', 'Ann'],
    ['[ name ]', '[ name ]'],
    ['[1name]', '[1name]'],
    ['[constructor]', '[constructor]'],
  ])('%j', (text, filled) =>
    expect(fillTags(text, (name) => (Object.hasOwn(values, name) ? lookup(name) : undefined))).toBe(filled),
  );

  it('a value is not read for tags again', () => expect(fillTags('[a]', () => '[b] $& [a]')).toBe('[b] $& [a]'));

  it('lines whose tags are all empty go, others stay', () => {
    const body = 'Name: [name]\nEmpty: [empty]\nBoth: [name] [empty]\nPlain\n[unknown] [empty]';
    expect(fillBody(body, lookup, true)).toBe('Name: Ann\nBoth: Ann \nPlain');
    expect(fillBody(body, lookup, false)).toContain('Empty: \n');
  });

  it('takes little processor time on many brackets', () => {
    const started = process.cpuUsage();
    fillTags('[a "'.repeat(50_000), lookup);
    fillTags('['.repeat(200_000), lookup);
    expect(process.cpuUsage(started).user / 1_000).toBeLessThan(1_000);
  });
});

describe('field values', () => {
  const tags = parseTemplate(
    '[text n] [select s multiple "A|a@x.org" "B|b@x.org"] [acceptance ok]I <b>agree</b>[/acceptance] [acceptance no]x[/acceptance] [file f] [quiz q "1+1?|2"] [date d] [count n]',
  ).tags;
  const body = new Map<string, string | string[]>(
    Object.entries({ n: ' Ann ', s: ['A', 'B'], ok: '1', d: '2024-05-06', more: 'extra' }),
  );
  const look = fieldLookup({
    tags,
    posted: postedData(tags, body, 'cform'),
    files: new Map([['f', ['a.txt', 'b.txt']]]),
    challenges: new Map([['q', '2']]),
  });

  it.each<[string, string[], string | undefined]>([
    ['n', [], 'Ann'],
    ['s', [], 'a@x.org, b@x.org'],
    ['_raw_s', [], 'A, B'],
    ['ok', [], 'Agreed: I agree'],
    ['no', [], 'Not agreed: x'],
    ['f', [], 'a.txt, b.txt'],
    ['q', [], '2'],
    ['more', [], 'extra'],
    ['_format_d', ['l, j F Y'], 'Monday, 6 May 2024'],
    ['absent', [], undefined],
    ['_site_title', [], undefined],
  ])('[%s %j]', (name, patterns, value) => expect(look(name, patterns)).toBe(value));
});

it.each([
  ['F j, Y', '2024-05-06', 'May 6, 2024'],
  ['g:i a', '2024-05-06 00:05:09', '12:05 am'],
  ['D d.m.y H:i:s A', '2024-05-06 15:05:09', 'Mon 06.05.24 15:05:09 PM'],
  ['jS \\o\\f M, t L z N w n G h', '2024-02-22 13:00:00', '22nd of Feb, 29 1 52 4 4 2 13 01'],
  ['Y', 'someday', 'someday'],
])('the pattern %s of %s', (pattern, value, text) => expect(formatDate(pattern, value)).toBe(text));

describe('the mail of a submission', () => {
  const template: MailTemplate = {
    active: true,
    subject: 'From [name]',
    sender: '[name] <desk@example.org>',
    recipient: 'box@example.org, [email]',
    body: 'Hi [name]',
    additionalHeaders: 'Reply-To: [email]\nBcc: [email]\nX-Who: [name]',
    attachments: '',
    useHtml: false,
    excludeBlank: false,
  };
  const sources = (fields: Record<string, string>) => ({
    lookup: (name: string) => fields[name],
    isTyped: () => true,
    locale: 'de_DE',
    attachments: [],
  });
  const compose = (fields: Record<string, string>, change: Partial<MailTemplate> = {}) => {
    const composed = composeFormMail({ ...template, ...change }, sources(fields), new Date(0));
    if ('problem' in composed) throw new Error(composed.problem);
    return composed.message;
  };

  it('carries the values into every part', () => {
    expect(compose({ name: 'Ann', email: 'ann@example.net' })).toMatchObject({
      subject: 'From Ann',
      from: { name: 'Ann', address: 'desk@example.org' },
      to: [
        { name: '', address: 'box@example.org' },
        { name: '', address: 'ann@example.net' },
      ],
      replyTo: [{ name: '', address: 'ann@example.net' }],
      body: 'Hi Ann',
      headers: [['X-Who', 'Ann']],
    });
  });

  it.each([
    ['several addresses', 'a@example.net, b@example.net'],
    ['a line break', 'a@example.net\r\nBcc: b@example.net'],
    ['no address', 'everyone'],
  ])('a visitor cannot add recipients with %s', (_, email) => {
    const message = compose({ name: 'Ann', email });
    expect(message.to).toEqual([{ name: '', address: 'box@example.org' }]);
    expect(message.bcc).toEqual([]);
  });

  it('a submission writes to three visitors’ addresses at most', () => {
    const message = compose(
      { name: 'Ann', email: 'ann@example.net' },
      { recipient: 'box@example.org, [email], [email]', additionalHeaders: 'Cc: [email], [email], [email]' },
    );
    expect(message.to).toHaveLength(3);
    expect(message.cc).toHaveLength(1);
  });

  it('a name cannot break out of the sender', () =>
    expect(compose({ name: 'A <evil@example.net>, "B"', email: '' }).from).toEqual({
      name: 'A evil@example.net B',
      address: 'desk@example.org',
    }));

  it('an HTML body escapes values and becomes a document', () => {
    const { body } = draftMail({ ...template, useHtml: true, body: 'Hi [name]\n\nBye' }, sources({ name: '<b>A</b>' }));
    expect(body).toContain('<p>Hi &lt;b&gt;A&lt;/b&gt;</p>\n<p>Bye</p>');
    expect(body).toMatch(/^<!doctype html>\n<html lang="de-DE">/);
    expect(body).toContain('<title>From &lt;b&gt;A&lt;/b&gt;</title>');
  });

  it('an HTML body with a document of its own is left as it is', () =>
    expect(
      draftMail({ ...template, useHtml: true, body: '<html><body>[name]</body></html>' }, sources({ name: '&' })).body,
    ).toBe('<html><body>&amp;</body></html>'));
});
