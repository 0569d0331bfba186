import type { Call } from '../call.ts';
import type { Context } from './context.ts';
import type { Json } from './plan.ts';
import type { Resource } from './resource.ts';

type Shown<Row> = Pick<Resource<Row>, 'show'>;

/** Shows rows in a context without links: what a delete returns as `previous`. */
export function presentBare<Row>(
  resource: Shown<Row>,
  rows: readonly Row[],
  call: Call,
  context: Context,
): Promise<Json[]> {
  return resource.show(rows, call, { context, names: null, links: false, embed: false });
}

/** Shows one row with its links; `_fields` and `_embed` of the request are honoured. */
export async function presentItem<Row>(resource: Shown<Row>, row: Row, call: Call, context: Context): Promise<Json> {
  const view = { context, names: chosenNames(call), links: true, embed: wantsEmbeds(call) };
  const [item = {}] = await resource.show([row], call, view);
  return item;
}

/** Shows a page of rows; `_fields` drops links unless it names them. */
export function presentList<Row>(
  resource: Shown<Row>,
  rows: readonly Row[],
  call: Call,
  context: Context,
): Promise<Json[]> {
  const names = chosenNames(call);
  return resource.show(rows, call, {
    context,
    names,
    links: names === null || names.has('_links'),
    embed: wantsEmbeds(call),
  });
}

/** Shows rows as members of one object, each under its name; here `_fields` selects among these members. */
export async function presentNamed<Row>(
  resource: Shown<Row>,
  rows: ReadonlyMap<string, Row>,
  call: Call,
  context: Context,
): Promise<Json> {
  const names = chosenNames(call);
  const shown = names ? [...rows].filter(([name]) => names.has(name)) : [...rows];
  const items = await resource.show(
    shown.map(([, row]) => row),
    call,
    { context, names: null, links: true, embed: wantsEmbeds(call) },
  );
  return Object.fromEntries(shown.map(([name], i) => [name, items[i]]));
}

/** Shows rows as they appear inside another answer's `_embedded`. */
export function presentEmbedded<Row>(resource: Shown<Row>, rows: readonly Row[], call: Call): Promise<Json[]> {
  return resource.show(rows, call, { context: 'embed', names: null, links: true, embed: false });
}

/** The top-level names in `_fields`; null if the variant does not support it or the request does not send it. */
export function chosenNames(call: Call): ReadonlySet<string> | null {
  const sent = call.request.query['_fields'];
  if (!call.variant.protocol.fieldsParameter || sent === undefined) return null;
  const names = typeof sent === 'string' ? sent.split(/[\s,]+/) : Object.values(sent);
  return new Set(names.filter((name) => typeof name === 'string'));
}

function wantsEmbeds(call: Call): boolean {
  return call.request.query['_embed'] !== undefined;
}
