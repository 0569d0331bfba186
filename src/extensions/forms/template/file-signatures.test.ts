import { randomBytes } from 'node:crypto';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { bytesMatch } from './upload-rules.ts';

const bytes = (text: string) => Buffer.from(text, 'latin1');
const picture = () => sharp({ create: { width: 9, height: 9, channels: 3, background: '#369' } });
const oggPage = `OggS\0\x02${'\0'.repeat(22)}`;
const zeros = '\0'.repeat(100);

describe('the bytes of a file', () => {
  it.each([
    ['jpeg', 'jpg', 'png'],
    ['png', 'png', 'jpg'],
    ['gif', 'gif', 'png'],
    ['webp', 'webp', 'avi'],
  ] as const)('of a %s are a %s and no %s', async (format, own, other) => {
    const head = await picture().toFormat(format).toBuffer();
    expect(await bytesMatch(own, head)).toBe(true);
    expect(await bytesMatch(other, head)).toBe(false);
  });

  it.each([
    ['pdf', '%PDF-1.7\n', 'jpg'],
    ['pdf', `junk before it\n%PDF-1.7\n`, 'png'],
    ['zip', 'PK\x05\x06', 'pdf'],
    ['docx', 'PK\x03\x04', 'doc'],
    ['doc', '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1', 'docx'],
    ['avi', 'RIFF\x10\0\0\0AVI LIST', 'wav'],
    ['wav', 'RIFF\x10\0\0\0WAVEfmt ', 'avi'],
    ['ogg', `${oggPage}\x01vorbis${zeros}`, 'mp3'],
    ['ogv', `${oggPage}\x80theora${zeros}`, 'mp4'],
    ['mp4', '\0\0\0\x20ftypisom', 'avi'],
    ['mov', '\0\0\0\x08wide\0\0\0\x08mdat', 'gif'],
    ['m4a', '\0\0\0\x20ftypM4A ', 'wav'],
    ['mp3', '\xff\xfb\x90\x64', 'ogg'],
    ['mp3', 'ID3\x03\0\0\0\0\x1f\x76', 'ogg'],
    ['mpg', '\0\0\x01\xba\x44', 'mp4'],
    ['wmv', '\x30\x26\xb2\x75\x8e\x66\xcf\x11\xa6\xd9\0\xaa\0\x62\xce\x6c', 'avi'],
  ])('of a %s (%j) are no %s', async (own, head, other) => {
    expect(await bytesMatch(own, bytes(head))).toBe(true);
    expect(await bytesMatch(other, bytes(head))).toBe(false);
  });

  it('are told by their beginning, however much stands before the picture itself', async () => {
    const comment = randomBytes(60_000).toString('hex');
    const exif = { IFD0: { ImageDescription: comment } };
    const png = await picture().withExif(exif).png().toBuffer();
    expect(await bytesMatch('png', png.subarray(0, 65_536))).toBe(true);
    const jpeg = await picture()
      .withExif({ IFD0: { ImageDescription: comment.slice(0, 50_000) } })
      .jpeg()
      .toBuffer();
    expect(await bytesMatch('jpg', jpeg.subarray(0, 4_096))).toBe(true);
  });

  it.each(['BMW for sale', 'ID3 is no sound here', 'Grüße', '{\\rtf1 x}', 'BEGIN:VCARD'])(
    '%j is a text',
    async (text) => {
      for (const extension of ['txt', 'csv', 'rtf', 'vcf']) expect(await bytesMatch(extension, bytes(text))).toBe(true);
    },
  );

  it('with a NUL are no text', async () => expect(await bytesMatch('txt', bytes('a\0b'))).toBe(false));

  it.each([
    ['a Windows program', 'MZ\x90\0'],
    ['a Linux program', '\x7fELF\x02\x01'],
    ['a Java class', '\xca\xfe\xba\xbe\0\0\0\x34'],
    ['a shell script', '#!/bin/sh\n'],
    ['a PHP script', '<?PHP echo 1;'],
  ])('of %s are nothing else', async (_, head) => {
    for (const extension of ['txt', 'jpg', 'pdf', 'zip', 'dat'])
      expect(await bytesMatch(extension, bytes(head))).toBe(false);
  });

  it('say nothing about types nobody knows', async () => {
    expect(await bytesMatch('dat', bytes('\x01\x02\x03 whatever'))).toBe(true);
    expect(await bytesMatch('constructor', bytes('x'))).toBe(true);
  });

  it('may be none at all, which only a text or an unknown type is', async () => {
    const results = await Promise.all(['txt', 'dat', 'png', 'pdf'].map((name) => bytesMatch(name, Buffer.alloc(0))));
    expect(results).toEqual([true, true, false, false]);
  });
});
