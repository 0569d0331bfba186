import { ApiError } from '../../errors.ts';
import type { Call } from '../call.ts';
import { errorBody } from '../error-body.ts';
import type { Json } from './plan.ts';
import type { LinkSet } from './read-links.ts';
import { extendItem } from './written-links.ts';

/** Limits links to the relations that are to be embedded. */
export function chosenBy(embed: true | ReadonlySet<string>): (links: LinkSet) => LinkSet {
  if (embed === true) return (links) => links;
  return ({ shown, targets }) => ({ shown, targets: targets.filter(({ rel }) => embed.has(rel)) });
}

/**
 * The items with the targets of their embeddable links under `_embedded`. Each embedder is called once for all keys of
 * the page, so the number of queries does not grow with the page; all at once, so that they share round trips.
 */
export async function withEmbedded(items: readonly Json[], linkSets: readonly LinkSet[], call: Call): Promise<Json[]> {
  const wanted = new Map<string, Set<number>>();
  for (const { targets } of linkSets) {
    for (const { target } of targets) {
      if (!target.embed) continue;
      const keys = wanted.get(target.embed.from) ?? new Set();
      wanted.set(target.embed.from, keys.add(target.embed.key));
    }
  }
  const loading = [...wanted].map(async ([from, keys]) => [from, await load(from, [...keys], call)] as const);
  const found = new Map(await Promise.all(loading));
  return items.map((item, i) => {
    const embedded: Record<string, unknown[]> = {};
    for (const { rel, target } of linkSets[i]?.targets ?? []) {
      if (!target.embed) continue;
      embedded[rel] ??= [];
      embedded[rel].push(found.get(target.embed.from)?.get(target.embed.key));
    }
    const nonEmpty = Object.entries(embedded).filter(([, answers]) => !answers.every(isEmpty));
    return nonEmpty.length > 0 ? extendItem(item, { _embedded: Object.fromEntries(nonEmpty) }) : item;
  });
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
