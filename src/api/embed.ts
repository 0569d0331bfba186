import { ApiError } from '../errors.ts';
import type { Call } from './call.ts';
import { errorBody } from './error-body.ts';
import type { LinkSet } from './links.ts';

/**
 * Puts what embeddable links point to under `_embedded`. Every embedder is asked once for all keys of the page, so the
 * number of queries does not grow with the page.
 */
export async function embedInto(
  items: readonly Record<string, unknown>[],
  linkSets: readonly LinkSet[],
  call: Call,
): Promise<void> {
  const wanted = new Map<string, Set<number>>();
  for (const { targets } of linkSets) {
    for (const { target } of targets) {
      if (!target.embed) continue;
      const keys = wanted.get(target.embed.from) ?? new Set();
      wanted.set(target.embed.from, keys.add(target.embed.key));
    }
  }
  const found = new Map<string, Map<number, unknown>>();
  for (const [from, keys] of wanted) found.set(from, await ask(from, [...keys], call));
  for (const [i, { targets }] of linkSets.entries()) {
    const embedded: Record<string, unknown[]> = {};
    for (const { rel, target } of targets) {
      if (!target.embed) continue;
      embedded[rel] ??= [];
      embedded[rel].push(found.get(target.embed.from)?.get(target.embed.key));
    }
    const kept = Object.entries(embedded).filter(([, answers]) => !answers.every(isEmpty));
    if (kept.length > 0) (items[i] as Record<string, unknown>)['_embedded'] = Object.fromEntries(kept);
  }
}

function isEmpty(answer: unknown): boolean {
  return answer === undefined || (Array.isArray(answer) && answer.length === 0);
}

async function ask(from: string, keys: readonly number[], call: Call): Promise<Map<number, unknown>> {
  const embedder = call.registry.embedders.get(from);
  if (!embedder) return new Map();
  const answers = await embedder(keys, call);
  return new Map(
    keys.map((key, i) => [key, answers[i] instanceof ApiError ? errorBody(answers[i], call.caller) : answers[i]]),
  );
}
