import type { IncomingMessage } from 'node:http';

const always = {
  'X-Content-Type-Options': 'nosniff',
  'Access-Control-Expose-Headers': 'X-WP-Total, X-WP-TotalPages',
  'Access-Control-Allow-Headers': 'Authorization, Content-Type',
  Vary: 'Origin',
};

/**
 * Headers that every answer of the interface carries. Any origin may ask, with credentials: what guards a cookie is the
 * nonce that a foreign page cannot know.
 */
export function standingHeaders(message: IncomingMessage, opaqueOrigin: string): Record<string, string> {
  const origin = message.headers.origin;
  if (origin === undefined) return always;
  return {
    ...always,
    'Access-Control-Allow-Origin': printable(origin, opaqueOrigin),
    'Access-Control-Allow-Methods': 'OPTIONS, GET, POST, PUT, PATCH, DELETE',
    'Access-Control-Allow-Credentials': 'true',
  };
}

/** An origin that names no site, as pages from files and sandboxes have it, is written as the variant writes it. */
function printable(origin: string, opaqueOrigin: string): string {
  return /^[a-z][a-z0-9+.-]*:\/\/[\x21-\x7e]*$/i.test(origin) ? origin.replace(/["<>\\]/g, '') : opaqueOrigin;
}
