import type { Call } from '../../api/call.ts';
import { reply } from '../../api/reply.ts';
import type { RouteModule } from '../../api/routing/registry.ts';
import { route, writing } from '../../api/routing/route.ts';
import { type ApiError, errors } from '../../errors.ts';
import { textLimits } from '../../rules/text-limits.ts';
import type { Store } from '../../storage/store.ts';
import { settingsLock } from '../../wp/site/settings.ts';
import { askBeforeSettings, recordSettings } from '../../wp/site/settings-hooks.ts';
import { type MoreSettingName, moreSettingArguments, moreSettings, moreSettingsSchema } from './settings-table.ts';

const path = '/platen/v1/settings';

/** What the routes depend on. */
export interface MoreSettingsContext {
  /** Whether the configuration of the server sets the structure of permalinks. */
  readonly arePermalinksFixed: boolean;
}

/** `platen/v1/settings`: what `wp/v2/settings` does not have. */
export function siteSettings({ arePermalinksFixed }: MoreSettingsContext): RouteModule {
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
        summary: 'Show front page, permalinks, reading and discussion.',
        permit,
        answers: { schema: moreSettingsSchema },
        shareable: false,
        handle: (_input, call) => show(call),
      }),
      route({
        method: writing,
        path,
        summary: 'Change front page, permalinks, reading and discussion.',
        args: moreSettingArguments,
        permit,
        answers: { schema: moreSettingsSchema },
        undoable: true,
        handle: async (input, call) => {
          const wanted = await askBeforeSettings(input, moreSettingArguments, call);
          await refuse(wanted, call, arePermalinksFixed);
          await call.store.transaction(async (inside) => {
            await inside.lock(settingsLock);
            for (const [name, value] of Object.entries(optionsFor(wanted))) await inside.options.set(name, value);
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
function optionsFor(input: Input): Readonly<Record<string, string>> {
  const changed = Object.entries(moreSettings).flatMap(([name, setting]) => {
    const value = input[name];
    // The validator has compared the value with the argument of this name.
    return value === undefined ? [] : [(setting.write as (value: unknown) => Record<string, string>)(value)];
  });
  return Object.assign({}, ...changed);
}

async function readAll(store: Store) {
  const names = new Map<string, string | null>();
  const option = (name: string) => names.get(name) ?? null;
  for (const name of storedOptions) names.set(name, await store.options.get(name));
  const values = Object.entries(moreSettings).map(([name, setting]) => [name, setting.read(option)] as const);
  // Each setting has read its own value.
  return Object.fromEntries(values) as { [Name in MoreSettingName]: ReturnType<(typeof moreSettings)[Name]['read']> };
}

/** The options that hold the settings; they are read from memory. */
const storedOptions = [
  'show_on_front',
  'page_on_front',
  'page_for_posts',
  'permalink_structure',
  'blog_public',
  'posts_per_rss',
  'rss_use_excerpt',
  'require_name_email',
  'comment_registration',
  'comment_moderation',
  'comment_whitelist',
  'comment_max_links',
  'moderation_keys',
  'blacklist_keys',
  'close_comments_for_old_posts',
  'close_comments_days_old',
  'thread_comments',
  'thread_comments_depth',
  'page_comments',
  'comments_per_page',
];

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

function permit(_input: unknown, { caller }: Call): void {
  if (!caller.can('manage_options')) throw errors.rest_forbidden();
}

function refused(member: string, reason: string): ApiError {
  const params = { [member]: reason };
  return errors.rest_invalid_param({ params }, { details: { params } });
}
