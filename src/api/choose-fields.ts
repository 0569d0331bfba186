import type { Call } from './call.ts';
import { chosenNames } from './present.ts';
import type { Reply } from './reply.ts';

/** Links belong to an answer as a whole, so a single item keeps them; in a list they count as any other member. */
const kept = ['_links', '_embedded'];

/** Leaves of an answer what `_fields` names: of each item in a list, else of the answer itself. */
export function chooseFields(reply: Reply, call: Call): Reply {
  const names = chosenNames(call);
  if (!names || reply.type || reply.body === null || typeof reply.body !== 'object') return reply;
  if (Array.isArray(reply.body)) return { ...reply, body: reply.body.map((item) => pick(item, names)) };
  return { ...reply, body: pick(reply.body, new Set([...names, ...kept])) };
}

function pick(item: unknown, names: ReadonlySet<string>): unknown {
  if (item === null || typeof item !== 'object' || Array.isArray(item)) return item;
  return Object.fromEntries(Object.entries(item).filter(([name]) => names.has(name)));
}
