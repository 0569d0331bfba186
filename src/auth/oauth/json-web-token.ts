import { createHmac } from 'node:crypto';
import { sameText } from '../passwords/password-hash.ts';

/**
 * Signed tokens (RFC 7519) of the one algorithm that we make, HS256. The header of a token that is sent chooses nothing but
 * the key, so that there is no other algorithm to be talked into.
 */
export interface JwtClaims {
  readonly [name: string]: unknown;
}

const encoded = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const signatureOf = (key: Uint8Array, text: string): string =>
  createHmac('sha256', key).update(text).digest('base64url');

export function writeJwt(key: Uint8Array, kid: string, claims: JwtClaims): string {
  const text = `${encoded({ typ: 'JWT', alg: 'HS256', kid })}.${encoded(claims)}`;
  return `${text}.${signatureOf(key, text)}`;
}

export const looksLikeJwt = (token: string): boolean => /^[\w-]{1,500}\.[\w-]{1,4000}\.[\w-]{43}$/.test(token);

/** The name of the key that a token claims to be signed with; null where it is none of ours. */
export function keyNameOf(token: string): string | null {
  if (!looksLikeJwt(token)) return null;
  const header = decoded(token.split('.')[0] ?? '');
  const kid = header?.['kid'];
  return header?.['alg'] === 'HS256' && typeof kid === 'string' && /^\d{1,9}$/.test(kid) ? kid : null;
}

/** The claims of a token that this key has signed; null for any other. */
export function readJwt(key: Uint8Array, token: string): JwtClaims | null {
  const [header = '', claims = '', signature = ''] = token.split('.');
  return sameText(signatureOf(key, `${header}.${claims}`), signature) ? decoded(claims) : null;
}

function decoded(part: string): JwtClaims | null {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString('utf8'));
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : null;
  } catch {
    return null;
  }
}
