import type { Registry } from '../../src/api/routing/registry.ts';
import { type CheckAnswer, createAnswerCheck } from './check-answer.ts';

const checks = new WeakMap<Registry, CheckAnswer>();

/** What a test received. */
export interface ReceivedAnswer {
  readonly method: string;
  /** Path and query, inside the interface. */
  readonly url: string;
  readonly status: number;
  readonly body: unknown;
}

/** Every answer of these in the tests is compared with what its route states. */
const compared = /^\/(?:platen|forms|popups)\/v1(?:\/|$)/;

/** Throws where such a route answers in another form than it states. */
export function checkOwnAnswer(registry: Registry, { method, url, status, body }: ReceivedAnswer): void {
  const [path = '/', search = ''] = url.split('?');
  // These change the method or the form of the whole answer.
  if (!compared.test(path) || /(?:^|&)_(?:method|envelope|jsonp)\b/.test(search)) return;
  const check = checks.get(registry) ?? createAnswerCheck(registry, true, true);
  checks.set(registry, check);
  const wrong = check({ method, path, query: new URLSearchParams(search), status, body });
  if (wrong !== null) throw new Error(`${method} ${path} answered ${status} otherwise than it states: ${wrong}`);
}
