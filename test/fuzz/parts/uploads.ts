import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { avi, flac, flv, matroska, mp3, mp4, mpeg, wav } from '../../support/sample-media.ts';
import { exchange, type Got } from '../core/exchange.ts';
import { mutateBytes } from '../core/mutate.ts';
import type { Part } from '../core/part.ts';
import type { Random } from '../core/random.ts';
import type { FuzzSite } from '../world/fuzz-site.ts';
import { judgeAnswer } from './judge-answer.ts';
import { formBody } from './upload-form.ts';

/** A file on its way to the site. */
export interface UploadCase {
  readonly as: 'author' | 'administrator';
  readonly way: 'body' | 'form' | 'broken form';
  readonly name: string;
  readonly type: string;
  /** Base64. */
  readonly file: string;
}

const names = [
  'a.png',
  'a.jpg',
  'a.gif',
  'a.webp',
  'a.wav',
  'a.mp3',
  'a.mp4',
  'a.pdf',
  'a.txt',
  'a.php.jpg',
  'a.html',
  'a.svg',
  '..\\..\\x.png',
  '.htaccess',
  `${'n'.repeat(300)}.png`,
  'a\u202egnp.exe',
  '',
  '%00.png',
  'a"b<c>.png',
];
const types = [
  'image/png',
  'image/jpeg',
  'image/gif',
  'image/webp',
  'audio/wav',
  'audio/mpeg',
  'video/mp4',
  'text/html',
  'application/octet-stream',
  'image/svg+xml',
  '',
  'x',
];

/** Changed pictures, sounds, films and forms: a bad file costs its own upload and nothing else. */
export const uploads: Part<UploadCase> = {
  name: 'uploads',
  // One at a time, since the folders are compared before and after.
  lanes: 1,
  async open(site) {
    const samples = await sampleFiles();
    return {
      next: (random) => uploadCase(samples, random),
      run: (one) => upload(site, one),
    };
  },
};

async function sampleFiles(): Promise<readonly { name: string; type: string; file: Buffer }[]> {
  const film = { width: 64, height: 48, seconds: 1 };
  const drawn = sharp({ create: { width: 40, height: 30, channels: 3, background: '#4a6' } });
  const picture = async (format: 'png' | 'jpeg' | 'gif' | 'webp' | 'tiff') => drawn.clone().toFormat(format).toBuffer();
  return [
    { name: 'a.png', type: 'image/png', file: await picture('png') },
    { name: 'a.jpg', type: 'image/jpeg', file: await picture('jpeg') },
    { name: 'a.gif', type: 'image/gif', file: await picture('gif') },
    { name: 'a.webp', type: 'image/webp', file: await picture('webp') },
    { name: 'a.tiff', type: 'image/tiff', file: await picture('tiff') },
    {
      name: 'a.jpg',
      type: 'image/jpeg',
      file: await drawn
        .clone()
        .jpeg()
        .withExif({ IFD0: { Artist: 'x' } })
        .toBuffer(),
    },
    { name: 'a.wav', type: 'audio/wav', file: wav(1).subarray(0, 4000) },
    { name: 'a.mp3', type: 'audio/mpeg', file: mp3().subarray(0, 4000) },
    { name: 'a.flac', type: 'audio/flac', file: flac(1) },
    { name: 'a.mp4', type: 'video/mp4', file: mp4(film) },
    { name: 'a.avi', type: 'video/avi', file: avi(film) },
    { name: 'a.flv', type: 'video/x-flv', file: flv(film) },
    { name: 'a.mpg', type: 'video/mpeg', file: mpeg(film) },
    { name: 'a.webm', type: 'video/webm', file: matroska('webm', film) },
    { name: 'a.pdf', type: 'application/pdf', file: Buffer.from('%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF') },
    { name: 'a.txt', type: 'text/plain', file: Buffer.from('plain words') },
  ];
}

type Sample = Awaited<ReturnType<typeof sampleFiles>>[number];

function uploadCase(samples: readonly Sample[], random: Random): UploadCase {
  const sample = random.pick(samples);
  const other = random.pick(samples);
  const spliced = random.oneIn(8) ? Buffer.concat([sample.file.subarray(0, 12), other.file]) : sample.file;
  const file = random.oneIn(10) ? sample.file : mutateBytes(spliced, random);
  return {
    as: random.pick(['author', 'administrator']),
    way: random.pick(['body', 'body', 'form', 'broken form']),
    name: random.oneIn(4) ? random.pick(names) : sample.name,
    type: random.oneIn(5) ? random.pick(types) : sample.type,
    file: file.subarray(0, 60_000).toString('base64'),
  };
}

async function upload(site: FuzzSite, one: UploadCase): Promise<string[]> {
  const before = await filesOf(site);
  const got = await send(site, one);
  site.tally.count('/wp/v2/media (files)', one.as, typeof got === 'string' ? 'no answer' : got.status);
  if (typeof got === 'string') return [got];
  const complaints = judgeAnswer(
    { as: one.as, method: 'POST', path: '/wp/v2/media', query: new URLSearchParams(), sent: one.name + one.type },
    got,
    site,
  );
  const answer = JSON.parse(got.text || '{}');
  if (got.status >= 400 && !answer.message) complaints.push(`It refuses the file without a sentence: ${got.text}`);
  if (got.status < 300) complaints.push(...(await served(site, one.as, answer)), ...(await removed(site, answer.id)));
  const left = (await filesOf(site, before)).filter((name) => !before.includes(name));
  if (left.length > 0) complaints.push(`It leaves files behind: ${left.join(', ')}`);
  return complaints;
}

function send(site: FuzzSite, { as, way, name, type, file }: UploadCase): Promise<Got | string> {
  const bytes = Buffer.from(file, 'base64');
  const authorization = site.authorization(as) ?? '';
  const target = '/wp-json/wp/v2/media';
  if (way === 'body') {
    // A header carries Latin-1 without controls; what else a name contains is encoded.
    const safe = name.replaceAll(/[^\x20-\x7e]/g, (sign) => encodeURIComponent(sign.toWellFormed()));
    const headers = {
      authorization,
      'content-type': type || 'x/y',
      'content-disposition': `attachment; filename="${safe}"`,
    };
    return exchange(site.origin, { method: 'POST', target, headers, body: bytes });
  }
  const form = formBody({ name, type, bytes, broken: way === 'broken form' });
  return exchange(site.origin, {
    method: 'POST',
    target,
    headers: { authorization, 'content-type': form.type },
    body: form.body,
  });
}

/** A stored file is served as what it is, and as a page only if its owner may publish any markup. */
async function served(
  site: FuzzSite,
  as: UploadCase['as'],
  { source_url: url, mime_type: mime }: Record<string, string>,
): Promise<string[]> {
  const { pathname } = new URL(url ?? '', site.origin);
  const got = await exchange(site.origin, { method: 'GET', target: pathname, headers: {} });
  if (typeof got === 'string') return [got];
  const type = String(got.headers['content-type'] ?? '');
  const isPage = /html|svg|xml|javascript/.test(type);
  const isAllowed = mime === 'application/pdf' || (as === 'administrator' && mime === 'text/html');
  const complaints = isPage && !isAllowed ? [`It serves an upload as ${type}.`] : [];
  if (got.status === 200 && got.headers['x-content-type-options'] !== 'nosniff')
    complaints.push('It lets browsers guess the type.');
  return got.status === 200
    ? complaints
    : [...complaints, `The stored file ${pathname} is answered with ${got.status}.`];
}

async function removed(site: FuzzSite, id: number): Promise<string[]> {
  const headers = { authorization: site.authorization('administrator') ?? '' };
  const got = await exchange(site.origin, {
    method: 'DELETE',
    target: `/wp-json/wp/v2/media/${id}?force=true`,
    headers,
  });
  if (typeof got === 'string') return [got];
  return got.status === 200 ? [] : [`What was uploaded cannot be removed: ${got.status} ${got.text.slice(0, 200)}`];
}

/** What lies in the folders of files; after a request it may take a moment until the last is gone. */
async function filesOf({ dataDir }: FuzzSite, expected?: readonly string[]): Promise<string[]> {
  const below = async (folder: string) => {
    const entries = await readdir(join(dataDir, folder), { recursive: true, withFileTypes: true }).catch(() => []);
    return entries
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(dataDir.length));
  };
  for (let tries = 0; ; tries++) {
    const found = [...(await below('uploads')), ...(await below('spool'))];
    if (!expected || tries > 2400 || found.every((name) => expected.includes(name))) return found;
    await new Promise((next) => setTimeout(next, 50));
  }
}
