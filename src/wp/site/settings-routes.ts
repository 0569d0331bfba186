import type { Call } from '../../api/call.ts';
import { type Reply, reply } from '../../api/reply.ts';
import { type Field, fieldsOf } from '../../api/resource/field.ts';
import { presentItem } from '../../api/resource/present.ts';
import { defineResource } from '../../api/resource/resource.ts';
import type { RouteModule } from '../../api/routing/registry.ts';
import { route, writing } from '../../api/routing/route.ts';
import type { Variant } from '../../api/variant.ts';
import type { SettingsHookDraft } from '../../background/hook-values.ts';
import { errors } from '../../lib/errors.ts';
import { json } from '../../lib/schema/json-schema.ts';
import { type Args, type ArgumentValue, type Schema, s } from '../../lib/schema/schema.ts';
import { isLocale, usualLocale } from '../../rules/site.ts';
import { type SiteOptionName, type SiteOptionOf, siteOptionValue } from '../../rules/site-options.ts';
import { textLimits } from '../../rules/text-limits.ts';
import { zoneNames } from '../../rules/zone.ts';
import { readOptionTexts, writeOption } from '../../storage/options/site-options.ts';
import type { Store } from '../../storage/store.ts';
import { cleanUrl } from '../../text/sanitise/clean-url.ts';
import { storeFormat, storeSettingText } from '../../text/sanitise/store-text.ts';
import type { CoreContext, OperationContext } from '../context/core-context.ts';
import { storedOptions } from '../context/stored-items.ts';

type OptionName = SiteOptionName;

/** The stored texts of the options of the settings, and the URL of the site in case none is stored. */
export interface SettingsSubject {
  stored(name: string): string | null;
  readonly siteUrl: string;
}

/** The options to change; null removes one, so that its default applies again. */
export type SettingsDraft = Map<OptionName, string | null>;

type SettingField = Field<SettingsSubject, SettingsDraft>;

const field = fieldsOf<SettingsSubject, SettingsDraft>();

/** A setting stored in one option. `store` returns the text to store; undefined leaves the option unchanged. */
function setting<Value extends ArgumentValue>(
  schema: Schema<Value>,
  name: OptionName & SiteOptionOf<Value>,
  store: (value: Value) => string | undefined,
  // The name is that of an option with such a value.
  read: (subject: SettingsSubject) => Value = ({ stored }) => siteOptionValue(name, stored) as Value,
): SettingField {
  return field({
    schema: { ...schema, nullable: true, default: schema.default ?? null },
    limit: textLimits.setting,
    read,
    write: (draft, value: Value | null) => {
      const text = value === null ? null : store(value);
      if (text !== undefined) draft.set(name, text);
    },
  });
}

const text = setting<string>;

const number = (
  schema: Schema<number>,
  name: OptionName & SiteOptionOf<number>,
  store: (value: number) => number,
): SettingField => setting<number>(schema, name, (value) => String(store(value)));

const same = <T>(value: T): T => value;
const openOrClosed = ['open', 'closed'] as const;

/** The default locale is stored as empty text; one that the runtime does not support leaves the setting unchanged. */
function storeLocale(code: string): string | undefined {
  if (code === '' || code === usualLocale) return '';
  return isLocale(code) ? code : undefined;
}

/** Every setting of the site, in the order the interface shows them. */
export const settingsFields: Readonly<Record<string, SettingField>> = {
  title: text(s.string({ description: 'Title of the site.' }), 'blogname', storeSettingText),
  description: text(s.string({ description: 'What the site is about.' }), 'blogdescription', storeSettingText),
  url: field({
    schema: s.string({ description: 'Address of the site.', format: 'uri', nullable: true, default: null }),
    limit: textLimits.setting,
    read: ({ stored, siteUrl }) => siteOptionValue('siteurl', stored) || siteUrl,
    write: (draft, value: string | null) => {
      if (value !== null && !/^https?:\/\/./i.test(value)) return;
      for (const name of ['siteurl', 'home'] as const) draft.set(name, value === null ? null : cleanUrl(value));
    },
  }),
  email: text(s.string({ description: 'E-mail address of the administrator.', format: 'email' }), 'admin_email', same),
  timezone: text(s.string({ description: 'A city in the timezone of the site.' }), 'timezone_string', (city) =>
    city === '' || zoneNames().has(city) ? city : undefined,
  ),
  date_format: text(s.string({ description: 'How dates are written.' }), 'date_format', storeFormat),
  time_format: text(s.string({ description: 'How times are written.' }), 'time_format', storeFormat),
  start_of_week: number(s.integer({ description: 'First day of the week; 0 is Sunday.' }), 'start_of_week', Math.abs),
  language: setting<string>(
    s.string({ description: 'Language of the site.', default: usualLocale }),
    'WPLANG',
    storeLocale,
    ({ stored }) => siteOptionValue('WPLANG', stored) || usualLocale,
  ),
  use_smilies: setting<boolean>(
    s.boolean({ description: 'Whether emoticons are shown as pictures.', default: true }),
    'use_smilies',
    (on) => (on ? '1' : '0'),
  ),
  default_category: number(s.integer({ description: 'Id of the default category.' }), 'default_category', Math.abs),
  default_post_format: text(s.string({ description: 'Default post format.' }), 'default_post_format', same),
  posts_per_page: number(
    s.integer({ description: 'Posts per page on the public site.', default: 10 }),
    'posts_per_page',
    (count) => (count < -1 ? -count : count || 1),
  ),
  default_ping_status: text(
    s.string({ description: 'Whether new posts can be linked to by other sites.', enum: openOrClosed }),
    'default_ping_status',
    same,
  ),
  default_comment_status: text(
    s.string({ description: 'Whether new posts take comments.', enum: openOrClosed }),
    'default_comment_status',
    same,
  ),
};

/** What today's interface adds: the front page and the pictures of the site. Any value of the type is kept. */
const siteSettingsFields: Readonly<Record<string, SettingField>> = {
  show_on_front: setting<string>(
    s.string({ description: 'What the front page shows: posts or a page.' }),
    'show_on_front',
    same,
    ({ stored }) => stored('show_on_front') ?? 'posts',
  ),
  page_on_front: number(s.integer({ description: 'Id of the front page.' }), 'page_on_front', Math.abs),
  page_for_posts: number(s.integer({ description: 'Id of the page that lists posts.' }), 'page_for_posts', Math.abs),
  site_logo: field({
    schema: s.integer({ description: 'Id of the picture that is the logo.', nullable: true, default: null }),
    read: ({ stored }) => (stored('site_logo') === null ? null : siteOptionValue('site_logo', stored)),
    output: json.orNull(json.integer),
    write: (draft, value: number | null) => {
      draft.set('site_logo', value === null ? null : String(Math.abs(value)));
    },
  }),
  site_icon: number(s.integer({ description: 'Id of the picture that is the icon.' }), 'site_icon', Math.abs),
};

/** The fields in the order the interface shows them, with a title each where it describes them in full. */
function fieldsFor({ protocol }: Pick<Variant, 'protocol'>): Readonly<Record<string, SettingField>> {
  if (!protocol.siteDetails) return settingsFields;
  const { default_ping_status: pings, default_comment_status: comments, ...before } = settingsFields;
  const { show_on_front, page_on_front, page_for_posts, ...pictures } = siteSettingsFields;
  const all = {
    ...before,
    show_on_front,
    page_on_front,
    page_for_posts,
    default_ping_status: pings,
    default_comment_status: comments,
    ...pictures,
  };
  return Object.fromEntries(
    Object.entries(all).flatMap(([name, one]): [string, SettingField][] =>
      one ? [[name, { ...one, schema: { ...one.schema, published: { title: one.schema.description } } }]] : [],
    ),
  );
}

/** The options that store the settings. */
export const settingsOptions: readonly OptionName[] = [
  'blogname',
  'blogdescription',
  'siteurl',
  'admin_email',
  'timezone_string',
  'date_format',
  'time_format',
  'start_of_week',
  'WPLANG',
  'use_smilies',
  'default_category',
  'default_post_format',
  'posts_per_page',
  'default_ping_status',
  'default_comment_status',
];
const siteSettingsOptions: readonly OptionName[] = [
  'show_on_front',
  'page_on_front',
  'page_for_posts',
  'site_logo',
  'site_icon',
];

/** Two changes of settings come one after the other. */
export const settingsLock = 'settings';
/** `/wp/v2/settings`: the settings that an administrator can change. */
export function settings({ variant }: Pick<CoreContext, 'variant'>): RouteModule {
  const options = variant.protocol.siteDetails ? [...settingsOptions, ...siteSettingsOptions] : settingsOptions;
  const item = storedOptions(settingsLock, options);
  const resource = defineResource({
    title: 'settings',
    schemaUri: variant.protocol.contentSchemaUri,
    fields: fieldsFor(variant),
    links: [],
    newDraft: (): SettingsDraft => new Map(),
    load: async (_rows: readonly null[], _needs, { store, site }): Promise<SettingsSubject[]> => [
      { stored: await readOptionTexts(store, options), siteUrl: site.serverUrl },
    ],
  });
  const show = async (call: Call): Promise<Reply> => reply(await presentItem(resource, null, call, 'view'));
  const permit = (_input: object, { caller, variant }: Call): void => {
    if (caller.can('manage_options')) return;
    const status = caller.userId === 0 ? variant.people.settingsFromAnonymous : 403;
    throw errors.rest_forbidden(undefined, { status });
  };
  return {
    routes: [
      route({
        method: 'GET',
        path: '/wp/v2/settings',
        summary: 'Show the settings.',
        permit,
        item: () => item,
        handle: (_input, call) => show(call),
        resource: resource,
      }),
      route({
        method: writing,
        path: '/wp/v2/settings',
        summary: 'Change settings.',
        args: resource.arguments.update,
        undoable: true,
        permit,
        item: () => item,
        handle: async (input, call) => {
          const draft = await resource.draft(await askBeforeSettings(input, resource.arguments.update, call), call);
          await call.store.transaction(async (store) => {
            await store.lock(settingsLock);
            for (const [name, text] of draft) await writeOption(store, name, text);
            await recordSettings(store, input, call);
          });
          call.hooks?.wake();
          return show(call);
        },
      }),
    ],
  };
}

type Input = Readonly<Record<string, unknown>>;

/** The settings as the hooks leave them; a changed value passes the same checks as one that was sent. */
export async function askBeforeSettings<Sent extends Input>(
  input: Sent,
  args: Args,
  { hooks, caller }: Pick<OperationContext, 'hooks' | 'caller'>,
): Promise<Sent> {
  if (!hooks?.asks('settings', ['update'])) return input;
  const names = sentNames(input);
  const limit = textLimits.setting;
  const changes = await hooks.before({
    kind: 'settings',
    actions: ['update'],
    item: { names },
    // The arguments of settings are scalars or null.
    draft: Object.fromEntries(names.map((name) => [name, input[name]])) as SettingsHookDraft,
    shape: Object.fromEntries(Object.entries(args).map(([name, schema]) => [name, { schema, limit }])),
    userId: caller.userId,
  });
  return { ...input, ...changes };
}

/** Records that settings were written, in the transaction of the write. */
export async function recordSettings(
  store: Store,
  input: Input,
  { hooks, caller, now }: Pick<OperationContext, 'hooks' | 'caller' | 'now'>,
): Promise<void> {
  const item = { names: sentNames(input) };
  await hooks?.record(store, { kind: 'settings', actions: ['update'], id: 0, item, userId: caller.userId, atMs: now });
}

const sentNames = (input: Input): string[] => Object.keys(input).filter((name) => input[name] !== undefined);
