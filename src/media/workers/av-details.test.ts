import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { avi, flac, flv, matroska, mp3, mp4, mpeg } from '../../../test/support/sample-media.ts';
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

const film = { width: 640, height: 272, seconds: 75 };
const told = { width: 640, height: 272, length: 75, length_formatted: '1:15' };

it('a sound tells its length and make', async () => {
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

it('tags are told, pictures inside are not', async () => {
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

it.each([
  ['noise', Buffer.from('RIFF\0\0\0\0WAVEnothing')],
  ['nothing', Buffer.alloc(0)],
])('%s has no details but its size', async (_, content) => {
  expect(await details('bad.wav', 'audio/wav', content)).toMatchObject({
    filesize: content.length,
    mime_type: 'audio/wav',
  });
});

it('embedded XML is neither fetched nor expanded', async () => {
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

it.each([
  ['mp4', 'video/mp4', mp4(film), { fileformat: 'mp4', dataformat: 'quicktime', ...told }],
  ['avi', 'video/avi', avi(film), { fileformat: 'avi', dataformat: 'avi', ...told }],
  ['flv', 'video/x-flv', flv(film), { fileformat: 'flv', dataformat: 'flv', ...told }],
  ['webm', 'video/webm', matroska('webm', film), { fileformat: 'webm', dataformat: 'vp9', ...told }],
  ['mkv', 'video/x-matroska', matroska('matroska', film), { fileformat: 'matroska', dataformat: 'vp9', ...told }],
  ['mpeg', 'video/mpeg', mpeg(film), { fileformat: 'mpeg', dataformat: 'mpeg', width: 640, height: 272 }],
])('a film in %s tells its measures', async (name, mime, content, expected) => {
  expect(await details(`film.${name}`, mime, content)).toMatchObject({ ...expected, filesize: content.length });
});

it.each(['avi', 'flv', 'mpeg'])('a film in %s that is cut off tells what it can and no more', async (name) => {
  const whole = { avi, flv, mpeg }[name as 'avi'](film);
  for (let length = 0; length < whole.length; length += 3) {
    const found = await details(`cut.${name}`, `video/${name}`, whole.subarray(0, length));
    expect(found).toMatchObject({ filesize: length });
    expect([undefined, 640]).toContain(found['width']);
  }
});

it.each([
  [
    'mp3',
    'audio/mpeg',
    mp3(),
    { dataformat: 'mp3', bitrate: 128_000, bitrate_mode: 'cbr', lossless: false, length: 1 },
  ],
  ['flac', 'audio/flac', flac(4), { dataformat: 'flac', bitrate_mode: 'vbr', lossless: true, length: 4 }],
  ['m4a', 'audio/mpeg', mp4(film), { fileformat: 'mp4', dataformat: 'mp4', codec: 'ISO/IEC 14496-3 AAC', length: 75 }],
  ['mka', 'audio/x-matroska', matroska('matroska', film), { dataformat: 'opus', sample_rate: 48_000, length: 75 }],
])('a sound in %s tells its make', async (name, mime, content, expected) => {
  const found = await details(`sound.${name}`, mime, content);
  expect(found).toMatchObject({ ...expected, channels: 2, channelmode: 'stereo', mime_type: mime });
});

it('the sound of a film is told apart from the film', async () => {
  expect(await details('film.webm', 'video/webm', matroska('webm', film))).toMatchObject({
    audio: { dataformat: 'opus', channels: 2, channelmode: 'stereo', sample_rate: 48_000 },
  });
});
