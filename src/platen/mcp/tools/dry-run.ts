import type { Members } from '../../../schema/schema.ts';
import { type AskInterface, type InterfaceQuestion, isMembers, pathWith, refusalOf } from '../ask-interface.ts';

/** What a write would have answered, and the item as it was before; null for a new one. */
export interface Rehearsal {
  readonly before: Members | null;
  readonly after: Members;
}

/** Has the interface do a write in a transaction that is undone. */
export async function rehearse(
  ask: AskInterface,
  { method, path, query, body }: InterfaceQuestion,
  itemPath: string | null,
): Promise<Rehearsal> {
  const write = { method, path: pathWith(path, query), ...(body ? { body } : {}) };
  const look = itemPath === null ? [] : [{ method: 'GET', path: pathWith(itemPath, { context: 'edit' }) }];
  const { status, body: answered } = await ask({
    method: 'POST',
    path: '/platen/v1/batch',
    body: { atomic: true, dry_run: true, requests: [...look, write] },
  });
  const responses = isMembers(answered) && Array.isArray(answered['responses']) ? answered['responses'] : [];
  // The last failure says why: a write after a look that failed was not tried with other rights.
  const failed = responses.findLast((one) => one.status >= 400);
  if (failed || status >= 400) throw refusalOf(failed ?? { status, body: answered });
  const [before, after] = look.length > 0 ? responses : [null, responses[0]];
  return { before: before && membersOf(before.body), after: membersOf(after.body) };
}

const membersOf = (value: unknown): Members => (isMembers(value) ? value : {});

/** The members that differ, each with its values before and after; what changes with every write is left out. */
export function differences(before: Members, after: Members): Record<string, { from: unknown; to: unknown }> {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  const changed = [...names].filter((name) => !passing.has(name) && !isSame(before[name], after[name]));
  return Object.fromEntries(changed.map((name) => [name, { from: before[name] ?? null, to: after[name] ?? null }]));
}

const passing: ReadonlySet<string> = new Set(['modified', 'modified_gmt', '_links']);
const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);
