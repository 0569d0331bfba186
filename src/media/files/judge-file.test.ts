import { describe, expect, it } from 'vitest';
import { fileName, judgeFile } from './judge-file.ts';

const text = (value: string) => Buffer.from(value);
const jpeg = Buffer.from('ffd8ffe000104a46494600010100000100010000', 'hex');
const png = Buffer.from('89504e470d0a1a0a0000000d4948445200000001000000010806000000', 'hex');
const gif = text('GIF89a\u0001\0\u0001\0');
const zip = Buffer.concat([Buffer.from('504b0304140000000000', 'hex'), Buffer.alloc(40)]);
const html = text('<!doctype html><script>alert(1)</script>');
const svg = text('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
const php = text('<?php system($_GET["c"]);');
const wav = Buffer.concat([text('RIFF\u0024\0\0\0WAVEfmt '), Buffer.alloc(28)]);

async function judge(name: string, head: Buffer, unfilteredHtml = false) {
  const judgement = await judgeFile({ name, head, unfilteredHtml });
  return judgement.accepted ? `${fileName(judgement.name)} ${judgement.mime}` : 'refused';
}

describe('what is kept as it is', () => {
  it.each([
    ['photo.JPG', jpeg, 'photo.jpg image/jpeg'],
    ['photo.jpe', jpeg, 'photo.jpe image/jpeg'],
    ['a.png', png, 'a.png image/png'],
    ['a.gif', gif, 'a.gif image/gif'],
    ['note.txt', text('plain words'), 'note.txt text/plain'],
    ['note.txt', text('\ufeffwith a mark'), 'note.txt text/plain'],
    ['note.txt', Buffer.from('Umlaut: \u00e4', 'latin1'), 'note.txt text/plain'],
    ['note.txt', Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('wide', 'utf16le')]), 'note.txt text/plain'],
    ['about-markup.txt', html, 'about-markup.txt text/plain'],
    ['table.csv', text('a,b\n1,2\n'), 'table.csv text/csv'],
    ['paper.pdf', text('%PDF-1.7\n'), 'paper.pdf application/pdf'],
    ['beep.wav', wav, 'beep.wav audio/wav'],
    ['files.zip', zip, 'files.zip application/zip'],
    ['letter.docx', zip, 'letter.docx application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
  ])('%s', async (name, head, expected) => {
    expect(await judge(name, head)).toBe(expected);
  });
});

describe('what is kept under a truer name', () => {
  it.each([
    ['really-a-png.jpg', png, 'really-a-png.png image/png'],
    ['picture.txt', gif, 'picture.gif image/gif'],
    ['page.pdf', jpeg, 'page.jpg image/jpeg'],
    ['sound.jpg', wav, 'sound.wav audio/wav'],
  ])('%s', async (name, head, expected) => {
    expect(await judge(name, head)).toBe(expected);
  });
});

describe('what is refused', () => {
  it.each([
    ['no extension', 'noextension', text('words')],
    ['an unknown extension', 'a.xyz', text('words')],
    ['a script', 'a.php', php],
    ['a script after a picture', 'a.jpg.php', jpeg],
    ['a script with a dot after it', 'a.php.', php],
    ['other scripts', 'a.phtml', php],
    ['a server file', '.htaccess', text('AddHandler')],
    ['vector drawings', 'a.svg', svg],
    ['data', 'a.json', text('{}')],
    ['a program', 'a.exe', Buffer.from('4d5a9000', 'hex')],
    ['text as a picture', 'a.jpg', text('not a picture')],
    ['script text as a picture', 'a.jpg', php],
    ['a page as a picture', 'a.jpg', html],
    ['a drawing as a picture', 'a.png', svg],
    ['a paper as a picture', 'a.jpg', text('%PDF-1.7\n')],
    ['PostScript as a picture', 'a.jpg', text('%!PS-Adobe-3.0 EPSF-3.0\n')],
    ['a drawing script as a picture', 'a.jpg', text("push graphic-context\nfill 'url(https://x/)'\n")],
    ['an archive as a picture', 'a.jpg', zip],
    ['a program as a picture', 'a.jpg', Buffer.from('4d5a90000300000004000000ffff0000', 'hex')],
    ['an archive as text', 'a.txt', zip],
    ['unknown bytes as text', 'a.txt', Buffer.from([1, 2, 3, 0, 5])],
    ['a page under a defused name', 'a.php.jpg', html],
    ['an archive under a defused name', 'a.phar.jpg', zip],
  ])('%s', async (_, name, head) => {
    expect(await judge(name, head, true)).toBe('refused');
  });

  it.each(['a.html', 'a.htm', 'a.js'])('%s from a caller without unfiltered_html', async (name) => {
    expect(await judge(name, html)).toBe('refused');
    expect(await judge(name, html, true)).not.toBe('refused');
  });
});

it('script text whose name was made inert is kept, but never decoded', async () => {
  const judgement = await judgeFile({ name: 'evil.php.jpg', head: php, unfilteredHtml: false });
  expect(judgement).toMatchObject({ accepted: true, mime: 'image/jpeg', genuine: false });
});

it('a container broken on purpose is judged by its outside', async () => {
  const broken = Buffer.concat([zip, Buffer.from('504b0304ffffffffffffffff', 'hex')]);
  expect(await judge('a.docx', broken)).not.toBe('refused');
  expect(await judge('a.jpg', broken)).toBe('refused');
});
