import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

/** What a software authenticator does otherwise than an honest one. */
export interface Behaviour {
  readonly origin?: string;
  readonly rpId?: string;
  /** Whether it says that it has verified its owner. */
  readonly verified?: boolean;
  readonly counter?: number;
  readonly userHandle?: string;
  /** What the answer says that it is, such as an answer for making a passkey. */
  readonly type?: string;
  /** Whether it says that somebody was there. */
  readonly present?: boolean;
  /** Signs with a key that the site does not know. */
  readonly otherKey?: boolean;
}

interface Credential {
  readonly id: Buffer;
  readonly key: KeyObject;
  readonly userHandle: string;
  counter: number;
}

/** An authenticator with a browser around it, written from the standard (WebAuthn level 3, ES256). */
export function softwareAuthenticator(origin: string) {
  const rpId = new URL(origin).hostname;
  const held: Credential[] = [];
  const clientData = (type: string, challenge: string, from: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin: from, crossOrigin: false }));
  return {
    held,
    create(options: Record<string, unknown>, odd: Behaviour = {}): string {
      const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
      const user = options['user'] as { id: string };
      const credential = { id: randomBytes(32), key: privateKey, userHandle: user.id, counter: odd.counter ?? 0 };
      held.push(credential);
      const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
      const cose = cbor(
        new Map<number, number | Buffer>([
          [1, 2],
          [3, -7],
          [-1, 1],
          [-2, Buffer.from(x, 'base64url')],
          [-3, Buffer.from(y, 'base64url')],
        ]),
      );
      const attested = Buffer.concat([Buffer.alloc(16), uint16(credential.id.length), credential.id, cose]);
      const authData = Buffer.concat([
        authenticatorData(odd.rpId ?? rpId, factsOf(odd, credential.counter), 0x40),
        attested,
      ]);
      const attestationObject = cbor(
        new Map<string, unknown>([
          ['fmt', 'none'],
          ['attStmt', new Map()],
          ['authData', authData],
        ]),
      );
      const data = clientData(odd.type ?? 'webauthn.create', String(options['challenge']), odd.origin ?? origin);
      return answer(credential.id, {
        clientDataJSON: data.toString('base64url'),
        attestationObject: attestationObject.toString('base64url'),
        transports: ['internal'],
      });
    },
    get(options: Record<string, unknown>, odd: Behaviour = {}, credential = held.at(-1)): string {
      if (!credential) throw new Error('This authenticator has no passkey.');
      credential.counter = odd.counter ?? credential.counter + 1;
      const authData = authenticatorData(odd.rpId ?? rpId, factsOf(odd, credential.counter), 0);
      const data = clientData(odd.type ?? 'webauthn.get', String(options['challenge']), odd.origin ?? origin);
      const signed = Buffer.concat([authData, createHash('sha256').update(data).digest()]);
      const key = odd.otherKey ? generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey : credential.key;
      return answer(credential.id, {
        clientDataJSON: data.toString('base64url'),
        authenticatorData: authData.toString('base64url'),
        signature: sign('sha256', signed, key).toString('base64url'),
        userHandle: odd.userHandle ?? credential.userHandle,
      });
    },
  };
}

function answer(id: Buffer, response: Record<string, unknown>): string {
  const text = id.toString('base64url');
  return JSON.stringify({ id: text, rawId: text, type: 'public-key', response, clientExtensionResults: {} });
}

interface Facts {
  readonly present: boolean;
  readonly verified: boolean;
  readonly counter: number;
}

const factsOf = ({ present = true, verified = true }: Behaviour, counter: number): Facts => ({
  present,
  verified,
  counter,
});

function authenticatorData(rpId: string, { present, verified, counter }: Facts, more: number) {
  const flags = Buffer.from([(present ? 0x01 : 0) | (verified ? 0x04 : 0) | more]);
  const count = Buffer.alloc(4);
  count.writeUInt32BE(counter);
  return Buffer.concat([createHash('sha256').update(rpId).digest(), flags, count]);
}

const uint16 = (value: number): Buffer => {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16BE(value);
  return bytes;
};

/** As much of CBOR as authenticators write. */
function cbor(value: unknown): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  if (value instanceof Map)
    return Buffer.concat([head(5, value.size), ...[...value].flatMap(([key, item]) => [cbor(key), cbor(item)])]);
  throw new TypeError(`CBOR of ${typeof value} is not written here.`);
}

function head(kind: number, length: number): Buffer {
  if (length < 24) return Buffer.from([(kind << 5) | length]);
  return length < 256
    ? Buffer.from([(kind << 5) | 24, length])
    : Buffer.concat([Buffer.from([(kind << 5) | 25]), uint16(length)]);
}
