import type { IncomingMessage } from 'node:http';

/** What scripts of other origins are told. */
export interface OriginRules {
  /** The `Access-Control-Allow-Origin` for an opaque origin. */
  readonly opaqueOrigin: string;
  /** The headers that they may read. */
  readonly exposedHeaders: string;
}

const always = {
  'X-Content-Type-Options': 'nosniff',
  'Access-Control-Allow-Headers': 'Authorization, X-WP-Nonce, Content-Disposition, Content-MD5, Content-Type',
  Vary: 'Origin',
  'X-Robots-Tag': 'noindex',
};

/**
 * Headers of every response of the interface. Any origin is allowed, with credentials: the nonce, which a foreign page
 * cannot know, protects the session cookie.
 */
export function defaultHeaders(message: IncomingMessage, rules: OriginRules): Record<string, string> {
  const origin = message.headers.origin;
  const headers = { ...always, 'Access-Control-Expose-Headers': rules.exposedHeaders };
  if (origin === undefined) return headers;
  return {
    ...headers,
    ...conditionHeaders(message, rules),
    ...uploadHeaders(message, rules),
    ...agentHeaders(message),
    'Access-Control-Allow-Origin': printable(origin, rules.opaqueOrigin),
    'Access-Control-Allow-Methods': 'OPTIONS, GET, POST, PUT, PATCH, DELETE',
    'Access-Control-Allow-Credentials': 'true',
  };
}

/** Scripts of other origins may send files in parts, and read how far they are. */
function uploadHeaders({ method, headers }: IncomingMessage, rules: OriginRules): Record<string, string> {
  const asked = method === 'OPTIONS' ? headers['access-control-request-headers'] : undefined;
  if (asked !== undefined && /\b(?:tus-resumable|upload-)/i.test(asked))
    return { 'Access-Control-Allow-Headers': `${always['Access-Control-Allow-Headers']}, ${uploadNames.sent}` };
  if (headers['tus-resumable'] === undefined) return {};
  return { 'Access-Control-Expose-Headers': `${rules.exposedHeaders}, ${uploadNames.read}` };
}

const uploadNames = {
  sent: 'Tus-Resumable, Upload-Length, Upload-Metadata, Upload-Offset, Upload-Checksum, X-HTTP-Method-Override',
  read: 'Location, Tus-Resumable, Tus-Version, Tus-Extension, Tus-Max-Size, Upload-Offset, Upload-Length, Upload-Metadata, Upload-Expires, Platen-Attachment-Id',
};

/** Agents that run in a page ask with the version of their protocol, from the first question on. */
function agentHeaders({ method, headers }: IncomingMessage): Record<string, string> {
  const asked = method === 'OPTIONS' ? headers['access-control-request-headers'] : undefined;
  if (asked === undefined || !/\bmcp-protocol-version\b/i.test(asked)) return {};
  return { 'Access-Control-Allow-Headers': `${always['Access-Control-Allow-Headers']}, MCP-Protocol-Version` };
}

const conditions = /\bif-(?:match|none-match|unmodified-since)\b/i;

/** Scripts of other origins may state conditions, and read the tag that comes with the answer, if they ask to. */
function conditionHeaders({ method, headers }: IncomingMessage, rules: OriginRules): Record<string, string> {
  const asked = method === 'OPTIONS' ? headers['access-control-request-headers'] : undefined;
  if (asked !== undefined && conditions.test(asked)) {
    return { 'Access-Control-Allow-Headers': `${always['Access-Control-Allow-Headers']}, ${conditionNames}` };
  }
  return headers['if-match'] === undefined ? {} : { 'Access-Control-Expose-Headers': `${rules.exposedHeaders}, ETag` };
}

const conditionNames = 'If-Match, If-None-Match, If-Unmodified-Since';

/** The headers of a response of the interface; scripts of other origins may read the `Link` header of a list too. */
export function interfaceHeaders<Value>(
  message: IncomingMessage,
  rules: OriginRules,
  own: Readonly<Record<string, Value>>,
): Record<string, Value | string> {
  const headers: Record<string, Value | string> = { ...defaultHeaders(message, rules), ...own };
  if (/rel="(?:next|prev)"/.test(String(own['Link'])) && !/\bLink\b/.test(rules.exposedHeaders))
    headers['Access-Control-Expose-Headers'] = `${rules.exposedHeaders}, Link`;
  return headers;
}

/** The origin to echo: an opaque one, as sent by local files and sandboxes, as the variant says, any other as a URL. */
function printable(origin: string, opaqueOrigin: string): string {
  if (origin === 'null' || origin === '') return opaqueOrigin;
  const plain = origin.replace(/["<>\\]/g, '').replace(/[^\x21-\x7e]/g, encodeURIComponent);
  return /^[a-z][a-z0-9+.-]*:\/\//i.test(plain) ? plain : `http://${plain}`;
}
