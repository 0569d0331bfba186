import { messageTags } from './cache-tags.ts';

export { messageTags, requestTags } from './cache-tags.ts';

/** What a message of Platen says; `docs/features/webhooks.md` describes its members. */
export interface WebhookMessage {
  readonly type: string;
  readonly timestamp: string;
  readonly data: {
    readonly kind: string;
    readonly type: string;
    readonly id: number;
    readonly action: string;
    readonly item: Readonly<Record<string, unknown>> | null;
    /** True where the item is too large for a message. */
    readonly item_omitted?: boolean;
    readonly urls: readonly string[];
    readonly everything: boolean;
  };
}

const mostSeconds = 300;
/** A message has one for each secret that is valid at the time. */
const mostSignatures = 4;
/** No message of Platen has more: items of more than 512 KB are left out. */
const mostBytes = 1_000_000;

/**
 * The message, if one of its signatures is right and it is no older than five minutes; else null. It follows Standard
 * Webhooks, for which `secret` begins with `whsec_`.
 */
export async function verifyWebhook(
  text: string,
  headers: Headers,
  { secret, nowMs = Date.now() }: { readonly secret: string; readonly nowMs?: number },
): Promise<WebhookMessage | null> {
  const [id, at, signatures] = ['id', 'timestamp', 'signature'].map((name) => headers.get(`webhook-${name}`) ?? '');
  const bytes = bytesOf(secret.replace(/^whsec_/, ''));
  if (!bytes?.length || !isRecent(headers, nowMs)) return null;
  const key = await crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify']);
  const signed = new TextEncoder().encode(`${id}.${at}.${text}`);
  for (const one of (signatures ?? '').split(' ', mostSignatures)) {
    const [version, value = ''] = one.split(',');
    const signature = version === 'v1' ? bytesOf(value) : null;
    if (signature && (await crypto.subtle.verify('HMAC', key, signature, signed))) return parsed(text);
  }
  return null;
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(base64), (letter) => letter.codePointAt(0) ?? 0);
  } catch {
    return null;
  }
}

/** Only the text of the site has a signature, and it writes messages of this shape. */
const parsed = (text: string): WebhookMessage => JSON.parse(text) as WebhookMessage;

export interface WebhookRouteOptions {
  /** The secret of the endpoint; an empty one refuses every message. */
  readonly secret: string;
  /** Expires what is cached under these tags. */
  readonly expire: (tags: readonly string[], message: WebhookMessage) => void | Promise<void>;
}

/**
 * A handler for the address that Platen tells of changes: 401 for a message that is forged or too old, 413 for one that is
 * larger than any of Platen. One that somebody has recorded and sends again changes nothing.
 */
export function webhookRoute({ secret, expire }: WebhookRouteOptions): (request: Request) => Promise<Response> {
  /** What was handled, by id and time of the attempt, which are signed; and when it came. */
  const handled = new Map<string, number>();
  const isHandled = (attempt: string, nowMs: number): boolean => {
    for (const [one, atMs] of handled) if (nowMs - atMs > 2 * mostSeconds * 1000) handled.delete(one);
    return handled.has(attempt);
  };
  return async (request) => {
    const nowMs = Date.now();
    const { headers } = request;
    // Nobody has to be listened to for long who cannot be Platen.
    if (!headers.has('webhook-signature') || !isRecent(headers, nowMs)) return refused();
    const text = await textOf(request);
    if (text === null) return new Response('The message is too large.', { status: 413 });
    const message = await verifyWebhook(text, headers, { secret, nowMs });
    if (!message) return refused();
    const attempt = `${headers.get('webhook-id')}.${headers.get('webhook-timestamp')}`;
    // A ping says nothing that could have changed.
    const isNews = message.type !== 'webhook.ping' && !isHandled(attempt, nowMs);
    const tags = isNews ? messageTags(message.data) : [];
    if (tags.length > 0) await expire(tags, message);
    handled.set(attempt, nowMs);
    return Response.json({ tags });
  };
}

const refused = (): Response => new Response('The signature is not valid.', { status: 401 });

const isRecent = (headers: Headers, nowMs: number): boolean =>
  Math.abs(nowMs / 1000 - Number(headers.get('webhook-timestamp') || Number.NaN)) <= mostSeconds;

/** The body as text; null where it is too large, of which no more is read. */
async function textOf({ body }: Request): Promise<string | null> {
  const decoder = new TextDecoder();
  const reader = body?.getReader();
  let text = '';
  let bytes = 0;
  for (let part = await reader?.read(); part?.value; part = await reader?.read()) {
    bytes += part.value.byteLength;
    if (bytes > mostBytes) {
      await reader?.cancel();
      return null;
    }
    text += decoder.decode(part.value, { stream: true });
  }
  return text + decoder.decode();
}
