import type { SiteAnswer } from '../../http/write-response.ts';

/** A plain square with a stripe, for sites that have no icon of their own. */
const svg =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#1f5fa8"/><rect x="8" y="14" width="16" height="4" rx="2" fill="#fff"/></svg>';

export const defaultIcon: SiteAnswer = {
  status: 200,
  type: 'image/svg+xml',
  payload: svg,
  headers: { 'X-Content-Type-Options': 'nosniff', 'Cache-Control': 'public, max-age=86400' },
};
