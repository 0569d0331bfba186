import { errors } from '../lib/errors.ts';
import type { Schema } from '../lib/schema/schema.ts';
import { accept, Refusal } from '../lib/schema/validate.ts';
import type { Call } from './call.ts';
import { orEmptyList } from './reply.ts';
import type { ApiRequest, Body } from './request.ts';
import { ownValue } from './routing/path.ts';
import type { ArgList, Match } from './routing/registry.ts';

type Bag = Record<string, unknown>;

/**
 * Merges all parameters; the first source that has a value wins: JSON body, form body, query, path. It runs once, and
 * permission check and handler see the same values, so a check cannot look at one id and the handler at another.
 */
export function gather(request: ApiRequest, match: Match, body: Body): Bag {
  const bag: Bag = Object.create(null);
  take(bag, match.pathParams);
  take(bag, request.query);
  if (body.kind === 'form' && takesBody(request.method)) take(bag, body.fields);
  if (body.kind === 'json') take(bag, body.value);
  for (const parameter of match.routePath.path.parameters) {
    const own = ownValue(parameter, match.pathParams[parameter.name]);
    if (own !== undefined) bag[parameter.name] = own;
  }
  return bag;
}

function takesBody(method: string): boolean {
  return method === 'POST' || method === 'PUT' || method === 'PATCH' || method === 'DELETE';
}

function take(bag: Bag, source: unknown): void {
  if (source === null || typeof source !== 'object' || Array.isArray(source)) return;
  for (const [key, value] of Object.entries(source)) if (value !== null || !(key in bag)) bag[key] = value;
}

/**
 * The typed input of an operation. Throws one error that lists all missing arguments; else all invalid ones of the
 * first pass, together with those that are refused for what is stored; else all invalid ones of the second pass,
 * together with those that are invalid for this caller.
 */
export function validate(
  match: Match,
  bag: Bag,
  body: Body,
  call: Call,
  stored: Readonly<Record<string, Refusal>> | null = null,
): Bag {
  if (body.kind === 'broken') {
    throw errors.rest_invalid_json(undefined, {
      details: { json_error_code: body.code, json_error_message: body.why },
    });
  }
  const { requiredNames, firstPass, secondPass } = match.endpoint;
  const params = requiredNames.filter((name) => bag[name] === undefined || bag[name] === null);
  if (params.length > 0) throw errors.rest_missing_callback_param({ params }, { details: { params } });
  const input: Bag = {};
  const first = acceptInto(input, firstPass, bag, call);
  refuseParams(stored ? { ...first, ...stored } : first, call);
  const refused = acceptInto(input, secondPass, bag, call);
  const refusedToCaller = match.endpoint.refuse?.(input, call);
  refuseParams(refusedToCaller ? { ...refused, ...refusedToCaller } : refused, call);
  for (const { name, argument } of match.routePath.path.parameters) if (argument === null) input[name] = bag[name];
  return input;
}

/** Adds accepted values to the input; returns the refusals by name. */
function acceptInto(
  input: Bag,
  args: ArgList,
  bag: Bag,
  { variant }: Pick<Call, 'variant'>,
): Record<string, Refusal> | undefined {
  const { emptyMeansNone } = variant.protocol;
  let refused: Record<string, Refusal> | undefined;
  for (const [name, schema] of args) {
    const sent = sentValue(schema, bag[name]);
    if (sent === undefined) {
      input[name] = schema.default;
      continue;
    }
    const value = emptyMeansNone && schema.shape === 'array' ? withoutEmpty(sent) : sent;
    const accepted = value === null ? null : accept(schema, value, name);
    if (!(accepted instanceof Refusal)) input[name] = accepted;
    else {
      refused ??= {};
      refused[name] = schema.plainRefusal ? Refusal.withoutCode(accepted.why) : accepted;
    }
  }
  return refused;
}

/** A list as text, without its empty items. */
function withoutEmpty(value: unknown): unknown {
  return typeof value === 'string' ? value.split(/[\s,]+/).filter((item) => item !== '') : value;
}

/** Throws one error for all refused arguments, if there are any. */
export function refuseParams(
  refused: Readonly<Record<string, Refusal>> | null | undefined,
  { variant }: Pick<Call, 'variant'>,
): void {
  if (!refused) return;
  const each = Object.entries(refused);
  const params = Object.fromEntries(each.map(([name, { why }]) => [name, why]));
  const coded = each.filter(([, { code }]) => code !== 'none');
  const codes = coded.map(([name, { code, why, data }]) => [name, { code, message: why, data }]);
  const details = variant.protocol.refusalCodes
    ? { params, details: orEmptyList(Object.fromEntries(codes)) }
    : { params };
  throw errors.rest_invalid_param({ params }, { details });
}

/** The value to validate: null only if the argument is nullable, undefined if nothing was sent. */
function sentValue(schema: Schema, value: unknown): unknown {
  return value === null && !schema.nullable ? schema.nullAs : value;
}

/** The valid arguments among the parameters, without the rest: for finding out what else a caller may do here. */
export function validateLeniently(match: Pick<Match, 'endpoint' | 'routePath'>, bag: Bag, withDefaults: boolean): Bag {
  const input: Bag = {};
  for (const [name, schema] of match.endpoint.argList) {
    const value = sentValue(schema, bag[name]);
    if (value === undefined) {
      if (withDefaults) input[name] = schema.default;
      continue;
    }
    const accepted = value === null ? null : accept(schema, value, name);
    const counted = accepted instanceof Refusal ? replacement(schema, value) : accepted;
    if (counted !== undefined) input[name] = counted;
  }
  for (const { name, argument } of match.routePath.path.parameters)
    if (argument === null && bag[name] !== undefined) input[name] = bag[name];
  return input;
}

const replacement = ({ whenInvalid }: Schema, sent: unknown): unknown =>
  typeof whenInvalid === 'function' ? whenInvalid(sent) : whenInvalid;

/** Refuses the whole write if any text is not valid UTF-8: it would be stored as something else. */
export function refuseBrokenText(input: Bag, { variant }: Pick<Call, 'variant'>): void {
  if (isWellFormed(input)) return;
  const additional = variant.protocol.explainsTwice ? ['A character of the text is not valid.'] : [];
  throw errors.db_insert_error(undefined, { additional });
}

function isWellFormed(value: unknown): boolean {
  if (typeof value === 'string') return value.isWellFormed();
  if (value === null || typeof value !== 'object') return true;
  return Array.isArray(value) ? value.every(isWellFormed) : Object.values(value).every(isWellFormed);
}
