import type { IncomingMessage } from 'node:http';

const exposed = 'X-WP-Total, X-WP-TotalPages';
const always = {
  'X-Content-Type-Options': 'nosniff',
  'Access-Control-Expose-Headers': exposed,
  'Access-Control-Allow-Headers': 'Authorization, X-WP-Nonce, Content-Disposition, Content-MD5, Content-Type',
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
    ...conditionHeaders(message),
    'Access-Control-Allow-Origin': printable(origin, opaqueOrigin),
    'Access-Control-Allow-Methods': 'OPTIONS, GET, POST, PUT, PATCH, DELETE',
    'Access-Control-Allow-Credentials': 'true',
  };
}

const conditions = /\bif-(?:match|none-match|unmodified-since)\b/i;

/** Scripts of other origins may state conditions, and read the tag that comes with the answer, if they ask to. */
function conditionHeaders({ method, headers }: IncomingMessage): Record<string, string> {
  const asked = method === 'OPTIONS' ? headers['access-control-request-headers'] : undefined;
  if (asked !== undefined && conditions.test(asked)) {
    return { 'Access-Control-Allow-Headers': `${always['Access-Control-Allow-Headers']}, ${conditionNames}` };
  }
  return headers['if-match'] === undefined ? {} : { 'Access-Control-Expose-Headers': `${exposed}, ETag` };
}

const conditionNames = 'If-Match, If-None-Match, If-Unmodified-Since';

/** The headers of a response of the interface; scripts of other origins may read the `Link` header of a list too. */
export function interfaceHeaders<Value>(
  message: IncomingMessage,
  opaqueOrigin: string,
  own: Readonly<Record<string, Value>>,
): Record<string, Value | string> {
  const headers: Record<string, Value | string> = { ...standingHeaders(message, opaqueOrigin), ...own };
  if (/rel="(?:next|prev)"/.test(String(own['Link']))) headers['Access-Control-Expose-Headers'] = `${exposed}, Link`;
  return headers;
}

/** The origin to echo; an opaque one, as sent by local files and sandboxes, is replaced by the variant's value. */
function printable(origin: string, opaqueOrigin: string): string {
  return /^[a-z][a-z0-9+.-]*:\/\/[\x21-\x7e]*$/i.test(origin) ? origin.replace(/["<>\\]/g, '') : opaqueOrigin;
}
