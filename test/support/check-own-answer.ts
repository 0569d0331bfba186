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

/**
 * Throws where a route outside of `wp/v2` answers in another form than it states. The routes of `wp/v2` are compared
 * with the recorded exchanges, and each of their schemas takes long to compile.
 */
export function checkOwnAnswer(registry: Registry, { method, url, status, body }: ReceivedAnswer): void {
  const [path = '/', search = ''] = url.split('?');
  const isOwn = /^\/(?!wp\/v2)[\w-]+\/v\d/.test(path);
  // These change the method or the form of the whole answer.
  if (!isOwn || /(?:^|&)_(?:method|envelope|jsonp)\b/.test(search)) return;
  const check = checks.get(registry) ?? createAnswerCheck(registry, true);
  checks.set(registry, check);
  const wrong = check({ method, path, query: new URLSearchParams(search), status, body });
  if (wrong !== null) throw new Error(`${method} ${path} answered ${status} otherwise than it states: ${wrong}`);
}
