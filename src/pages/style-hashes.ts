import { hash } from 'node:crypto';
import type { SiteAnswer } from '../http/write-response.ts';

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
