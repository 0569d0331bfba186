import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Role } from '../../support/platen.ts';
import { type MediaSite, mediaSite } from '../media/media-client.ts';

const png = (width: number, height: number, background: string) =>
  sharp({ create: { width, height, channels: 3, background } })
    .png()
    .toBuffer();

describe.each(['a', 'b'] as const)('replacing a file, variant %s', (variant) => {
  let site: MediaSite;
  beforeAll(async () => {
    site = await mediaSite({ variant });
  });
  afterAll(() => site.close());

  const uploaded = async (name: string, who: Role = 'author') => {
    const { status, body } = await site.upload(who, { name, content: await png(600, 300, '#a00'), type: 'image/png' });
    expect(status).toBe(201);
    return body;
  };
  const replace = async (id: number, who: Role, content: Buffer | string, name = 'other.png') => {
    const login = who === 'anonymous' ? null : `the-${who}:pw-${who}`;
    const answer = await fetch(`${site.origin}/wp-json/platen/v1/media/${id}/file`, {
      method: 'POST',
      body: new Uint8Array(Buffer.from(content)),
      headers: {
        'Content-Type': 'image/png',
        'Content-Disposition': `attachment; filename="${name}"`,
        ...(login ? { Authorization: `Basic ${Buffer.from(login).toString('base64')}` } : {}),
      },
    });
    return { status: answer.status, body: await answer.json() };
  };
  const bytesAt = async (address: string) => {
    const answer = await fetch(address.replace('http://site.test', site.origin));
    return { status: answer.status, bytes: Buffer.from(await answer.arrayBuffer()) };
  };
  const colourOf = async (bytes: Buffer) => {
    const { dominant } = await sharp(bytes).stats();
    return dominant.g > dominant.r ? 'green' : 'red';
  };

  it('keeps number and address, and every old address shows the new picture', async () => {
    const before = await uploaded('heron.png');
    const copies = Object.values(before.media_details.sizes as Record<string, { source_url: string }>);
    expect(copies.length).toBeGreaterThan(1);
    const fresh = await png(400, 400, '#0a0');
    const { status, body } = await replace(before.id, 'author', fresh);
    expect(status).toBe(200);
    expect(body).toEqual({ id: before.id, mime_type: 'image/png', source_url: before.source_url });
    const { body: after } = await site.as('author').get(`/wp/v2/media/${before.id}?context=edit`);
    expect(after.source_url).toBe(before.source_url);
    expect(after.title.raw).toBe(before.title.raw);
    expect(after.media_details).toMatchObject({ width: 400, height: 400 });
    expect((await bytesAt(before.source_url)).bytes.equals(fresh)).toBe(true);
    const now = Object.values(after.media_details.sizes as Record<string, { source_url: string }>);
    for (const { source_url } of [...copies, ...now]) {
      const found = await bytesAt(source_url);
      expect(found.status, source_url).toBe(200);
      expect(await colourOf(found.bytes), source_url).toBe('green');
    }
    await site.as('author').delete(`/wp/v2/media/${before.id}?force=true`);
    expect((await site.stored()).filter((name) => name.includes('heron'))).toEqual([]);
    await expect.poll(() => site.spooled()).toEqual([]);
  });

  it('refuses another type, nothing at all and what is no picture, and keeps the old file', async () => {
    const before = await uploaded('kept.png');
    const old = (await bytesAt(before.source_url)).bytes;
    const jpeg = await sharp(await png(10, 10, '#00f'))
      .jpeg()
      .toBuffer();
    for (const content of [jpeg, '<script>alert(1)</script>', '<?php echo 1;', '']) {
      const { status } = await replace(before.id, 'author', content);
      expect(status).toBeGreaterThanOrEqual(400);
      expect(status).toBeLessThan(500);
    }
    expect((await bytesAt(before.source_url)).bytes.equals(old)).toBe(true);
    await expect.poll(() => site.spooled()).toEqual([]);
  });

  it('takes no notice of the name that is sent', async () => {
    const before = await uploaded('named.png');
    const { status } = await replace(before.id, 'author', await png(20, 20, '#0a0'), '../../evil.php');
    expect(status).toBe(200);
    expect((await site.stored()).filter((name) => name.includes('evil'))).toEqual([]);
  });

  it('is for those who may edit the file and upload', async () => {
    const theirs = await uploaded('theirs.png', 'editor');
    const fresh = await png(20, 20, '#0a0');
    for (const [who, status] of [
      ['anonymous', 401],
      ['subscriber', 403],
      ['contributor', 403],
      ['author', 403],
      ['editor', 200],
    ] as const)
      expect((await replace(theirs.id, who, fresh)).status, who).toBe(status);
    expect((await replace(999_999, 'editor', fresh)).status).toBe(404);
  });

  it('ends with one whole file when several replace it at once', async () => {
    const before = await uploaded('busy.png');
    const fresh = await Promise.all(['#0a0', '#0b0', '#0c0', '#0d0'].map((colour) => png(50, 50, colour)));
    const answers = await Promise.all(fresh.map((one) => replace(before.id, 'author', one)));
    expect(answers.some(({ status }) => status === 200)).toBe(true);
    expect(answers.every(({ status }) => status < 500)).toBe(true);
    const { bytes } = await bytesAt(before.source_url);
    expect(fresh.some((one) => one.equals(bytes))).toBe(true);
  });
});
