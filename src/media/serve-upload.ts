import type { SiteAnswer, SiteRequest } from '../http/write-response.ts';
import { isTransformPath, uploadsPath } from './files/media-path.ts';
import type { MediaLibrary } from './media-library.ts';

/** Chooses a file to send instead by the `Accept` header; undefined where that header makes no difference. */
export type Negotiate = (path: string, accept: string) => Promise<string | null | undefined>;

/** Serves requests below the uploads path; null for all others. */
export async function serveUpload(
  library: MediaLibrary,
  request: SiteRequest,
  negotiate?: Negotiate,
): Promise<SiteAnswer | null> {
  const path = uploadPath(request.url);
  if (path === null) return null;
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    return { status: 405, headers: { Allow: 'GET, HEAD' }, type: 'text/plain', payload: null };
  }
  if (isTransformPath(path)) return notFound;
  const common = { method: request.method, headers: singleHeaders(request.headers) } as const;
  const better = await negotiate?.(path, common.headers['accept'] ?? '');
  let answer = await library.serve({ ...common, path: better ?? path });
  if (better && answer.status === 404) answer = await library.serve({ ...common, path });
  if (answer.status === 404) return notFound;
  const { 'Content-Type': type = 'text/plain', ...rest } = answer.headers;
  const headers = better === undefined ? rest : { ...rest, Vary: 'Accept' };
  return { status: answer.status, headers, type, payload: answer.body ?? null };
}

const notFound: SiteAnswer = {
  status: 404,
  headers: { 'X-Content-Type-Options': 'nosniff' },
  type: 'text/plain; charset=utf-8',
  payload: 'There is no such file.',
};

/** The decoded path below the uploads path; empty, which no file has, for a path that cannot be decoded. */
function uploadPath(url: string): string | null {
  const [path = ''] = url.split('?', 1);
  if (!path.startsWith(`${uploadsPath}/`)) return null;
  try {
    return decodeURIComponent(path.slice(uploadsPath.length + 1));
  } catch {
    return '';
  }
}

/** Headers that were sent several times as one text. */
export function singleHeaders(headers: SiteRequest['headers']): Record<string, string | undefined> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : value]),
  );
}
