import type { Call } from '../call.ts';
import { orEmptyList, type Reply } from '../reply.ts';
import { chosenPaths } from './present.ts';

/** A single item always keeps its links; in a list `_fields` must name them like any other member. */
const alwaysShown = ['_links', '_embedded'];

/**
 * Reduces an answer to the members that `_fields` names, and to those that are shown in any case: each item of a list,
 * else the answer itself. What has none of them is an empty list.
 */
export function chooseFields(reply: Reply, call: Call, shown: readonly string[] = alwaysShown): Reply {
  const paths = chosenPaths(call);
  if (!paths || reply.type || reply.body === null || typeof reply.body !== 'object') return reply;
  return { ...reply, body: choosers[call.variant.protocol.fieldsParameter](reply.body, paths, shown) };
}

type Chooser = (body: object, paths: readonly string[], shown: readonly string[]) => unknown;

const choosers: Readonly<Record<'none' | 'members' | 'nested', Chooser>> = {
  none: (body) => body,
  members: (body, paths, shown) => {
    const names = new Set(paths);
    if (Array.isArray(body)) return body.map((item) => pick(item, names));
    return pick(body, new Set([...names, ...shown]));
  },
  nested: (body, paths) => {
    const tree = fieldTree(paths);
    if (Array.isArray(body)) return body.map((item) => withoutEmpty(pickTree(item, withEmbedded(tree))));
    return pickTree(body, withWholeLinks(tree));
  },
};

function pick(item: unknown, names: ReadonlySet<string>): unknown {
  if (item === null || typeof item !== 'object' || Array.isArray(item)) return item;
  return orEmptyList(Object.fromEntries(Object.entries(item).filter(([name]) => names.has(name))));
}

/** What is embedded belongs to the links: it is shown with them, and not without. */
function withEmbedded(tree: FieldTree): FieldTree {
  const links = tree.get('_links');
  const embedded: FieldTree = new Map(tree);
  if (links === undefined) embedded.delete('_embedded');
  else embedded.set('_embedded', links);
  return embedded;
}

/** Where no chosen link was embedded, nothing is. */
function withoutEmpty(item: unknown): unknown {
  if (typeof item !== 'object' || item === null || !('_embedded' in item) || !Array.isArray(item._embedded))
    return item;
  const { _embedded: _nothing, ...rest } = item;
  return orEmptyList(rest);
}

/** The links of a single item are shown as a whole, whichever of them is named. */
function withWholeLinks(tree: FieldTree): FieldTree {
  if (!alwaysShown.some((name) => tree.has(name))) return tree;
  return new Map([...tree, ...alwaysShown.map((name) => [name, null] as const)]);
}

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

function pickMembers(record: object, tree: FieldTree): Record<string, unknown> | [] {
  const chosen = Object.fromEntries(
    Object.entries(record).flatMap(([name, member]): [string, unknown][] => {
      const inner = tree.get(name);
      if (inner === undefined) return [];
      if (inner === null) return [[name, member]];
      if (member === null || typeof member !== 'object') return [];
      return [[name, Array.isArray(member) ? [] : pickMembers(member, inner)]];
    }),
  );
  return orEmptyList(chosen);
}
