import { membersOf } from '../fields/paths.ts';

export interface Difference {
  /** The names of members on the way: `fields.price.minimum`. */
  readonly path: string;
  /** Undefined where one of them does not have it. */
  readonly mine: unknown;
  readonly theirs: unknown;
}

/** Where two declarations differ, as near to the leaves as both have members. */
export function differences(mine: unknown, theirs: unknown, path = ''): readonly Difference[] {
  if (JSON.stringify(mine) === JSON.stringify(theirs)) return [];
  const isLeaf = [mine, theirs].some((one) => typeof one !== 'object' || one === null || Array.isArray(one));
  if (isLeaf) return [{ path, mine, theirs }];
  const [own, other] = [membersOf(mine), membersOf(theirs)];
  const names = [...new Set([...Object.keys(own), ...Object.keys(other)])];
  const inner = names.flatMap((name) => differences(own[name], other[name], path === '' ? name : `${path}.${name}`));
  // The members are the same; their order says where fields stand.
  const isMoved = inner.length === 0 && /(?:^|\.)(?:fields|layouts)$/.test(path);
  return isMoved ? [{ path, mine: Object.keys(own), theirs: Object.keys(other) }] : inner;
}
