import type { SiteAnswer, SiteRequest } from '../http/write-response.ts';
import type { MediaLibrary } from './media-library.ts';
import { uploadsPath } from './media-urls.ts';

/** Names the file to send instead of another, for what a browser says it takes; undefined where that makes no difference. */
export type Negotiate = (path: string, accept: string) => Promise<string | null | undefined>;

/** Answers requests below the uploads address; null for all others. */
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
  const asked = { method: request.method, headers: singles(request.headers) } as const;
  const better = await negotiate?.(path, asked.headers['accept'] ?? '');
  let answer = await library.serve({ ...asked, path: better ?? path });
  if (better && answer.status === 404) answer = await library.serve({ ...asked, path });
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

/** The decoded path below the uploads address; an empty one, which no file has, for what cannot be decoded. */
function uploadPath(url: string): string | null {
  const [path = ''] = url.split('?', 1);
  if (!path.startsWith(`${uploadsPath}/`)) return null;
  try {
    return decodeURIComponent(path.slice(uploadsPath.length + 1));
  } catch {
    return '';
  }
}

function singles(headers: SiteRequest['headers']): Record<string, string | undefined> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : value]),
  );
}
