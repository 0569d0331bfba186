import type { Readable } from 'node:stream';
import { byteRange } from './byte-range.ts';
import type { FileStore, StoredFile } from './file-store.ts';
import { extensionOf, fileTypeOf } from './file-types.ts';
import { baseNameOf } from './media-path.ts';

/** A request for a stored file; header names in lower case. */
export interface FileRequest {
  readonly method: 'GET' | 'HEAD';
  /** Decoded, below the uploads address: `2021/03/photo.jpg`. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string | undefined>>;
}

/** The answer; whoever gets a body must read or destroy it. */
export interface FileAnswer {
  readonly status: 200 | 206 | 304 | 404 | 416;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Readable;
}

/** Long enough to spare a page's second visit, short enough for a name that was given away again. */
const CACHE = 'public, max-age=3600';

/** Whatever a file turns out to contain, it runs nothing here. */
const LOCKED = "default-src 'none'; style-src 'unsafe-inline'; media-src 'self'; img-src 'self'";

/** Answers a request for an uploaded file: type by extension and never sniffed, conditions, one range. */
export async function serveFile(store: FileStore, request: FileRequest): Promise<FileAnswer> {
  const found = await store.stat(request.path);
  if (found === null) return { status: 404, headers: {} };
  const headers = { ...validators(found), ...disposition(request.path) };
  if (isUnchanged(found, request.headers)) return { status: 304, headers: validators(found) };
  const span = rangeOf(found, request);
  if (span === 'unsatisfiable') return { status: 416, headers: { 'Content-Range': `bytes */${found.size}` } };
  const length = span === null ? found.size : span.last - span.first + 1;
  const whole = { ...headers, 'Content-Length': String(length) };
  const answer: FileAnswer =
    span === null
      ? { status: 200, headers: whole }
      : { status: 206, headers: { ...whole, 'Content-Range': `bytes ${span.first}-${span.last}/${found.size}` } };
  if (request.method === 'HEAD' || length === 0) return answer;
  const body = await store.read(request.path, span ?? undefined);
  return body === null ? { status: 404, headers: {} } : { ...answer, body };
}

function validators(found: StoredFile): Record<string, string> {
  return {
    ETag: `"${found.tag}"`,
    'Last-Modified': found.modified.toUTCString(),
    'Cache-Control': CACHE,
    'Accept-Ranges': 'bytes',
  };
}

/** Types a browser would run in the site's name are handed out to be saved, not shown. */
const shownInline = /^(?:image\/(?!svg)|audio\/|video\/|text\/(?:plain|csv|vtt|calendar)$|application\/pdf$)/;

function disposition(path: string): Record<string, string> {
  const mime = fileTypeOf(extensionOf(path))?.mime ?? 'application/octet-stream';
  const inline = shownInline.test(mime);
  return {
    'Content-Type': mime.startsWith('text/') ? `${mime}; charset=utf-8` : mime,
    'X-Content-Type-Options': 'nosniff',
    // The viewer of PDF files in browsers does not start inside a sandbox; it runs nothing in our name.
    'Content-Security-Policy': mime === 'application/pdf' ? LOCKED : `${LOCKED}; sandbox`,
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

/** `If-Range` with anything but the current validator asks for the whole file. */
function rangeOf(found: StoredFile, { headers }: FileRequest) {
  const condition = headers['if-range']?.trim();
  const holds = condition === undefined || condition === `"${found.tag}"` || condition === found.modified.toUTCString();
  return holds ? byteRange(headers['range'], found.size) : null;
}
