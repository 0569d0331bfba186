import { expect, it } from 'vitest';
import { dispositionFileName } from './content-disposition.ts';

it.each([
  ['quoted', 'attachment; filename="a b.txt"', 'a b.txt'],
  ['bare', 'form-data; name="file"; filename=plain.txt', 'plain.txt'],
  ['upper case', 'Attachment; FILENAME="A.TXT"', 'A.TXT'],
  ['without a type', 'filename="x.txt"', 'x.txt'],
  ['semicolon inside quotes', 'attachment; filename="a;b.txt"; size=3', 'a;b.txt'],
  ['escaped quote', 'attachment; filename="a\\"b.txt"', 'a"b.txt'],
  ['windows path', 'attachment; filename="C:\\dir\\a.txt"', 'C:\\dir\\a.txt'],
  ['unclosed quote', 'attachment; filename="a.txt', 'a.txt'],
  ['extended wins', 'attachment; filename="x.txt"; filename*=UTF-8\'\'%e2%82%ac.txt', '€.txt'],
  ['extended in Latin-1', "attachment; filename*=iso-8859-1'en'%A3.txt", '£.txt'],
  ['extended in an unknown charset', 'attachment; filename="x.txt"; filename*=nope\'\'a.txt', 'x.txt'],
  ['extended with broken bytes', 'attachment; filename="x.txt"; filename*=utf-8\'\'%ff.txt', 'x.txt'],
  ['raw UTF-8 bytes', Buffer.from('attachment; filename="smörgås.txt"').toString('latin1'), 'smörgås.txt'],
  ['raw Latin-1 bytes', Buffer.from('attachment; filename="sm\u00f6r.txt"', 'latin1').toString('latin1'), 'smör.txt'],
])('%s', (_, header, expected) => {
  expect(dispositionFileName(header)).toBe(expected);
});

it.each(['attachment', 'attachment;', 'attachment; filename=', 'attachment; filename=""', 'inline; name="x"', ''])(
  '%j names no file',
  (header) => {
    expect(dispositionFileName(header)).toBeNull();
  },
);

it('a long hostile header is read at once', () => {
  const started = process.cpuUsage();
  for (const piece of [';', ' ', '"', '\\', ';filename', '="', '; a=']) dispositionFileName(piece.repeat(20_000));
  expect(process.cpuUsage(started).user / 1_000).toBeLessThan(1000);
});
