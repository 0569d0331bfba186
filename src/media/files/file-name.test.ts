import { describe, expect, it } from 'vitest';
import type { FileType } from './file-types.ts';
import { fileName, safeFileName } from './judge-file.ts';

const filtered = (type: FileType) => !type.active;
const name = (raw: string, isAllowed = filtered) => {
  const safe = safeFileName(raw, isAllowed);
  return safe.extension === '' ? safe.stem : fileName(safe);
};

describe('safe file names', () => {
  it.each([
    ['spaces and specials', 'Weekend  Plan [v3] & co.PDF', 'Weekend-Plan-v3-co.pdf'],
    ['path segments', '../../etc/passwd.txt', 'etcpasswd.txt'],
    ['windows path', '..\\..\\boot.txt', 'boot.txt'],
    ['markup', '<img src=x onerror=alert(1)>.jpg', 'img-srcx-onerroralert1.jpg'],
    ['line breaks', 'a\r\nSet-Cookie: x=1.txt', 'a-Set-Cookie-x1.txt'],
    ['nul byte', 'a.php\u0000.jpg', 'a.php_.jpg'],
    ['right-to-left override', 'invoice\u202Egpj.txt', 'invoicegpj.txt'],
    ['drops % and + from file names', 'IMG 1%20x+y.txt', 'IMG-120xy.txt'],
    ['keeps what means nothing to a disk or an address', 'at@x^2.png', 'at@x^2.png'],
    ['letters of other scripts', 'дом и сад.png', 'дом-и-сад.png'],
    ['composed and decomposed accents', 'cafe\u0301.png', 'café.png'],
    ['dots and dashes at the ends', '._-photo.jpg-_.', 'photo.jpg'],
    ['an underscore before the extension', 'a_.jpg', 'a_.jpg'],
    ['nothing but punctuation', '???.png', 'file.png'],
    ['versions are not extensions', 'release.1.2.txt', 'release.1.2.txt'],
    ['a long word is not an extension', 'my.holiday.jpg', 'my.holiday.jpg'],
    ['an allowed inner extension', 'backup.tar.gz', 'backup.tar.gz'],
    ['no extension', 'readme', 'readme'],
  ])('%s', (_, raw, expected) => {
    expect(name(raw)).toBe(expected);
  });

  it.each(['php', 'phtml', 'phar', 'php5', 'PHP', 'cgi', 'pl', 'asp', 'html'])(
    'an inner .%s is made inert',
    (inner) => {
      const safe = safeFileName(`a.${inner}.jpg`, filtered);
      expect(fileName(safe)).toBe(`a.${inner}_.jpg`);
      expect(safe.defused).toBe(true);
    },
  );

  it('an inner extension the caller may use stays', () => {
    expect(name('page.html.txt', () => true)).toBe('page.html.txt');
  });

  it('a hidden file has no extension to be judged by', () => {
    expect(safeFileName('.htaccess', filtered).extension).toBe('');
    expect(safeFileName('.jpg', filtered).extension).toBe('');
  });

  it('a very long name is shortened between characters and keeps its extension', () => {
    const safe = safeFileName(`${'ü'.repeat(400)}.jpg`, filtered);
    expect(safe.stem).toBe('ü'.repeat(90));
    expect(safe.extension).toBe('jpg');
  });
});
