import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SiteRequest } from '../http/write-response.ts';
import { siteFrom } from '../rules/site.ts';
import { createAdminPage } from './admin-page.ts';

const script = `console.log(${'1+'.repeat(2_000)}1);`;
const page = `<!doctype html><html lang="en" dir="ltr"><base href="%base%"><meta name="style-nonce" content="%styleNonce%"><meta name="start" content="%start%">`;

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'platen-admin-'));
  await mkdir(join(folder, 'assets'));
  await writeFile(join(folder, 'index.html'), page);
  await writeFile(join(folder, 'assets/index-abc.js'), script);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

function request(headers: Record<string, string> = {}): SiteRequest {
  const message = new IncomingMessage(new Socket());
  return { method: 'GET', url: '/', headers, message, remote: { address: '127.0.0.1', secure: false }, id: '1' };
}

const option = (name: string): string | null => (name === 'blogname' ? 'Rivers & "lakes" <b>' : null);
const site = siteFrom(option, {
  url: 'https://host.test/blog',
  homeUrl: 'https://front.test',
  fallbackUrl: 'http://localhost',
  permalinks: null,
  now: () => 0,
});
const start = { site, userId: 7, nonce: 'n0nce', language: 'ar', direction: 'rtl' as const, canSendMail: false };

describe('the document', () => {
  it('starts below the path of the site, in its language, with what the page needs to know', async () => {
    const answer = await createAdminPage({ extensions: ['forms'], folder }).document(start);
    const text = String(answer?.payload);
    expect(text).toContain('<html lang="ar" dir="rtl">');
    expect(text).toContain('<base href="/blog/admin/">');
    const [, held = ''] = /name="start" content="([^"]*)"/.exec(text) ?? [];
    const values = JSON.parse(held.replaceAll('&quot;', '"').replaceAll('&amp;', '&'));
    expect(values).toMatchObject({
      siteTitle: 'Rivers & "lakes" <b>',
      siteUrl: 'https://front.test',
      serverPath: '/blog',
      apiPath: '/blog/wp-json',
      userId: 7,
      nonce: 'n0nce',
      canSendMail: false,
      extensions: ['forms'],
    });
  });

  it('allows scripts of this server only, and styles that carry a nonce of its own', async () => {
    const admin = createAdminPage({ extensions: ['forms'], folder });
    const [first, second] = [await admin.document(start), await admin.document(start)];
    const policy = String(first?.headers['Content-Security-Policy']);
    expect(policy).toContain("script-src 'self';");
    expect(policy).toContain("frame-ancestors 'none'");
    const [, nonce = ''] = /style-src 'self' 'nonce-([^']+)'/.exec(policy) ?? [];
    expect(String(first?.payload)).toContain(`content="${nonce}"`);
    expect(String(second?.headers['Content-Security-Policy'])).not.toContain(nonce);
    expect(first?.headers['Cache-Control']).toContain('no-store');
  });

  it('shows the site and the front ends of previews in frames, and nothing else', async () => {
    const frames = ['https://preview.test', 'http://127.0.0.1:3000'];
    const answer = await createAdminPage({ extensions: [], frames, folder }).document(start);
    const directives = String(answer?.headers['Content-Security-Policy']).split('; ');
    const own = "'self' https://host.test https://front.test";
    expect(directives).toContain(`frame-src ${own} https://preview.test http://127.0.0.1:3000 blob:`);
    expect(directives).toContain(`img-src ${own} data: blob:`);
  });

  it('is missing until the page is built, also while the server runs', async () => {
    const later = `${folder}-later`;
    const admin = createAdminPage({ extensions: [], folder: later });
    expect(await admin.document(start)).toBeNull();
    expect(await admin.asset('index-abc.js', request({}))).toBeNull();
    await cp(folder, later, { recursive: true });
    expect((await admin.document(start))?.status).toBe(200);
    expect((await admin.asset('index-abc.js', request({})))?.status).toBe(200);
    await rm(later, { recursive: true });
  });
});

describe('files of the page', () => {
  it('are kept by browsers for good, and sent compressed', async () => {
    const answer = await createAdminPage({ extensions: ['forms'], folder }).asset(
      'index-abc.js',
      request({ 'accept-encoding': 'br' }),
    );
    expect(answer?.headers).toMatchObject({ 'Content-Encoding': 'br', Vary: 'Accept-Encoding' });
    expect(answer?.headers['Cache-Control']).toContain('immutable');
    const payload = answer?.payload;
    expect(payload instanceof Uint8Array && brotliDecompressSync(payload).toString()).toBe(script);
  });

  it.each(['nothing.js', '../index.html', '..%2findex.html', ''])(
    'are only those that were built: %s',
    async (name) => {
      expect(await createAdminPage({ extensions: ['forms'], folder }).asset(name, request())).toBeNull();
    },
  );
});
