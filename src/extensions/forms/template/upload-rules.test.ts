import { describe, expect, it } from 'vitest';
import { parseTemplate } from './parse-template.ts';
import { allowedTypes, checkUploads, distinctNames, safeUploadName, sizeLimit } from './upload-rules.ts';

const tag = (text: string) => parseTemplate(text).tags[0]!;
const heads: Record<string, string> = {
  png: Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII=',
    'base64',
  ).toString('latin1'),
  jpg: '\xff\xd8\xff\xe0',
  pdf: '%PDF-1.4',
  zip: 'PK\x03\x04',
};
const file = (filename: string, head = '', size = 10) => ({
  filename,
  size,
  broken: false,
  head: Buffer.from(head, 'latin1'),
});

describe('file fields', () => {
  it.each([
    ['[file f]', 1_048_576],
    ['[file f limit:100]', 100],
    ['[file f limit:2kb]', 2048],
    ['[file f limit:3MB]', 3_145_728],
    ['[file f limit:lots]', 1_048_576],
  ])('the size limit of %s', (text, bytes) => expect(sizeLimit(tag(text))).toBe(bytes));

  it('the list of types is the field’s own, or the default', () => {
    expect(allowedTypes(tag('[file f filetypes:.TXT|csv]'))).toEqual(['txt', 'csv']);
    expect(allowedTypes(tag('[file f filetypes:image/%]'))).toContain('jpg');
    expect(allowedTypes(tag('[file f]'))).toContain('pdf');
  });

  it.each([
    ['a required field without a file', '[file* f]', [], 'invalid_required'],
    ['an optional one', '[file f]', [], null],
    [
      'a transfer that broke',
      '[file f]',
      [{ ...file('a.png', heads['png']), broken: true }],
      'upload_failed_php_error',
    ],
    ['an accepted type', '[file f filetypes:txt]', [file('note.txt', 'hello')], null],
    ['another type', '[file f filetypes:txt]', [file('a.png', heads['png'])], 'upload_file_type_invalid'],
    ['too large', '[file f limit:100 filetypes:txt]', [file('big.txt', '\xff\xd8\xff', 101)], 'upload_file_too_large'],
    ['too large together', '[file f limit:15 filetypes:txt]', [file('a.txt'), file('b.txt')], 'upload_file_too_large'],
    ['letter case', '[file f]', [file('A.PNG', heads['png'])], null],
    ['spaces inside a name', '[file f]', [file('my holiday photo.png', heads['png'])], null],
    ['a kind of types', '[file f filetypes:png|pdf]', [file('a.pdf', heads['pdf'])], null],
    ['bytes of another type', '[file f]', [file('a.png', heads['jpg'])], 'upload_file_type_invalid'],
    ['a script called a picture', '[file f]', [file('a.png', '<?php echo 1;')], 'upload_file_type_invalid'],
    ['a program called a text', '[file f filetypes:txt]', [file('a.txt', '\x7fELF')], 'upload_file_type_invalid'],
    ['an office document', '[file f]', [file('a.docx', heads['zip'])], null],
  ])('%s', async (_, text, files, problem) => expect(await checkUploads(tag(text), files)).toBe(problem));

  it.each([
    'a.php .jpg',
    'a.php\t.jpg',
    'a.php\u200b.jpg',
    'a.php\u2028.jpg',
    'a.php\u00a0.jpg',
    'a.php\u0000.jpg',
    'a\u202egpj.php',
    'x.phar',
    'x.pht',
    'x.php5',
    'x.PHP.',
    'cv.pdf.phtml',
    '.htaccess',
    'noextension',
    '../a.jpg',
    '..\\a.jpg',
    'a.jpg ',
  ])('%j never passes', async (name) =>
    expect(await checkUploads(tag('[file f]'), [file(name, heads['jpg'])])).toBe('upload_file_type_invalid'),
  );

  it.each([
    ['photo.jpg', 'photo.jpg'],
    ['evil.php.jpg', 'evil.php_.jpg'],
    ['evil.php', 'evil.php_.txt'],
    ['a.phtml.pl', 'a.phtml_.pl_.txt'],
    ['../../etc/passwd', 'passwd'],
    ['C:\\temp\\x.png', 'x.png'],
    ['a\r\nb\u0000.png', 'ab.png'],
    ['.htaccess', 'htaccess'],
    ['...', 'file'],
    ['', 'file'],
    ['Übersicht 2024.pdf', 'Übersicht 2024.pdf'],
  ])('%j is kept as %j', (name, safe) => expect(safeUploadName(name)).toBe(safe));

  it('an endless name becomes a short one with its extension', () => {
    const name = safeUploadName(`${'a'.repeat(500)}.png`);
    expect(name.length).toBeLessThanOrEqual(150);
    expect(name).toMatch(/\.png$/);
  });

  it('equal names get numbers', () =>
    expect(distinctNames(['a.txt', 'A.txt', 'b', 'b', 'a-1.txt'])).toEqual([
      'a.txt',
      'A-1.txt',
      'b',
      'b-1',
      'a-1-1.txt',
    ]));
});
