import { equal, ok, partialDeepStrictEqual } from 'node:assert/strict';
import { createHash, createHmac } from 'node:crypto';
import { after, beforeEach, describe, it } from 'node:test';
import { startPlaten } from 'platen/testing';
import downloads from './index.ts';

const settings = {
  PLATEN_DOWNLOADS_BUCKET: 'https://files.s3.eu-central-1.amazonaws.com',
  PLATEN_DOWNLOADS_REGION: 'eu-central-1',
  PLATEN_DOWNLOADS_KEY_ID: 'AKIDEXAMPLE',
  PLATEN_DOWNLOADS_KEY: 'the secret key',
};
const site = await startPlaten({ extensions: [downloads], extensionOptions: settings, now: '2026-01-02T03:04:05Z' });
beforeEach(() => site.reset());
after(() => site.close());

async function offer(objectKey: string): Promise<number> {
  const answer = await site.as(site.admin)('/wp-json/downloads/v1/files', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ title: 'The book', object_key: objectKey }),
  });
  equal(answer.status, 201);
  return ((await answer.json()) as { id: number }).id;
}

describe('a download', () => {
  it('is an address for users of the site, signed for five minutes', async () => {
    const id = await offer('books/the book.pdf');
    const reader = await site.user('subscriber');
    const answer = await site.as(reader)(`/wp-json/downloads/v1/files/${id}`, { redirect: 'manual' });
    equal(answer.status, 302);
    includes(answer.headers.get('cache-control') ?? '', 'no-store');
    const url = new URL(answer.headers.get('location') ?? '');
    equal(url.origin + url.pathname, `${settings.PLATEN_DOWNLOADS_BUCKET}/books/the%20book.pdf`);
    equal(url.searchParams.get('X-Amz-Date'), '20260102T030405Z');
    equal(url.searchParams.get('X-Amz-Expires'), '300');
    equal(url.searchParams.get('X-Amz-Signature'), expectedSignature(url));
  });

  it('is not for visitors, nor may readers offer any', async () => {
    const id = await offer('book.pdf');
    equal((await site.fetch(`/wp-json/downloads/v1/files/${id}`)).status, 401);
    const reader = await site.user('subscriber');
    const body = JSON.stringify({ title: 'Mine', object_key: 'x' });
    const headers = { 'content-type': 'application/json' };
    const answer = await site.as(reader)('/wp-json/downloads/v1/files', { method: 'POST', headers, body });
    equal(answer.status, 403);
  });

  it('that is not there is not found', async () => {
    const answer = await site.as(site.admin)('/wp-json/downloads/v1/files/99');
    equal(answer.status, 404);
    partialDeepStrictEqual(await answer.json(), { code: 'download_unknown' });
  });
});

/** The signature as the documentation of AWS Signature Version 4 describes it, computed step by step. */
function expectedSignature(url: URL): string {
  const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();
  const date = url.searchParams.get('X-Amz-Date') ?? '';
  const scope = [date.slice(0, 8), settings.PLATEN_DOWNLOADS_REGION, 's3', 'aws4_request'];
  const query = [...url.searchParams]
    .filter(([name]) => name !== 'X-Amz-Signature')
    .map((pair) => pair.map(encodeURIComponent).join('='))
    .sort()
    .join('&');
  const request = ['GET', url.pathname, query, `host:${url.host}\n`, 'host', 'UNSIGNED-PAYLOAD'].join('\n');
  const digest = createHash('sha256').update(request).digest('hex');
  const text = ['AWS4-HMAC-SHA256', date, scope.join('/'), digest].join('\n');
  const key = scope.reduce<string | Buffer>(hmac, `AWS4${settings.PLATEN_DOWNLOADS_KEY}`);
  return hmac(key, text).toString('hex');
}

function includes(text: string, part: string): void {
  ok(text.includes(part), `${part} is missing from ${text}`);
}
