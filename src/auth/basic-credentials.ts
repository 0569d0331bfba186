export interface Credentials {
  readonly login: string;
  readonly password: string;
}

/**
 * The name and password of an `Authorization: Basic` header; null for anything else, which is treated as no
 * credentials.
 */
export function basicCredentials(header: string | undefined): Credentials | null {
  const encoded = /^basic +([A-Za-z0-9+/]+={0,2})\s*$/i.exec(header ?? '')?.[1];
  if (encoded === undefined) return null;
  const text = decode(Buffer.from(encoded, 'base64'));
  const colon = text.indexOf(':');
  return colon < 0 ? null : { login: text.slice(0, colon), password: text.slice(colon + 1) };
}

/** Most clients send UTF-8; very old ones send Latin-1. */
function decode(bytes: Buffer): string {
  const text = bytes.toString('utf8');
  return text.includes('\ufffd') ? bytes.toString('latin1') : text;
}
