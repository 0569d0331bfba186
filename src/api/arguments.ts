import { errors } from '../errors.ts';
import { accept, Refusal } from '../schema/validate.ts';
import type { ArgList, Match } from './registry.ts';
import type { ApiRequest, Body } from './request.ts';

type Bag = Record<string, unknown>;

/**
 * One bag of parameters, the first source that has a value wins: JSON body, form body, query, path. It is built once;
 * permission and handler see the same values, so no check can look at one id and the act at another.
 */
export function gather(request: ApiRequest, match: Match, body: Body): Bag {
  const bag: Bag = Object.create(null);
  take(bag, match.pathParams);
  take(bag, request.query);
  if (body.kind === 'form' && takesBody(request.method)) take(bag, body.fields);
  if (body.kind === 'json') take(bag, body.value);
  for (const { name, kind } of match.place.path.parameters)
    if (kind === 'digits') bag[name] = Number(match.pathParams[name]);
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
 * The typed input of an operation. Refuses with every missing argument at once, else every bad one of the first pass,
 * else every bad one of the second.
 */
export function validate(match: Match, bag: Bag, body: Body): Bag {
  if (body.kind === 'broken') {
    throw errors.rest_invalid_json(undefined, {
      details: { json_error_code: body.code, json_error_message: body.why },
    });
  }
  const { requiredNames, firstPass, secondPass } = match.endpoint;
  const params = requiredNames.filter((name) => bag[name] === undefined || bag[name] === null);
  if (params.length > 0) throw errors.rest_missing_callback_param({ params }, { details: { params } });
  const input: Bag = {};
  judge(firstPass, bag, input);
  judge(secondPass, bag, input);
  for (const { name, kind } of match.place.path.parameters) if (kind === 'digits') input[name] = bag[name];
  return input;
}

function judge(args: ArgList, bag: Bag, input: Bag): void {
  let refused: Record<string, string> | undefined;
  for (const [name, schema] of args) {
    const value = bag[name];
    if (value === undefined || (value === null && !schema.nullable)) {
      input[name] = schema.default;
      continue;
    }
    const accepted = value === null ? null : accept(schema, value, name);
    if (!(accepted instanceof Refusal)) input[name] = accepted;
    else {
      refused ??= {};
      refused[name] = accepted.why;
    }
  }
  if (refused) throw errors.rest_invalid_param({ params: refused }, { details: { params: refused } });
}

/** An id that cannot be read names nothing; that is not the same as naming no id. */
const nobodysId = -1;

/** What of a bag fits an operation's arguments, the rest left out: for asking what else a caller may do here. */
export function validateLeniently(match: Pick<Match, 'endpoint' | 'place'>, bag: Bag, withDefaults: boolean): Bag {
  const input: Bag = {};
  for (const [name, schema] of match.endpoint.argList) {
    const value = bag[name];
    if (value === undefined || value === null) {
      if (withDefaults) input[name] = schema.default;
      continue;
    }
    const accepted = accept(schema, value, name);
    if (!(accepted instanceof Refusal)) input[name] = accepted;
    else if (schema.type === 'integer') input[name] = nobodysId;
  }
  for (const { name, kind } of match.place.path.parameters)
    if (kind === 'digits' && name in bag) input[name] = bag[name];
  return input;
}

/** Text that is not valid UTF-8 would be stored as something else; the write is refused whole. */
export function refuseBrokenText(input: Bag): void {
  if (!isWhole(input)) throw errors.db_insert_error();
}

function isWhole(value: unknown): boolean {
  if (typeof value === 'string') return value.isWellFormed();
  if (value === null || typeof value !== 'object') return true;
  return Array.isArray(value) ? value.every(isWhole) : Object.values(value).every(isWhole);
}
