import type { Readable } from 'node:stream';
import { StoreError } from '../../storage/store-error.ts';
import type { ByteSpan, FileStore, StoredFile } from './file-store.ts';
import { extensionOf, fileTypeOf } from './file-types.ts';
import { baseNameOf } from './media-path.ts';

/** A request for a stored file; header names in lower case. */
export interface FileRequest {
  readonly method: 'GET' | 'HEAD';
  /** Decoded, below the uploads address: `2021/03/photo.jpg`. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string | undefined>>;
}

/** The response; the caller must read or destroy its body. */
export interface FileAnswer {
  readonly status: 200 | 206 | 304 | 404 | 416;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Readable;
}

/** Long enough for repeated page views, short enough for a name that is reused after a file was deleted. */
const cacheControl = 'public, max-age=3600';

/** Prevents any file from executing scripts on this origin. */
const contentSecurityPolicy = "default-src 'none'; style-src 'unsafe-inline'; media-src 'self'; img-src 'self'";

/** Serves an uploaded file: media type by extension without sniffing, conditional requests, single ranges. */
export async function serveFile(store: FileStore, request: FileRequest): Promise<FileAnswer> {
  for (let attempt = 1; attempt <= mostAttempts; attempt += 1) {
    const answer = await serveFound(store, request);
    if (answer !== null) return answer;
  }
  throw new StoreError('busy', `The file ${request.path} is being replaced all the time.`);
}

/** Whoever replaces a file puts another in its place whole: of two looks at it, one sees the same file twice. */
const mostAttempts = 10;

/** Null where the file was replaced after its length had been read. */
async function serveFound(store: FileStore, request: FileRequest): Promise<FileAnswer | null> {
  const found = await store.stat(request.path);
  if (found === null) return { status: 404, headers: {} };
  const headers = { ...validators(found), ...disposition(request.path) };
  if (isUnchanged(found, request.headers)) return { status: 304, headers: validators(found) };
  // RFC 9110 defines ranges for GET alone.
  const span = request.method === 'GET' ? rangeOf(found, request) : null;
  if (span === 'unsatisfiable')
    return { status: 416, headers: { ...validators(found), 'Content-Range': `bytes */${found.size}` } };
  const length = span === null ? found.size : span.last - span.first + 1;
  const whole = { ...headers, 'Content-Length': String(length) };
  const answer: FileAnswer =
    span === null
      ? { status: 200, headers: whole }
      : { status: 206, headers: { ...whole, 'Content-Range': `bytes ${span.first}-${span.last}/${found.size}` } };
  if (request.method === 'HEAD' || length === 0) return answer;
  const body = await store.read(request.path, span ?? undefined, found.tag);
  return body && { ...answer, body };
}

function validators(found: StoredFile): Record<string, string> {
  return {
    ETag: `"${found.tag}"`,
    'Last-Modified': found.modified.toUTCString(),
    'Cache-Control': cacheControl,
    'Accept-Ranges': 'bytes',
  };
}

/** Types to show inline; all others are sent as downloads, since browsers could execute them on the site's origin. */
const shownInline = /^(?:image\/(?!svg)|audio\/|video\/|text\/(?:plain|csv|vtt|calendar)$|application\/pdf$)/;

function disposition(path: string): Record<string, string> {
  const mime = fileTypeOf(extensionOf(path))?.mime ?? 'application/octet-stream';
  const inline = shownInline.test(mime);
  return {
    'Content-Type': mime.startsWith('text/') ? `${mime}; charset=utf-8` : mime,
    'X-Content-Type-Options': 'nosniff',
    // The PDF viewer of browsers does not start in a sandbox; it executes nothing on our origin.
    'Content-Security-Policy': mime === 'application/pdf' ? contentSecurityPolicy : `${contentSecurityPolicy}; sandbox`,
    ...(inline
      ? {}
      : { 'Content-Disposition': `attachment; filename*=UTF-8''${encodeURIComponent(baseNameOf(path))}` }),
  };
}

function isUnchanged(found: StoredFile, headers: FileRequest['headers']): boolean {
  const tags = headers['if-none-match'];
  if (tags !== undefined) return tags.trim() === '*' || tags.split(',').some((tag) => sameTag(tag, found.tag));
  const since = Date.parse(headers['if-modified-since'] ?? '');
  return Math.trunc(found.modified.getTime() / 1000) * 1000 <= since;
}

function sameTag(candidate: string, tag: string): boolean {
  return candidate.trim().replace(/^W\//, '') === `"${tag}"`;
}

/** The requested range; none where `If-Range` does not match the current validator. */
function rangeOf(found: StoredFile, { headers }: FileRequest) {
  const condition = headers['if-range']?.trim();
  // A date is a strong validator only where the file cannot have changed twice within its second.
  const isOld = found.modified.getTime() < Date.now() - 60_000;
  const isSameDate = isOld && condition === found.modified.toUTCString();
  const holds = condition === undefined || condition === `"${found.tag}"` || isSameDate;
  return holds ? byteRange(headers['range'], found.size) : null;
}

/**
 * Parses a `Range` header for a file size: the requested span, `unsatisfiable` when it is outside, null when the whole
 * file is to be sent (no range, another unit, several ranges, or an invalid header, which RFC 9110 lets a server
 * ignore).
 */
export function byteRange(header: string | undefined, size: number): ByteSpan | 'unsatisfiable' | null {
  const match = /^bytes=\s*(\d{0,15})-(\d{0,15})\s*$/i.exec(header ?? '');
  if (match === null || (match[1] === '' && match[2] === '')) return null;
  if (match[1] === '') {
    const length = Math.min(Number(match[2]), size);
    return length === 0 ? 'unsatisfiable' : { first: size - length, last: size - 1 };
  }
  const first = Number(match[1]);
  const last = match[2] === '' ? size - 1 : Math.min(Number(match[2]), size - 1);
  if (match[2] !== '' && Number(match[2]) < first) return null;
  return first >= size ? 'unsatisfiable' : { first, last };
}
