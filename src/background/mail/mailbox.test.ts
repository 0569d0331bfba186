import { describe, expect, it } from 'vitest';
import { isMailAddress, oneLine, parseMailboxes } from './mail-message.ts';

describe('mailboxes', () => {
  it.each([
    ['a@example.org', [{ name: '', address: 'a@example.org' }]],
    ['Ann <a@example.org>', [{ name: 'Ann', address: 'a@example.org' }]],
    [
      '"Bee, Ann" <a@example.org>, c@example.org',
      [
        { name: 'Bee, Ann', address: 'a@example.org' },
        { name: '', address: 'c@example.org' },
      ],
    ],
    ['"Say \\"hi\\"" <a@example.org>', [{ name: 'Say hi', address: 'a@example.org' }]],
    ['Ann <a@bücher.example>', [{ name: 'Ann', address: 'a@xn--bcher-kva.example' }]],
    ['<a@example.org>', [{ name: '', address: 'a@example.org' }]],
    [' , a@example.org, ', [{ name: '', address: 'a@example.org' }]],
    ['', []],
  ])('%s', (text, mailboxes) => expect(parseMailboxes(text)).toEqual({ mailboxes, invalid: [] }));

  it('tells the entries that are no address apart', () => {
    expect(parseMailboxes('[your-email], Ann, a@b@c.org, ok@example.org')).toEqual({
      mailboxes: [{ name: '', address: 'ok@example.org' }],
      invalid: ['[your-email]', 'Ann', 'a@b@c.org'],
    });
  });

  it('a line break cannot start a new header', () => {
    const { mailboxes } = parseMailboxes('Ann\r\nBcc: evil@example.net <a@example.org>');
    expect(mailboxes).toEqual([{ name: 'Ann Bcc: evil@example.net', address: 'a@example.org' }]);
    expect(parseMailboxes('a@example.org\nBcc: b@example.org').mailboxes).toEqual([]);
    expect(oneLine('a\u0000b\u2028c\r\n d')).toBe('a b c  d');
  });

  it.each(['a@b', 'first.last+tag@sub.example.org', "o'neil@example.org", 'root@localhost'])(
    '%s is an address',
    (text) => expect(isMailAddress(text)).toBe(true),
  );

  it.each([
    'a',
    '@b.org',
    'a@',
    'a b@c.org',
    'a@-b.org',
    'a@b-.org',
    'a@b..org',
    '.a@b.org',
    'a@b.org\n',
    `${'a'.repeat(250)}@b.org`,
  ])('%j is none', (text) => expect(isMailAddress(text)).toBe(false));
});
