import type { Store } from '../../../extension.ts';
import { proofOf, slices } from './proof.ts';
import { newKey, newToken, type ServiceSecrets } from './service-secrets.ts';

export interface HandshakeStep {
  readonly step: string;
  readonly ok: boolean;
  readonly said: string;
}

const callTimeoutMs = 10_000;

type Said = Readonly<Record<string, unknown>>;

/** The built-in counterpart of the site: plays the service's part of the handshake and tells how each step went. */
export async function* connectLocalNode(parts: {
  /** Where the site is called, as others would. */
  url: string;
  store: Store;
  secrets: ServiceSecrets;
  clock: () => number;
}): AsyncGenerator<HandshakeStep> {
  const [token, key] = [newToken(), newKey()];
  await parts.secrets.openToken(parts.store, token, parts.clock());
  const calls: readonly [
    step: string,
    path: string,
    form: Record<string, string> | null,
    isRight: (said: Said) => boolean,
  ][] = [
    ['the site answers', '/ping', null, (said) => typeof said['ver'] === 'string'],
    ['the way back is open', '/token', null, () => true],
    [
      'the site holds the token',
      '/token',
      { hash: proofOf(token, slices.token) },
      (said) => said['hash'] === proofOf(token, slices.tokenAnswer),
    ],
    [
      'the site takes the key',
      '/apikey',
      { hash: proofOf(token, slices.apikey), domain_key: key, is_linked: '1', main_domain: new URL(parts.url).origin },
      () => true,
    ],
    [
      'the site holds the key',
      '/ip_validate',
      { hash: proofOf(key, slices.ipValidate) },
      (said) => said['hash'] === proofOf(key, slices.keyAnswer),
    ],
  ];
  for (const [step, path, form, isRight] of calls) {
    const said = await call(`${parts.url}/wp-json/cache/v1${path}`, form);
    const ok = said['_res'] === 'ok' && isRight(said);
    yield { step, ok, said: String(said['_msg'] ?? said['message'] ?? 'no answer that fits') };
    if (!ok) return;
  }
}

async function call(url: string, form: Record<string, string> | null): Promise<Said> {
  try {
    const answer = await fetch(url, {
      ...(form ? { method: 'POST', body: new URLSearchParams(form) } : {}),
      redirect: 'error',
      signal: AbortSignal.timeout(callTimeoutMs),
    });
    const said: unknown = await answer.json();
    return typeof said === 'object' && said !== null ? (said as Said) : {};
  } catch {
    return {};
  }
}
