import { isRecord, type Store } from '../../../extension.ts';
import { proofOf, slices } from './proof.ts';
import { newKey, newToken, type ServiceSecrets } from './service-secrets.ts';

export interface HandshakeStep {
  readonly step: string;
  readonly ok: boolean;
  /** The site's response, for a failed step. */
  readonly message: string;
}

const callTimeoutMs = 10_000;

type ResponseBody = Readonly<Record<string, unknown>>;

/** The built-in optimisation service: runs the service's side of the handshake and reports the result of each step. */
export async function* connectLocalNode(context: {
  /** The public URL at which the site is called. */
  url: string;
  store: Store;
  secrets: ServiceSecrets;
  clock: () => number;
}): AsyncGenerator<HandshakeStep> {
  const [token, key] = [newToken(), newKey()];
  await context.secrets.openToken(context.store, token, context.clock());
  const calls: readonly [
    step: string,
    path: string,
    form: Record<string, string> | null,
    isRight: (body: ResponseBody) => boolean,
  ][] = [
    ['the site answers', '/ping', null, (body) => typeof body['ver'] === 'string'],
    ['the way back is open', '/token', null, () => true],
    [
      'the site holds the token',
      '/token',
      { hash: proofOf(token, slices.token) },
      (body) => body['hash'] === proofOf(token, slices.tokenAnswer),
    ],
    [
      'the site takes the key',
      '/apikey',
      {
        hash: proofOf(token, slices.apikey),
        domain_key: key,
        is_linked: '1',
        main_domain: new URL(context.url).origin,
      },
      () => true,
    ],
    [
      'the site holds the key',
      '/ip_validate',
      { hash: proofOf(key, slices.ipValidate) },
      (body) => body['hash'] === proofOf(key, slices.keyAnswer),
    ],
  ];
  for (const [step, path, form, isRight] of calls) {
    const body = await call(`${context.url}/wp-json/cache/v1${path}`, form);
    const ok = body['_res'] === 'ok' && isRight(body);
    yield { step, ok, message: String(body['_msg'] ?? body['message'] ?? 'no answer that fits') };
    if (!ok) return;
  }
}

async function call(url: string, form: Record<string, string> | null): Promise<ResponseBody> {
  try {
    const response = await fetch(url, {
      ...(form ? { method: 'POST', body: new URLSearchParams(form) } : {}),
      redirect: 'error',
      signal: AbortSignal.timeout(callTimeoutMs),
    });
    const body: unknown = await response.json();
    return isRecord(body) ? body : {};
  } catch {
    return {};
  }
}
