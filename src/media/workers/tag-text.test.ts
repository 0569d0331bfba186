import { describe, expect, it } from 'vitest';
import { bytesOfText, decodeText, decodeUserComment } from './image-meta.ts';

describe('texts of pictures', () => {
  it.each([
    ['UTF-8', Buffer.from(' Müll – „x“ ')],
    ['Windows-1252', Buffer.from('M\xfcll \x96 \x84x\x93', 'latin1')],
  ])('are read in %s', (_, bytes) => {
    expect(decodeText(bytes)).toBe('Müll – „x“');
  });

  it('are recovered from a reader that knows UTF-8 only', () => {
    expect(decodeText(bytesOfText('M\xfcll \x96 \x84x\x93'))).toBe('Müll – „x“');
    expect(decodeText(bytesOfText('Müll – „x“'))).toBe('Müll – „x“');
  });
});

describe('user comments', () => {
  it.each([true, false])('are read in UTF-16 (little endian: %s)', (isLittleEndian) => {
    const text = Buffer.from('Müll\0rest', 'utf16le');
    const bytes = Buffer.concat([Buffer.from('UNICODE\0'), isLittleEndian ? text : text.swap16()]);
    expect(decodeUserComment(bytes, isLittleEndian)).toBe('Müll');
  });

  it('end at the first zero byte', () => {
    expect(decodeUserComment(Buffer.from('ASCII\0\0\0A barn \0\0\0'), true)).toBe('A barn');
  });
});
