import type { Call } from '../../api/call.ts';
import { reply } from '../../api/reply.ts';
import type { RouteModule } from '../../api/routing/registry.ts';
import { route, writing } from '../../api/routing/route.ts';
import type { RoleSource } from '../../auth/identity.ts';
import { type ApiError, errors } from '../../lib/errors.ts';
import { type JsonSchema, json } from '../../lib/schema/json-schema.ts';
import { s } from '../../lib/schema/schema.ts';
import { canGiveRole, grantedBy, rulingCapabilities } from '../../rules/capabilities.ts';
import { mostSizePixels } from '../../rules/image-size-declaration.ts';
import { type SiteOptionName, type SiteOptionOf, siteOptionValue } from '../../rules/site-options.ts';
import { textLimits } from '../../rules/text-limits.ts';
import { readOptionTexts, writeOption } from '../../storage/options/site-options.ts';
import type { Store } from '../../storage/store.ts';
import { askBeforeSettings, recordSettings, settingsLock } from './settings-routes.ts';

type StoredTexts = (name: string) => string | null;

/** One setting that the public interface does not have. */
interface MoreSetting<Value> {
  readonly schema: JsonSchema;
  /** The options it is stored in. */
  readonly options: readonly SiteOptionName[];
  read(stored: StoredTexts): Value;
  /** The texts to store. */
  write(value: Value): Readonly<Partial<Record<SiteOptionName, string>>>;
}

const toggle = (option: SiteOptionOf<boolean>): MoreSetting<boolean> => ({
  schema: json.boolean,
  options: [option],
  read: (stored) => siteOptionValue(option, stored),
  write: (value) => ({ [option]: value ? '1' : '0' }),
});

const number = (option: SiteOptionOf<number>): MoreSetting<number> => ({
  schema: json.integer,
  options: [option],
  read: (stored) => siteOptionValue(option, stored),
  write: (value) => ({ [option]: String(value) }),
});

const text = (option: SiteOptionOf<string>): MoreSetting<string> => ({
  schema: json.string,
  options: [option],
  read: (stored) => siteOptionValue(option, stored),
  write: (value) => ({ [option]: value.replace(/\r\n?/g, '\n') }),
});

/** A number with a switch of its own: 0 is off. */
const switched = (onOption: SiteOptionOf<boolean>, option: SiteOptionOf<number>): MoreSetting<number> => ({
  schema: json.integer,
  options: [onOption, option],
  read: (stored) => (siteOptionValue(onOption, stored) ? siteOptionValue(option, stored) : 0),
  write: (value) => (value === 0 ? { [onOption]: '0' } : { [onOption]: '1', [option]: String(value) }),
});

const frontPage: MoreSetting<number> = {
  schema: json.integer,
  options: ['show_on_front', 'page_on_front'],
  read: (stored) =>
    siteOptionValue('show_on_front', stored) === 'page' ? siteOptionValue('page_on_front', stored) : 0,
  write: (value) => ({ show_on_front: value === 0 ? 'posts' : 'page', page_on_front: String(value) }),
};

/** Front page, permalinks, reading, discussion and sizes of pictures, by their names in the interface. */
export const moreSettings = {
  front_page: frontPage,
  posts_page: number('page_for_posts'),
  permalinks: text('permalink_structure'),
  search_engines: toggle('blog_public'),
  registration: toggle('users_can_register'),
  default_role: text('default_role'),
  posts_per_feed: number('posts_per_rss'),
  feed_excerpts: toggle('rss_use_excerpt'),
  comment_name_required: toggle('require_name_email'),
  comment_members_only: toggle('comment_registration'),
  comment_moderation: toggle('comment_moderation'),
  comment_first_moderated: toggle('comment_previously_approved'),
  comment_links: number('comment_max_links'),
  comment_held_words: text('moderation_keys'),
  comment_refused_words: text('disallowed_keys'),
  comment_days: switched('close_comments_for_old_posts', 'close_comments_days_old'),
  comment_levels: switched('thread_comments', 'thread_comments_depth'),
  comments_per_page: switched('page_comments', 'comments_per_page'),
  thumbnail_width: number('thumbnail_size_w'),
  thumbnail_height: number('thumbnail_size_h'),
  thumbnail_crop: toggle('thumbnail_crop'),
  medium_width: number('medium_size_w'),
  medium_height: number('medium_size_h'),
  medium_large_width: number('medium_large_size_w'),
  medium_large_height: number('medium_large_size_h'),
  large_width: number('large_size_w'),
  large_height: number('large_size_h'),
} as const;

export type MoreSettingName = keyof typeof moreSettings;

const count = (description: string, maximum: number) => s.integer({ description, minimum: 0, maximum });

const pixels = (description: string) => count(description, mostSizePixels);

export const moreSettingArguments = {
  front_page: count('Number of the page that is the front page; 0 shows the latest posts.', Number.MAX_SAFE_INTEGER),
  posts_page: count('Number of the page that lists the posts then; 0 for none.', Number.MAX_SAFE_INTEGER),
  permalinks: s.string({
    description: 'Structure of the addresses of posts, such as /%postname%/; empty for plain ones.',
    check: (value: string) => structureProblem(value),
  }),
  search_engines: s.boolean({ description: 'Whether search engines may list the site.' }),
  registration: s.boolean({ description: 'Whether people may register, with a mail address that they confirm.' }),
  default_role: s.string({ description: 'Role of those who register, and of users who are made without one.' }),
  posts_per_feed: s.integer({ description: 'Posts per feed.', minimum: 1, maximum: 100 }),
  feed_excerpts: s.boolean({ description: 'Whether feeds hold excerpts only.' }),
  comment_name_required: s.boolean({ description: 'Whether visitors must give name and address to comment.' }),
  comment_members_only: s.boolean({ description: 'Whether only members may comment.' }),
  comment_moderation: s.boolean({ description: 'Whether every comment is held for moderation.' }),
  comment_first_moderated: s.boolean({ description: 'Whether the first comment of an author is held for moderation.' }),
  comment_links: count('From how many links on a comment waits; 0 for any number.', 1_000),
  comment_held_words: s.string({
    description: 'Comments with one of these words are held for moderation, one per line.',
  }),
  comment_refused_words: s.string({ description: 'Comments with one of these words go to the trash, one per line.' }),
  comment_days: count('Days after which posts take no comments; 0 for never.', 36_500),
  comment_levels: count('How deeply replies are nested; 0 for none.', 10),
  comments_per_page: count('Top comments on a page; 0 for all.', 1_000),
  thumbnail_width: pixels('Width of small copies of pictures, in pixels; 0 in both makes none.'),
  thumbnail_height: pixels('Height of small copies of pictures, in pixels.'),
  thumbnail_crop: s.boolean({ description: 'Whether small copies fill their box and the rest is cut off.' }),
  medium_width: pixels('Longest width of medium copies, in pixels; 0 for no limit, 0 in both makes none.'),
  medium_height: pixels('Longest height of medium copies, in pixels; 0 for no limit.'),
  medium_large_width: pixels('Longest width of medium large copies, in pixels; 0 for no limit, 0 in both makes none.'),
  medium_large_height: pixels('Longest height of medium large copies, in pixels; 0 for no limit.'),
  large_width: pixels('Longest width of large copies, in pixels; 0 for no limit, 0 in both makes none.'),
  large_height: pixels('Longest height of large copies, in pixels; 0 for no limit.'),
};

const structureTags = /%(?:year|monthnum|day|hour|minute|second|postname|post_id|author|category)%/g;

function structureProblem(structure: string): string | null {
  if (structure === '') return null;
  if (!structure.startsWith('/') || structure.startsWith('//') || structure.length > 200)
    return 'Begin with one slash.';
  if (!/%(?:postname|post_id)%/.test(structure)) return 'Name each post, with %postname% or %post_id%.';
  const rest = structure.replace(structureTags, '');
  return /^[\w./~-]*$/.test(rest) ? null : 'Use letters, digits, - _ . / and known tags only.';
}

export const moreSettingsSchema = json.object({
  ...Object.fromEntries(Object.entries(moreSettings).map(([name, { schema }]) => [name, schema])),
  // Whether the configuration of the server sets them, so that they cannot be changed here.
  are_permalinks_fixed: json.boolean,
});

const path = '/platen/v1/settings';

/** What the routes depend on. */
export interface MoreSettingsContext {
  /** Whether the configuration of the server sets the structure of permalinks. */
  readonly arePermalinksFixed: boolean;
  readonly roles: RoleSource;
}

/** `platen/v1/settings`: what `wp/v2/settings` does not have. */
export function siteSettings({ arePermalinksFixed, roles }: MoreSettingsContext): RouteModule {
  const show = async (call: Call) => {
    const stored = await readAll(call.store);
    const permalinks = arePermalinksFixed ? call.site.permalinks : stored.permalinks;
    return reply({ ...stored, permalinks, are_permalinks_fixed: arePermalinksFixed });
  };
  return {
    routes: [
      route({
        method: 'GET',
        path,
        summary: 'Show front page, permalinks, reading, registration, discussion and sizes of pictures.',
        permit,
        response: { schema: moreSettingsSchema },
        shareable: false,
        handle: (_input, call) => show(call),
      }),
      route({
        method: writing,
        path,
        summary: 'Change front page, permalinks, reading, registration, discussion and sizes of pictures.',
        args: moreSettingArguments,
        permit,
        response: { schema: moreSettingsSchema },
        undoable: true,
        handle: async (input, call) => {
          const wanted = await askBeforeSettings(input, moreSettingArguments, call);
          await refuse(wanted, call, arePermalinksFixed);
          await refuseRole(wanted, call, roles);
          await call.store.transaction(async (inside) => {
            await inside.lock(settingsLock);
            for (const [name, value] of optionsFor(wanted)) await writeOption(inside, name, value);
            await recordSettings(inside, input, call);
          });
          call.hooks?.wake();
          return show(call);
        },
      }),
    ],
  };
}

type Input = Readonly<Record<string, unknown>>;

/** Every option that changes, all written in one transaction. */
function optionsFor(input: Input): [SiteOptionName, string][] {
  return Object.entries(moreSettings).flatMap(([name, setting]) => {
    const value = input[name];
    if (value === undefined) return [];
    // The validator has compared the value with the argument of this name.
    const texts = (setting.write as (value: unknown) => ReturnType<typeof setting.write>)(value);
    return setting.options.flatMap((option): [SiteOptionName, string][] => {
      const text = texts[option];
      return text === undefined ? [] : [[option, text]];
    });
  });
}

const storedOptions = Object.values(moreSettings).flatMap(({ options }) => options);

async function readAll(store: Store) {
  const stored = await readOptionTexts(store, storedOptions);
  const values = Object.entries(moreSettings).map(([name, setting]) => [name, setting.read(stored)] as const);
  // Each setting has read its own value.
  return Object.fromEntries(values) as { [Name in MoreSettingName]: ReturnType<(typeof moreSettings)[Name]['read']> };
}

async function refuse(input: Input, call: Call, arePermalinksFixed: boolean): Promise<void> {
  for (const name of ['front_page', 'posts_page'] as const) {
    const id = input[name];
    if (typeof id !== 'number' || id === 0) continue;
    const page = await call.store.posts.byId(id);
    if (page?.type !== 'page' || page.status !== 'publish')
      throw refused(name, 'There is no published page with this number.');
  }
  const front = input['front_page'];
  if (front !== undefined && front !== 0 && front === input['posts_page'])
    throw refused('posts_page', 'Choose another page than the front page.');
  const permalinks = input['permalinks'];
  if (arePermalinksFixed && permalinks !== undefined && permalinks !== call.site.permalinks)
    throw refused('permalinks', 'The configuration of the server sets the permalinks.');
  for (const name of ['comment_held_words', 'comment_refused_words']) {
    const words = input[name];
    if (typeof words === 'string' && words.length > textLimits.setting.sent)
      throw refused(name, 'The list is too long.');
  }
}

/** The default role goes to whoever comes: it is one that the caller may give, and none that rules the site. */
async function refuseRole(input: Input, { caller, store }: Call, roles: RoleSource): Promise<void> {
  const name = input['default_role'];
  if (typeof name !== 'string') return;
  const table = await roles(store);
  const role = table.get(name);
  if (!role) throw refused('default_role', 'There is no such role.');
  if (!canGiveRole(caller, name, table)) throw refused('default_role', 'You may not give this role.');
  if (rulingCapabilities.some((one) => grantedBy(role).includes(one)))
    throw refused('default_role', 'This role rules the site. Give it to people one by one.');
}

function permit(_input: unknown, { caller }: Call): void {
  if (!caller.can('manage_options')) throw errors.rest_forbidden();
}

function refused(member: string, reason: string): ApiError {
  const params = { [member]: reason };
  return errors.rest_invalid_param({ params }, { details: { params } });
}
