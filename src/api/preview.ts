import type { OpenedPreview, PreviewOpener } from './opened-preview.ts';
import { isReadMethod } from './read-method.ts';
import type { ApiRequest } from './request.ts';
import type { Match } from './routing/registry.ts';

/** Never stored anywhere, and not to be found. */
export const previewHeaders = { 'Cache-Control': 'no-store', 'X-Robots-Tag': 'noindex' };

/** The token that a read was sent with; null for every other request. */
export function previewTokenOf({ method, query }: ApiRequest): string | null {
  const token = query['preview'];
  const isRead = isReadMethod(method);
  return isRead && typeof token === 'string' && /^\d{1,15}\.\d{1,12}\.[\w.-]{1,80}$/.test(token) ? token : null;
}

/** What the token of a request opens; null where that is another item. */
export async function previewFor(
  token: string,
  match: Match | null,
  open: PreviewOpener | undefined,
): Promise<OpenedPreview | null> {
  if (!match?.endpoint.item || !open) return null;
  const opened = await open(token);
  const isSame = opened && `${opened.path}/{id:int}` === match.endpoint.path;
  return isSame && match.pathParams['id'] === String(opened.postId) ? opened : null;
}

/** The request with the password of the item, as if it had been sent. */
export function withPreviewPassword(request: ApiRequest, { password }: OpenedPreview): ApiRequest {
  if (password === '') return request;
  return { ...request, query: Object.assign(Object.create(null), request.query, { password }) };
}
