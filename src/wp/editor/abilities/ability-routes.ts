import type { Call } from '../../../api/call.ts';
import { reply } from '../../../api/reply.ts';
import { isReadMethod } from '../../../api/request.ts';
import { contextArgument } from '../../../api/resource/context.ts';
import { listReply } from '../../../api/resource/list-page.ts';
import { presentItem } from '../../../api/resource/present.ts';
import { type Route, route } from '../../../api/routing/route.ts';
import { defineErrors, errors } from '../../../lib/errors.ts';
import { json } from '../../../lib/schema/json-schema.ts';
import { s } from '../../../lib/schema/schema.ts';
import { isRecord } from '../../../text/json.ts';
import type { EditorServices } from '../editor-context.ts';
import { abilityFacts, abilityResource, annotations, categoryResource, runResource } from './ability-resources.ts';
import { type Ability, abilityCategories, coreAbilities } from './core-abilities.ts';

/** Errors of the abilities. */
export const abilityErrors = defineErrors({
  rest_ability_not_found: { status: 404, message: () => 'There is no such ability.' },
  rest_ability_category_not_found: { status: 404, message: () => 'There is no such category of abilities.' },
  rest_ability_cannot_execute: { status: 'denied', message: () => 'You may not use this ability.' },
  rest_ability_invalid_method: { status: 405, message: () => 'This ability only reads. Use it with GET.' },
  ability_invalid_input: { status: 400, message: (at: { why: string }) => `The input is not accepted: ${at.why}.` },
});

const path = '/wp-abilities/v1';
const list = {
  context: contextArgument,
  page: s.integer({ default: 1, minimum: 1, description: 'Page of the list.' }),
  per_page: s.integer({ default: 50, minimum: 1, maximum: 100, description: 'Items per page.' }),
};
const abilityName = s.string({
  description: 'Name of the ability.',
  pass: 2,
  published: { pattern: '^[a-zA-Z0-9\\-\\/]+$' },
});
const anyType = ['integer', 'number', 'boolean', 'string', 'array', 'object', 'null'];

/** `/wp-abilities/v1`: what programs can have the site do. */
export function abilityRoutes({ database }: Pick<EditorServices, 'database'>): readonly Route[] {
  const all = coreAbilities(database);
  const abilities = new Map(all.map((ability) => [ability.name, ability]));
  const known = (name: string | undefined): Ability => {
    const ability = abilities.get(name ?? '');
    if (!ability) throw abilityErrors.rest_ability_not_found();
    return ability;
  };
  const permit = (_input: object, { caller }: Call): void => {
    if (caller.userId === 0) throw errors.rest_forbidden();
  };
  const ability = abilityResource(`${path}/abilities`);
  const category = categoryResource(path);
  return [
    route({
      method: 'GET',
      path: `${path}/categories`,
      summary: 'List the categories of abilities.',
      args: list,
      permit,
      requiresLogin: true,
      handle: (input, call) =>
        listReply(
          category,
          pageOf(abilityCategories, input),
          { path: `${path}/categories`, page: input.page, input },
          call,
        ),
      resource: category,
    }),
    route({
      method: 'GET',
      path: `${path}/categories/{slug:slug}`,
      summary: 'Show a category of abilities.',
      args: {
        slug: s.string({
          description: 'Name of the category.',
          pass: 2,
          published: { pattern: '^[a-z0-9]+(?:-[a-z0-9]+)*$' },
        }),
      },
      permit,
      requiresLogin: true,
      handle: async ({ slug }, call) => {
        const found = abilityCategories.find((one) => one.slug === slug);
        if (!found) throw abilityErrors.rest_ability_category_not_found();
        return reply(await presentItem(category, found, call, 'view'));
      },
      resource: category,
    }),
    route({
      method: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
      path: `${path}/abilities/{name:shortNames}/run`,
      summary: 'Use an ability.',
      args: {
        name: abilityName,
        input: s.anything({
          description: 'What the ability needs to know.',
          nullable: true,
          published: { type: anyType, default: null },
        }),
      },
      permit: ({ name, input }, call) => {
        const asked = known(name);
        if (!isReadMethod(call.request.method)) throw abilityErrors.rest_ability_invalid_method();
        fieldsIn(asked, input);
        if (!asked.permits(call)) throw abilityErrors.rest_ability_cannot_execute();
      },
      requiresLogin: true,
      shareable: false,
      handle: async ({ name, input }, call) => {
        const asked = known(name);
        const answer = await asked.run(call);
        const fields = fieldsIn(asked, input);
        return reply(Object.fromEntries(Object.entries(answer).filter(([member]) => fields.includes(member))));
      },
      resource: runResource,
      response: { schema: json.mapOf(true) },
    }),
    route({
      method: 'GET',
      path: `${path}/abilities`,
      summary: 'List the abilities.',
      args: {
        ...list,
        category: s.string({ description: 'Limit to abilities of this category.' }),
        namespace: s.string({ description: 'Limit to names that begin with this part before the slash.' }),
        meta: s.object({
          description: 'Limit to abilities with these facts.',
          published: { properties: { annotations }, additionalProperties: true },
        }),
      },
      permit,
      requiresLogin: true,
      handle: (input, call) => {
        const found = all.filter(
          ({ name, category }) =>
            (!input.category || category === input.category) &&
            (!input.namespace || name.startsWith(`${input.namespace}/`)) &&
            matches(abilityFacts, input.meta ?? {}),
        );
        return listReply(ability, pageOf(found, input), { path: `${path}/abilities`, page: input.page, input }, call);
      },
      resource: ability,
    }),
    route({
      method: 'GET',
      path: `${path}/abilities/{name:names}`,
      summary: 'Show an ability.',
      args: { name: abilityName },
      permit,
      requiresLogin: true,
      handle: async ({ name }, call) => reply(await presentItem(ability, known(name), call, 'view')),
      resource: ability,
    }),
  ];
}

/** The rows of a page, of a list that is known as a whole. */
function pageOf<Row>(rows: readonly Row[], { page, per_page }: { readonly page: number; readonly per_page: number }) {
  return { rows: rows.slice((page - 1) * per_page, page * per_page), total: rows.length };
}

/** Whether facts have the members that are asked for, with these values. */
function matches(facts: unknown, asked: unknown): boolean {
  if (!isRecord(asked)) return String(facts) === String(asked);
  return Object.entries(asked).every(([name, value]) => isRecord(facts) && matches(facts[name], value));
}

/** The members that the input asks for; all of them where it does not say. */
function fieldsIn({ answers }: Ability, input: unknown): readonly string[] {
  const all = Object.keys(answers);
  if (input === undefined || input === null || input === '') return all;
  const given = Array.isArray(input) && input.length === 0 ? {} : input;
  if (!isRecord(given)) throw abilityErrors.ability_invalid_input({ why: 'it must be an object' });
  const { fields, ...others } = given;
  if (Object.keys(others).length > 0)
    throw abilityErrors.ability_invalid_input({ why: 'it has members besides fields' });
  if (fields === undefined) return all;
  const named = typeof fields === 'string' ? fields.split(',') : Object.values(Object(fields));
  if (!named.every((name): name is string => typeof name === 'string' && all.includes(name)))
    throw abilityErrors.ability_invalid_input({ why: `fields is a list of ${all.join(', ')}` });
  return named.length > 0 ? named : all;
}
