import { ApiError } from '../../errors.ts';
import type { Call } from '../call.ts';
import { errorBody } from '../error-body.ts';
import type { LinkSet } from './read-links.ts';

/** Limits links to the relations that are to be embedded. */
export function chosenBy(embed: true | ReadonlySet<string>): (links: LinkSet) => LinkSet {
  if (embed === true) return (links) => links;
  return ({ shown, targets }) => ({ shown, targets: targets.filter(({ rel }) => embed.has(rel)) });
}

/**
 * Adds the targets of embeddable links under `_embedded`. Each embedder is called once for all keys of the page, so the
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
  for (const [from, keys] of wanted) found.set(from, await load(from, [...keys], call));
  for (const [i, { targets }] of linkSets.entries()) {
    const embedded: Record<string, unknown[]> = {};
    for (const { rel, target } of targets) {
      if (!target.embed) continue;
      embedded[rel] ??= [];
      embedded[rel].push(found.get(target.embed.from)?.get(target.embed.key));
    }
    const nonEmpty = Object.entries(embedded).filter(([, answers]) => !answers.every(isEmpty));
    const item = items[i];
    if (item && nonEmpty.length > 0) item['_embedded'] = Object.fromEntries(nonEmpty);
  }
}

function isEmpty(answer: unknown): boolean {
  return answer === undefined || (Array.isArray(answer) && answer.length === 0);
}

async function load(from: string, keys: readonly number[], call: Call): Promise<Map<number, unknown>> {
  const answers = await call.embed(from, keys);
  return new Map(
    keys.map((key, i) => [key, answers[i] instanceof ApiError ? errorBody(answers[i], call.caller) : answers[i]]),
  );
}
