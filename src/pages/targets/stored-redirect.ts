import type { Call } from '../../api/call.ts';
import { findRedirect } from '../../redirects/redirects.ts';

/**
 * Where a redirect leads that somebody set for a path without content; `gone` for a path that is gone for good. `follow`
 * is told its number.
 */
export async function storedRedirect(
  call: Pick<Call, 'store' | 'site'>,
  path: string,
  query: string,
  follow: (redirect: number) => void = () => {},
): Promise<{ readonly to: string; readonly status: 301 | 302 | 307 | 308 } | 'gone' | null> {
  const found = await findRedirect(call.store, path);
  if (!found) return null;
  const { redirect, target } = found;
  follow(redirect.id);
  if (redirect.status === 410) return 'gone';
  const address = target.startsWith('/') ? call.site.url + target : target;
  const isAsked = query !== '' && !/[?#]/.test(address);
  return { to: isAsked ? `${address}?${query}` : address, status: redirect.status };
}
