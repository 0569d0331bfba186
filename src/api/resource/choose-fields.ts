import type { Call } from '../call.ts';
import type { Reply } from '../reply.ts';
import { type FieldTree, fieldTree, pickTree } from './field-tree.ts';
import { chosenPaths } from './present.ts';

/** A single item always keeps its links; in a list `_fields` must name them like any other member. */
const alwaysShown = ['_links', '_embedded'];

/** Reduces an answer to the members that `_fields` names: each item of a list, else the answer itself. */
export function chooseFields(reply: Reply, call: Call): Reply {
  const paths = chosenPaths(call);
  if (!paths || reply.type || reply.body === null || typeof reply.body !== 'object') return reply;
  return { ...reply, body: choosers[call.variant.protocol.fieldsParameter](reply.body, paths) };
}

type Chooser = (body: object, paths: readonly string[]) => unknown;

const choosers: Readonly<Record<'none' | 'members' | 'nested', Chooser>> = {
  none: (body) => body,
  members: (body, paths) => {
    const names = new Set(paths);
    if (Array.isArray(body)) return body.map((item) => pick(item, names));
    return pick(body, new Set([...names, ...alwaysShown]));
  },
  nested: (body, paths) => {
    const tree = fieldTree(paths);
    if (Array.isArray(body)) return body.map((item) => withoutEmpty(pickTree(item, withEmbedded(tree))));
    return pickTree(body, withWholeLinks(tree));
  },
};

function pick(item: unknown, names: ReadonlySet<string>): unknown {
  if (item === null || typeof item !== 'object' || Array.isArray(item)) return item;
  return Object.fromEntries(Object.entries(item).filter(([name]) => names.has(name)));
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
  return rest;
}

/** The links of a single item are shown as a whole, whichever of them is named. */
function withWholeLinks(tree: FieldTree): FieldTree {
  if (!alwaysShown.some((name) => tree.has(name))) return tree;
  return new Map([...tree, ...alwaysShown.map((name) => [name, null] as const)]);
}
