import { describe, expect, it } from 'vitest';
import { readAttachments } from './form-mail.ts';

describe('what a mail carries', () => {
  it('fields and stored files, in any order, each once', () => {
    const { fields, paths, strange } = readAttachments('[one] [two]\nuploads/a b.pdf\n\nuploads/a b.pdf\n[one]');
    expect([[...fields], paths, strange]).toEqual([['one', 'two'], ['a b.pdf'], []]);
  });

  it.each([
    ['uploads/2024/05/terms.pdf', '2024/05/terms.pdf'],
    ['/uploads/terms.pdf', 'terms.pdf'],
    ['wp-content/uploads/terms.pdf', 'terms.pdf'],
    ['/srv/site/wp-content/uploads/terms.pdf', 'terms.pdf'],
  ])('%s is a file of the site', (line, path) => expect(readAttachments(line).paths).toEqual([path]));

  it.each([
    '/etc/passwd',
    'terms.pdf',
    'uploads/',
    'uploads/../platen.db',
    'uploads/a/../../b',
    'uploads/./a',
    'uploads//a',
    '../uploads/a',
    'uploads/a\\..\\b',
    'uploads/a\u0000.pdf',
    'file:///uploads/a',
  ])('%s is not', (line) => expect(readAttachments(line)).toMatchObject({ paths: [], strange: [line] }));
});
