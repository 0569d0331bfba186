import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readAvDetails } from './av-details.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'platen-av-'));
});
afterAll(() => rm(folder, { recursive: true }));

function chunk(id: string, data: Buffer): Buffer {
  const size = Buffer.alloc(4);
  size.writeUInt32LE(data.length);
  return Buffer.concat([Buffer.from(id), size, data, Buffer.alloc(data.length % 2)]);
}

/** Eight-bit mono sound at 8 kHz. */
function wav(seconds: number, ...more: Buffer[]): Buffer {
  const format = Buffer.from('01000100401f0000401f000001000800', 'hex');
  const parts = [Buffer.from('WAVE'), chunk('fmt ', format), ...more, chunk('data', Buffer.alloc(8000 * seconds, 128))];
  return chunk('RIFF', Buffer.concat(parts));
}

async function details(name: string, mime: string, content: Buffer) {
  const file = join(folder, name);
  await writeFile(file, content);
  return readAvDetails(file, mime, (await stat(file)).size);
}

test('a sound tells its length and make', async () => {
  const content = wav(65);
  expect(await details('long.wav', 'audio/wav', content)).toMatchObject({
    channels: 1,
    sample_rate: 8000,
    length: 65,
    length_formatted: '1:05',
    filesize: content.length,
    mime_type: 'audio/wav',
  });
});

test('tags are told, pictures inside are not', async () => {
  const frame = (id: string, text: string) => {
    const size = Buffer.alloc(4);
    size.writeUInt32BE(text.length + 1);
    return Buffer.concat([Buffer.from(id), size, Buffer.alloc(3), Buffer.from(text, 'latin1')]);
  };
  const tags = Buffer.concat([frame('TIT2', 'Song'), frame('TPE1', 'Band'), frame('TALB', 'Record')]);
  const id3 = Buffer.concat([Buffer.from('ID3\x03\0\0\0\0\0', 'latin1'), Buffer.from([tags.length]), tags]);
  // One frame of MPEG-1 layer III, 128 kbit/s, 44.1 kHz, repeated.
  const sound = Buffer.concat(
    Array.from({ length: 100 }, () => Buffer.concat([Buffer.from('fffb9000', 'hex'), Buffer.alloc(413)])),
  );
  const found = await details('song.mp3', 'audio/mpeg', Buffer.concat([id3, sound]));
  expect(found).toMatchObject({ title: 'Song', artist: 'Band', album: 'Record', sample_rate: 44100 });
  expect(found).not.toHaveProperty('picture');
});

test.each([
  ['noise', Buffer.from('RIFF\0\0\0\0WAVEnothing')],
  ['nothing', Buffer.alloc(0)],
])('%s has no details but its size', async (_, content) => {
  expect(await details('bad.wav', 'audio/wav', content)).toMatchObject({
    filesize: content.length,
    mime_type: 'audio/wav',
  });
});

test('embedded XML is neither fetched nor expanded', async () => {
  let calls = 0;
  const canary = createServer((_, response) => {
    calls += 1;
    response.end();
  });
  await new Promise<void>((resolve) => canary.listen(0, '127.0.0.1', resolve));
  const { port } = canary.address() as AddressInfo;
  const xml = `<?xml version="1.0"?><!DOCTYPE r [<!ENTITY % x SYSTEM "http://127.0.0.1:${port}/x">%x;]><BWFXML>&x;</BWFXML>`;
  const found = await details('xml.wav', 'audio/wav', wav(1, chunk('iXML', Buffer.from(xml))));
  expect(found).toMatchObject({ length: 1 });
  expect(calls).toBe(0);
  canary.close();
});
