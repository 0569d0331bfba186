import type { Call } from '../../api/call.ts';
import { reply } from '../../api/reply.ts';
import type { RouteModule } from '../../api/routing/registry.ts';
import { type Route, route, writing } from '../../api/routing/route.ts';
import type { RoleSource } from '../../auth/identity.ts';
import { recordAudit } from '../../background/audit-log.ts';
import { json } from '../../lib/schema/json-schema.ts';
import { s } from '../../lib/schema/schema.ts';
import { canGiveRole, grantedBy, roleNames } from '../../rules/capabilities.ts';
import type { Role, RoleTable } from '../../rules/roles.ts';
import { readOption } from '../../storage/options/site-options.ts';
import type { Store } from '../../storage/store.ts';
import { plainText } from '../../text/plain-text.ts';
import { slugify } from '../../text/slug.ts';
import { addRole, changeRole, isLevel, type RoleWork, removeRole } from './change-roles.ts';
import { roleErrors } from './role-errors.ts';

export interface RoleContext extends RoleWork {
  readonly roles: RoleSource;
}

const schema = json.object({
  slug: json.string,
  name: json.string,
  capabilities: json.listOf(json.string),
  /** Those among them that declared types give. */
  declared: json.listOf(json.string),
  users: json.integer,
  is_default: json.boolean,
  can_give: json.boolean,
});

const path = '/platen/v1/roles';
const shareable = false;
const longestSlug = 50;
const mostCapabilities = 500;
const mostRoles = 100;

const nameOf = { description: 'Name of the role that people see.', check: nameProblem };
const capabilities = s.array(s.string(), {
  description: 'The capabilities that it grants; those that declared types give need not be named.',
  check: (names: readonly string[]) => {
    if (names.length > mostCapabilities) return `A role has at most ${mostCapabilities} capabilities.`;
    const wrong = names.find((name) => !/^[\w.:-]{1,100}$/.test(name));
    return wrong === undefined ? null : 'A capability has letters, digits and _ . : - only.';
  },
});

function nameProblem(name: string): string | null {
  if (plainText(name) === '') return 'name must not be blank.';
  return name.length <= 100 ? null : 'name has at most 100 characters.';
}

/** `platen/v1/roles`: what each role allows, stored where existing sites store it. */
export function roleRoutes(context: RoleContext): RouteModule {
  return { routes: [listRoute(context), createRoute(context), ...itemRoutes(context)] };
}

/** Whoever deals with people sees the roles that there are. */
function maySee(_input: unknown, call: Call): void {
  call.keepPrivate();
  const { caller } = call;
  if (!['list_users', 'create_users', 'promote_users'].some(caller.can)) throw roleErrors.platen_roles_denied();
}

/** Whoever changes roles changes what everybody may do. */
function mayChange(_input: unknown, call: Call): void {
  call.keepPrivate();
  if (!call.caller.can('promote_users') || !call.caller.can('manage_options')) throw roleErrors.platen_roles_denied();
}

function listRoute(context: RoleContext): Route {
  return route({
    method: 'GET',
    path,
    summary: 'List the roles, with what each allows and how many users have it.',
    response: { schema: json.listOf(schema) },
    permit: maySee,
    handle: async (_input, call) => reply(await shownRoles(call, context)),
    shareable,
  });
}

function createRoute(context: RoleContext): Route {
  return route({
    method: 'POST',
    path,
    summary: 'Make a role.',
    response: { schema, status: 201 },
    args: {
      name: s.string({ ...nameOf, required: true }),
      slug: s.string({
        description: 'Name of the role in requests; made of the name where it is left out.',
        check: (slug: string) =>
          /^[a-z][a-z0-9_-]*$/.test(slug) && slug.length <= longestSlug
            ? null
            : `slug begins with a letter and has up to ${longestSlug} of a-z, 0-9, _ and -.`,
      }),
      capabilities,
    },
    permit: mayChange,
    handle: async (input, call) => {
      const name = plainText(input.name);
      const slug = input.slug ?? slugify(name, { slash: 'dash' }).replace(/^[^a-z]+|[^a-z0-9_-]/g, '');
      if (slug === '' || slug.length > longestSlug) throw roleErrors.platen_role_name();
      if ((await context.roles(call.store)).size >= mostRoles) throw roleErrors.platen_roles_denied();
      const granted = [...new Set(input.capabilities ?? [])].filter((one) => !isLevel(one));
      await call.store.transaction(async (store) => {
        await addRole(context, { caller: call.caller, store }, { slug, name, capabilities: granted });
        await record(store, call, 'user.role_created', slug, { capabilities: granted });
      });
      const headers = { Location: `${call.site.apiUrl}${path}/${slug}` };
      return reply(await shownRole(slug, call, context), { status: 201, headers });
    },
  });
}

function itemRoutes(context: RoleContext): Route[] {
  const item = `${path}/{role:word}` as const;
  return [
    route({
      method: 'GET',
      path: item,
      summary: 'Show a role.',
      response: { schema },
      permit: maySee,
      handle: async ({ role }, call) => reply(await shownRole(role, call, context)),
      shareable,
    }),
    route({
      method: writing,
      path: item,
      summary: 'Change the name or the capabilities of a role. It counts from the next request on.',
      response: { schema },
      args: { name: s.string(nameOf), capabilities },
      permit: mayChange,
      handle: async ({ role, ...input }, call) => {
        const name = input.name === undefined ? undefined : plainText(input.name);
        await call.store.transaction(async (store) => {
          const at = { caller: call.caller, store };
          const changed = await changeRole(context, at, role, { name, capabilities: input.capabilities });
          await record(store, call, 'user.role_changed', role, changed);
        });
        return reply(await shownRole(role, call, context));
      },
    }),
    route({
      method: 'DELETE',
      path: item,
      summary: 'Remove a role. Its users get another one.',
      response: { schema: json.object({ deleted: json.words(true), previous: schema, reassigned: json.integer }) },
      args: { reassign: s.string({ description: 'The role that its users get; needed where it has some.' }) },
      permit: mayChange,
      handle: async ({ role, reassign }, call) => {
        const previous = await shownRole(role, call, context);
        const count = await call.store.transaction(async (store) => {
          const at = { caller: call.caller, store };
          const reassigned = await removeRole(context, at, role, reassign || null);
          await record(store, call, 'user.role_removed', role, { reassigned, ...(reassign ? { to: reassign } : {}) });
          return reassigned;
        });
        return reply({ deleted: true, previous, reassigned: count });
      },
    }),
  ];
}

/** Three queries, however many roles and users there are. */
async function shownRoles(call: Call, context: RoleContext) {
  const { store } = call;
  const [table, holders, fallback] = [
    await context.roles(store),
    await store.users.holders(),
    await readOption(store, 'default_role'),
  ];
  const counts = new Map<string, number>();
  for (const { capabilities: stored, count } of holders)
    for (const name of roleNames(stored, table)) counts.set(name, (counts.get(name) ?? 0) + count);
  const given = context.grants();
  return [...table].map(([slug, role]) => ({
    ...shown(slug, role, table, call),
    declared: (given.get(slug) ?? []).filter((name) => role.capabilities[name] === true),
    users: counts.get(slug) ?? 0,
    is_default: slug === fallback,
  }));
}

const shown = (slug: string, role: Role, table: RoleTable, { caller }: Call) => ({
  slug,
  name: role.label,
  capabilities: grantedBy(role)
    .filter((name) => !isLevel(name))
    .sort(),
  can_give: canGiveRole(caller, slug, table),
});

async function shownRole(slug: string, call: Call, context: RoleContext) {
  const found = (await shownRoles(call, context)).find((role) => role.slug === slug);
  if (!found) throw roleErrors.platen_role_not_found();
  return found;
}

function record(
  store: Store,
  call: Call,
  event: `user.role_${string}`,
  objectName: string,
  detail: Readonly<Record<string, unknown>>,
): Promise<void> {
  const { now: nowMs, caller, request } = call;
  const address = request.remoteAddress;
  return recordAudit(store, { event, nowMs, userId: caller.userId, objectName, address, detail });
}
