import { hash } from 'node:crypto';
import type { SiteAnswer } from '../../http/write-response.ts';
import { type HeadLink, linkHeader } from '../head/page-head.ts';

/**
 * What a page may load. Scripts come from this site only; frames and pictures of stored texts from anywhere. Style
 * attributes in stored texts work; style elements need their hash, which `withStyleHashes` adds.
 */
const policy = [
  "default-src 'none'",
  'img-src * data: blob:',
  'media-src * data: blob:',
  "font-src 'self' data:",
  "style-src 'self'",
  "style-src-attr 'unsafe-inline'",
  "script-src 'self'",
  "connect-src 'self'",
  "frame-src 'self' https:",
  "form-action 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "frame-ancestors 'self'",
].join('; ');

/** How a page is sent. */
export interface PageSent {
  readonly status: number;
  readonly links: readonly HeadLink[];
  /** Never stored anywhere, and not to be found. */
  readonly isHidden?: boolean;
  readonly headers?: Readonly<Record<string, string>>;
}

/** An HTML page with its headers. */
export function pageAnswer(payload: string, { status, links, isHidden = false, headers = {} }: PageSent): SiteAnswer {
  return {
    status,
    type: 'text/html; charset=UTF-8',
    payload,
    headers: {
      'Content-Security-Policy': policy,
      'X-Content-Type-Options': 'nosniff',
      'Referrer-Policy': 'strict-origin-when-cross-origin',
      Vary: 'Cookie',
      Link: linkHeader(links).join(', '),
      ...(isHidden ? { 'Cache-Control': 'no-store', 'X-Robots-Tag': 'noindex' } : {}),
      ...headers,
    },
  };
}

/** A redirect to another address. */
export function redirectAnswer(
  location: string,
  status: 301 | 302 | 303 | 307 | 308,
  headers: Readonly<Record<string, string>> = {},
): SiteAnswer {
  return {
    status,
    type: 'text/html; charset=UTF-8',
    payload: '',
    headers: { Location: location, 'X-Content-Type-Options': 'nosniff', ...headers },
  };
}

const mostHashes = 30;

/** Allows the style elements that are in a finished page, and no others. */
export function withStyleHashes(answer: SiteAnswer): SiteAnswer {
  const policy = answer.headers['Content-Security-Policy'];
  if (typeof policy !== 'string' || typeof answer.payload !== 'string' || !answer.payload.includes('<style'))
    return answer;
  const texts = [...answer.payload.matchAll(/<style\b[^>]*>(.*?)<\/style>/gis)].map(([, text = '']) => text);
  const sources = [...new Set(texts)].slice(0, mostHashes).map((text) => `'sha256-${hash('sha256', text, 'base64')}'`);
  const allowed = policy.replace("style-src 'self'", `style-src 'self' ${sources.join(' ')}`);
  return { ...answer, headers: { ...answer.headers, 'Content-Security-Policy': allowed } };
}
