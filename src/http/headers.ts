import type { IncomingMessage } from 'node:http';

const always = {
  'X-Content-Type-Options': 'nosniff',
  'Access-Control-Expose-Headers': 'X-WP-Total, X-WP-TotalPages',
  'Access-Control-Allow-Headers': 'Authorization, Content-Type',
  Vary: 'Origin',
  'X-Robots-Tag': 'noindex',
};

/**
 * Headers of every response of the interface. Any origin is allowed, with credentials: the nonce, which a foreign page
 * cannot know, protects the session cookie.
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

/** The origin to echo; an opaque one, as sent by local files and sandboxes, is replaced by the variant's value. */
function printable(origin: string, opaqueOrigin: string): string {
  return /^[a-z][a-z0-9+.-]*:\/\/[\x21-\x7e]*$/i.test(origin) ? origin.replace(/["<>\\]/g, '') : opaqueOrigin;
}
