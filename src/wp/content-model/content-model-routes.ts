import type { Call } from '../../api/call.ts';
import { reply } from '../../api/reply.ts';
import type { RouteModule } from '../../api/routing/registry.ts';
import { route } from '../../api/routing/route.ts';
import type { RoleSource } from '../../auth/identity.ts';
import { errors } from '../../lib/errors.ts';
import { json } from '../../lib/schema/json-schema.ts';
import { s } from '../../lib/schema/schema.ts';
import { contentSources } from '../../rules/post-types.ts';
import { isGranted } from '../../rules/roles.ts';
import { changeModel, contentModelErrors, type ModelChangeContext } from './change-model.ts';
import { readSentDeclarations, refused } from './check-model.ts';
import { configFileName, configText } from './config-text.ts';
import { describeFixed } from './fixed-content.ts';
import type { FieldRename } from './model-changes.ts';
import { readStoredModel, type StoredModel } from './stored-model.ts';

/** What the routes depend on. */
export interface ContentModelContext extends Pick<ModelChangeContext, 'fixed' | 'tryModel'> {
  /** Answers every later request of this process with what is stored now. */
  readonly reload: () => Promise<void>;
  readonly roles: RoleSource;
}

const objects = ['post', 'term', 'user', 'comment'] as const;

const declaration = json.mapOf(true);
const labels = json.object({ name: json.string, singular_name: json.string });
const source = json.words(...contentSources);
const names = json.listOf(json.string);
const fixedThing = json.object({ name: json.string, source, labels, fields: names });

const modelMembers = {
  version: json.string,
  declarations: json.object({
    postTypes: json.listOf(declaration),
    taxonomies: json.listOf(declaration),
    fieldSets: json.listOf(declaration),
  }),
  fixed: json.object({
    postTypes: json.listOf(fixedThing),
    taxonomies: json.listOf(fixedThing),
    fieldSets: json.listOf(
      json.object({ object: json.words(...objects), subtype: json.orNull(json.string), source, fields: names }),
    ),
  }),
};
const owner = { object: json.words(...objects), subtype: json.orNull(json.string) };

const modelSchema = json.object(modelMembers);
const changedSchema = json.object({
  ...modelMembers,
  losses: json.listOf(json.object({ ...owner, field: json.orNull(json.string), items: json.integer })),
  renamed: json.listOf(json.object({ ...owner, from: json.string, to: json.string, items: json.integer })),
});

const path = '/platen/v1/content-model';

/** `platen/v1/content-model`: types, taxonomies and fields that administrators make while the site runs. */
export function contentModelRoutes({ fixed, tryModel, reload, roles }: ContentModelContext): RouteModule {
  const shown = ({ version, declarations: { postTypes, taxonomies, fieldSets } }: StoredModel) => ({
    version,
    declarations: {
      postTypes: postTypes.map(plain),
      taxonomies: taxonomies.map(plain),
      fieldSets: fieldSets.map(plain),
    },
    fixed: describeFixed(fixed),
  });
  return {
    routes: [
      route({
        method: 'GET',
        path,
        summary: 'Show the types, taxonomies and fields that were made here, and those that are declared elsewhere.',
        permit,
        response: { schema: modelSchema },
        shareable: false,
        handle: async (_input, { store }) => reply(shown(await readStoredModel(store))),
      }),
      route({
        method: 'PUT',
        path,
        summary: 'Replace the types, taxonomies and fields that were made here.',
        args: {
          version: s.string({ description: 'The version that the change was made from.', required: true }),
          declarations: s.object({
            description: 'All of them: postTypes, taxonomies and fieldSets, as in a configuration file.',
            required: true,
          }),
          renames: s.array(s.object(), {
            description: 'Fields that get another name and keep their values: object, subtype, from, to.',
            default: [],
          }),
          accept_loss: s.boolean({
            description: 'Whether values and items that the site has may be hidden.',
            default: false,
          }),
          dry_run: s.boolean({ description: 'Whether to answer only what would happen.', default: false }),
        },
        permit,
        response: { schema: changedSchema },
        handle: async (input, call) => {
          const { stored, losses, renamed } = await changeModel(
            call.store,
            {
              version: input.version,
              declarations: readSentDeclarations(input.declarations),
              renames: input.renames.map(readRename),
              acceptLoss: input.accept_loss,
              isDry: input.dry_run,
            },
            {
              fixed,
              tryModel,
              permitGrants: (names, store) => permitGrants(names, { ...call, store }, roles),
              record: (store) => recordChange(store, call),
            },
          );
          if (!input.dry_run) {
            call.hooks?.wake();
            await reload();
          }
          return reply({ ...shown(stored), losses, renamed });
        },
      }),
      route({
        method: 'GET',
        path: `${path}/config`,
        summary: 'Show a configuration file with the types, taxonomies and fields that were made here.',
        permit,
        response: { schema: json.object({ file: json.string, text: json.string }) },
        shareable: false,
        handle: async (_input, { store }) =>
          reply({ file: configFileName, text: configText((await readStoredModel(store)).declarations) }),
      }),
    ],
  };
}

const plain = (one: object): Readonly<Record<string, unknown>> => ({ ...one });

function permit(_input: unknown, { caller }: Call): void {
  if (!caller.can('manage_options')) throw errors.rest_forbidden();
}

/**
 * Capabilities that nobody had are new with their type. What administrators can do already is given as in the role editor:
 * by those who may change roles and have it themselves.
 */
async function permitGrants(
  names: readonly string[],
  { caller, store }: Pick<Call, 'caller' | 'store'>,
  roles: RoleSource,
): Promise<void> {
  if (names.length === 0) return;
  const known = (await roles(store)).get('administrator')?.capabilities ?? {};
  const given = names.filter((name) => isGranted(known[name]));
  const above = caller.can('promote_users') ? given.filter((name) => !caller.can(name)) : given;
  if (above.length > 0) throw contentModelErrors.platen_content_model_roles({ names: above.slice(0, 5).join(', ') });
}

/** As a change of settings: extensions and the audit log are told. */
async function recordChange(store: Call['store'], { hooks, caller, now }: Call): Promise<void> {
  const item = { names: ['content_model'] };
  await hooks?.record(store, { kind: 'settings', actions: ['update'], id: 0, item, userId: caller.userId, atMs: now });
}

function readRename(sent: Readonly<Record<string, unknown>>, i: number): FieldRename {
  const { object: sentObject, subtype = null, from, to, ...others } = sent;
  const at = `renames[${i}]`;
  const object = objects.find((one) => one === sentObject);
  if (!object) throw refused(`${at}.object`, `${at}.object must be one of ${objects.join(', ')}.`);
  if (subtype !== null && typeof subtype !== 'string')
    throw refused(`${at}.subtype`, `${at}.subtype must be the name of a type or taxonomy, or null.`);
  if (typeof from !== 'string' || from === '') throw refused(`${at}.from`, `${at}.from must be the name of a field.`);
  if (typeof to !== 'string' || to === '') throw refused(`${at}.to`, `${at}.to must be the name of a field.`);
  const [unknown] = Object.keys(others);
  if (unknown !== undefined) throw refused(`${at}.${unknown}`, `${at} has no member ${unknown}.`);
  return { object, subtype, from, to };
}
