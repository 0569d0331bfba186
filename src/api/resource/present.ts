import type { MaybePromise } from '../../lib/maybe-promise.ts';
import type { Call } from '../call.ts';
import type { ParamValue } from '../params.ts';
import { orEmptyList } from '../reply.ts';
import { isReadMethod } from '../request.ts';
import type { Context } from './context.ts';
import type { Json } from './plan.ts';
import type { Resource, View } from './resource.ts';

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
  const view = { context, names: chosenNames(call), whole: chosenWhole(call), links: true, embed: wantedEmbeds(call) };
  if (!isReadMethod(call.request.method)) call.remember(shownKey, context);
  const [item = {}] = await resource.show([row], call, view);
  return item;
}

const shownKey = 'context shown';

/** The context in which a write has shown its item; null where it has shown none. */
export function contextShown(call: Call): MaybePromise<Context | null> {
  return call.once<MaybePromise<Context | null>>(shownKey, () => null);
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
    whole: chosenWhole(call),
    links: names === null || names.has('_links'),
    embed: wantedEmbeds(call),
  });
}

/**
 * Shows rows as members of one object, each under its name; here `_fields` selects among these members, and in some
 * variants among those of each row too.
 */
export async function presentNamed<Row>(
  resource: Shown<Row>,
  rows: ReadonlyMap<string, Row>,
  call: Call,
  context: Context,
): Promise<Json> {
  const names = chosenNames(call);
  const shown = names ? [...rows].filter(([name]) => names.has(name)) : [...rows];
  const chosen = call.variant.protocol.fieldsOfNamedItems ? names : null;
  const items = await resource.show(
    shown.map(([, row]) => row),
    call,
    { context, names: chosen, links: chosen === null || chosen.has('_links'), embed: wantedEmbeds(call) },
  );
  return Object.fromEntries(shown.map(([name], i) => [name, orEmptyList(items[i] ?? {})]));
}

/** Shows rows as they appear inside another answer's `_embedded`. */
export function presentEmbedded<Row>(resource: Shown<Row>, rows: readonly Row[], call: Call): Promise<Json[]> {
  return resource.show(rows, call, { context: 'embed', names: null, links: true, embed: false });
}

/** The top-level names in `_fields`; null if the variant does not support it or the request does not send it. */
export function chosenNames(call: Call): ReadonlySet<string> | null {
  const paths = chosenPaths(call);
  if (!paths) return null;
  if (call.variant.protocol.fieldsParameter === 'members') return new Set(paths);
  return new Set(paths.map((path) => path.split('.', 1)[0] ?? ''));
}

/** The names in `_fields` that are those of members as a whole; null as above. */
function chosenWhole(call: Call): ReadonlySet<string> | null {
  const paths = chosenPaths(call);
  return paths && new Set(paths);
}

/** The names in `_fields` as sent, such as `title.rendered`; null as above. */
export function chosenPaths(call: Call): readonly string[] | null {
  const sent = call.request.query['_fields'];
  if (call.variant.protocol.fieldsParameter === 'none' || sent === undefined) return null;
  if (sent === '' && call.variant.protocol.emptyMeansNone) return null;
  return namesIn(sent);
}

/** The relations to embed: all of them, those that `_embed` names, or none. */
export function wantedEmbeds(call: Call): View['embed'] {
  const sent = call.request.query['_embed'];
  if (sent === undefined) return false;
  if (!call.variant.protocol.embedNames) return true;
  const names = namesIn(sent).filter((name) => name !== '');
  return names.length === 0 || names.some((name) => name === '1' || name === '0' || name === 'true')
    ? true
    : new Set(names);
}

function namesIn(sent: ParamValue): string[] {
  const names = typeof sent === 'string' ? sent.split(/[\s,]+/) : Object.values(sent);
  return names.filter((name) => typeof name === 'string');
}
