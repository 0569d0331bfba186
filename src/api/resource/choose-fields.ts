import type { Call } from '../call.ts';
import type { Reply } from '../reply.ts';
import { chosenNames } from './present.ts';

/** A single item always keeps its links; in a list `_fields` must name them like any other member. */
const alwaysShown = ['_links', '_embedded'];

/** Reduces an answer to the members that `_fields` names: each item of a list, else the answer itself. */
export function chooseFields(reply: Reply, call: Call): Reply {
  const names = chosenNames(call);
  if (!names || reply.type || reply.body === null || typeof reply.body !== 'object') return reply;
  if (Array.isArray(reply.body)) return { ...reply, body: reply.body.map((item) => pick(item, names)) };
  return { ...reply, body: pick(reply.body, new Set([...names, ...alwaysShown])) };
}

function pick(item: unknown, names: ReadonlySet<string>): unknown {
  if (item === null || typeof item !== 'object' || Array.isArray(item)) return item;
  return Object.fromEntries(Object.entries(item).filter(([name]) => names.has(name)));
}
