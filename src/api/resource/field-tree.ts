import { orEmptyList } from './or-empty-list.ts';

/** The members to show by name, each with its own members to show; null for a member as a whole. */
export type FieldTree = Map<string, FieldTree | null>;

/** Deeper names than any answer has are cut off. */
const deepest = 16;

/** Names such as `title.rendered` as a tree. A name beside one of its members means the whole. */
export function fieldTree(paths: readonly string[]): FieldTree {
  const tree: FieldTree = new Map();
  for (const path of paths) {
    const names = path.split('.', deepest).filter((name) => name !== '');
    if (names.length > 0 && !path.startsWith('.')) grow(tree, names);
  }
  return tree;
}

function grow(tree: FieldTree, [name = '', ...rest]: readonly string[]): void {
  const known = tree.get(name);
  if (known === null || rest.length === 0) {
    tree.set(name, null);
    return;
  }
  const inner: FieldTree = known ?? new Map();
  tree.set(name, inner);
  grow(inner, rest);
}

/** The members of an object that the tree names; a list or a plain value has none. */
export function pickTree(value: unknown, tree: FieldTree): unknown {
  return value === null || typeof value !== 'object' || Array.isArray(value) ? value : pickMembers(value, tree);
}

function pickMembers(record: object, tree: FieldTree): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(record).flatMap(([name, member]): [string, unknown][] => {
      const inner = tree.get(name);
      if (inner === undefined) return [];
      if (inner === null) return [[name, member]];
      if (member === null || typeof member !== 'object') return [];
      return [[name, Array.isArray(member) ? [] : orEmptyList(pickMembers(member, inner))]];
    }),
  );
}
