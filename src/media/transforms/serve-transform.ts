import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { acceptedPicture } from '../../http/accepted-picture.ts';
import { mostCachedBytes } from '../../http/response-cache/response-cache.ts';
import type { SiteAnswer, SiteRequest } from '../../http/write-response.ts';
import { createBoundedMap } from '../../lib/bounded-map.ts';
import type { Store } from '../../storage/store.ts';
import { baseNameOf } from '../files/media-path.ts';
import type { FileAnswer } from '../files/serve-file.ts';
import type { MediaLibrary } from '../media-library.ts';
import { singleHeaders } from '../serve-upload.ts';
import { type Conversion, copyQuality, isDecodable } from '../workers/image-processor.ts';
import { mostTransforms, type Transform, TransformRefused } from './picture-transforms.ts';
import { allowedOrder, type TransformRules, usualAddress } from './transform-addresses.ts';
import { type AllowedOrder, readQuery } from './transform-order.ts';
import { loadSources, type TransformSource } from './transform-source.ts';

export interface TransformContext {
  readonly library: Pick<MediaLibrary, 'serve' | 'transforms'>;
  readonly store: Store;
  readonly rules: TransformRules;
}

/**
 * Serves `/media/{id}/{name}` with parameters of a resized picture; null for all other addresses. Like uploaded files,
 * they are public, but those of a file in the trash.
 */
export function createTransformPages(context: TransformContext): (request: SiteRequest) => Promise<SiteAnswer | null> {
  const askedLately: AskedLately = createBoundedMap<string, true>(mostAskedLately);
  return (request) => serveTransform(context, request, askedLately);
}

async function serveTransform(
  context: TransformContext,
  request: SiteRequest,
  askedLately: AskedLately,
): Promise<SiteAnswer | null> {
  const [, id, name = '', search = ''] = /^\/media\/([1-9]\d{0,14})\/([^/?]+)\?(.*)$/s.exec(request.url) ?? [];
  const query = id === undefined ? null : readQuery(search);
  if (query === null) return null;
  if (request.method !== 'GET' && request.method !== 'HEAD') return refusal(405, 'Use GET.', { Allow: 'GET, HEAD' });
  if (typeof query === 'string') return refusal(400, query);
  const order = await allowedOrder(Number(id), query, context.rules);
  if ('status' in order) return refusal(order.status, order.message);
  const tags = new Set<string>();
  const source = (await loadSources([Number(id)], context.store.observe(tags))).get(Number(id));
  if (!source || baseNameOf(source.file) !== decoded(name)) return refusal(404, 'There is no such file.');
  if (!isDecodable(source.mime))
    return refusal(415, `Files of type ${source.mime} are not resized. Use the file itself.`);
  const headers = singleHeaders(request.headers);
  const transform = transformOf(source, order, headers['accept'] ?? '');
  const path = context.library.transforms.pathOf(transform);
  if (path === '') return refusal(404, 'There is no such file.');
  const asked = { method: request.method, path, headers } as const;
  try {
    const answer = await context.library.serve(asked);
    const isThere = answer.status !== 404;
    if (!isThere) await context.library.transforms.make(transform);
    const served = isThere ? answer : await context.library.serve(asked);
    const isCurrent = query.version === source.version;
    const answered = sent(served, { isCurrent, isNegotiated: order.format === 'auto' });
    // Of the addresses of one picture that anybody can make up, one is cached.
    const isCached =
      request.method === 'GET' &&
      (isCurrent || query.version === '') &&
      request.url === (await usualAddress(source, query, context.rules));
    return isCached ? await shared(path, answered, { tags, askedLately }) : answered;
  } catch (error) {
    if (error instanceof TransformRefused) return refused[error.reason]();
    throw error;
  }
}

const usualQuality = { webp: 80, avif: 55, jpeg: copyQuality, png: 100 } as const;

function transformOf(source: TransformSource, order: AllowedOrder, accept: string): Transform {
  const { width, height, fit, focal, quality, isPublic } = order;
  const format = order.format === 'auto' ? bestFormat(source.mime, accept) : order.format;
  return {
    ...source,
    box: { width, height, fit },
    focus: focal ?? source.focus,
    isPublic,
    format,
    quality: format === 'png' ? usualQuality.png : (quality ?? usualQuality[format]),
  };
}

/** What is accepted by its name; for others a format of old, with transparency where there may be some. */
function bestFormat(mime: string, accept: string): Conversion['format'] {
  return acceptedPicture(accept) ?? (mime === 'image/jpeg' ? 'jpeg' : 'png');
}

/** An address with the version of the file never shows anything else. */
const forever = 'public, max-age=31536000, immutable';

function sent(
  { status, headers, body }: FileAnswer,
  { isCurrent, isNegotiated }: { readonly isCurrent: boolean; readonly isNegotiated: boolean },
): SiteAnswer {
  if (status === 404) return refusal(404, 'There is no such file.');
  const { 'Content-Type': type = 'text/plain', ...rest } = headers;
  return {
    status,
    type,
    headers: {
      ...rest,
      ...(isCurrent && rest['Cache-Control'] !== undefined ? { 'Cache-Control': forever } : {}),
      ...(isNegotiated ? { Vary: 'Accept' } : {}),
    },
    payload: body ?? null,
  };
}

/** Most pictures of pages: the response cache has them from the first time. */
const smallBytes = 262_144;

/** Larger ones that were asked for lately: who reads many of them once does not drive pages out of the cache. */
type AskedLately = ReturnType<typeof createBoundedMap<string, true>>;
const mostAskedLately = 1_000;

/** Lets the response cache keep a picture, under the tags of what decided on it; what it does not take is streamed. */
async function shared(
  path: string,
  answer: SiteAnswer,
  { tags, askedLately }: { readonly tags: ReadonlySet<string>; readonly askedLately: AskedLately },
): Promise<SiteAnswer> {
  const bytes = Number(answer.headers['Content-Length'] ?? Number.POSITIVE_INFINITY);
  if (answer.status !== 200 || bytes > mostCachedBytes || !(answer.payload instanceof Readable)) return answer;
  if (bytes > smallBytes && !askedLately.has(path)) {
    askedLately.set(path, true);
    return answer;
  }
  return { ...answer, payload: await buffer(answer.payload), tags };
}

const refused: Readonly<Record<TransformRefused['reason'], () => SiteAnswer>> = {
  busy: () => refusal(503, 'Too many pictures are being made. Try again.', { 'Retry-After': '2' }),
  'too-many': () =>
    refusal(
      403,
      `There are ${mostTransforms} signed pictures of this file already. Use one of them, a public width or a preset.`,
    ),
  unreadable: () => refusal(422, 'The picture cannot be read, or takes too long or too much memory to read.'),
  missing: () => refusal(404, 'There is no such file.'),
};

const refusal = (status: number, message: string, headers: Readonly<Record<string, string>> = {}): SiteAnswer => ({
  status,
  headers: { 'X-Content-Type-Options': 'nosniff', ...headers },
  type: 'text/plain; charset=utf-8',
  payload: message,
});

function decoded(name: string): string | null {
  try {
    return decodeURIComponent(name);
  } catch {
    return null;
  }
}
