import { siteOptions } from '../../rules/site.ts';
import { type JsonSchema, json } from '../../schema/json-schema.ts';
import { s } from '../../schema/schema.ts';

/** One setting that the public interface does not have: the options it is stored in. */
interface MoreSetting<Value> {
  readonly schema: JsonSchema;
  read(option: (name: string) => string | null): Value;
  /** The options to store. */
  write(value: Value): Readonly<Record<string, string>>;
}

const isOn = (text: string | null, fallback: boolean) => (text === null ? fallback : text !== '' && text !== '0');

const toggle = (option: string, fallback: boolean): MoreSetting<boolean> => ({
  schema: json.boolean,
  read: (stored) => isOn(stored(option), fallback),
  write: (value) => ({ [option]: value ? '1' : '0' }),
});

const number = (option: string, fallback: number): MoreSetting<number> => ({
  schema: json.integer,
  read: (stored) => Math.max(0, Math.trunc(Number(stored(option) ?? fallback)) || 0),
  write: (value) => ({ [option]: String(value) }),
});

const text = (option: string, fallback = ''): MoreSetting<string> => ({
  schema: json.string,
  read: (stored) => stored(option) ?? fallback,
  write: (value) => ({ [option]: value.replace(/\r\n?/g, '\n') }),
});

/** A number with a switch of its own: 0 is off. */
const switched = (onOption: string, option: string, fallback: string, isOnByDefault: boolean): MoreSetting<number> => ({
  schema: json.integer,
  read: (stored) =>
    isOn(stored(onOption), isOnByDefault) ? Math.max(0, Math.trunc(Number(stored(option) ?? fallback)) || 0) : 0,
  write: (value) => (value === 0 ? { [onOption]: '0' } : { [onOption]: '1', [option]: String(value) }),
});

const frontPage: MoreSetting<number> = {
  schema: json.integer,
  read: (stored) => (stored('show_on_front') === 'page' ? number('page_on_front', 0).read(stored) : 0),
  write: (value) => ({ show_on_front: value === 0 ? 'posts' : 'page', page_on_front: String(value) }),
};

/** Front page, permalinks, reading and discussion, by their names in the interface. */
export const moreSettings = {
  front_page: frontPage,
  posts_page: number('page_for_posts', 0),
  permalinks: text('permalink_structure', siteOptions.permalink_structure),
  search_engines: toggle('blog_public', true),
  posts_per_feed: number('posts_per_rss', 10),
  feed_excerpts: toggle('rss_use_excerpt', false),
  comment_name_required: toggle('require_name_email', true),
  comment_members_only: toggle('comment_registration', false),
  comment_moderation: toggle('comment_moderation', false),
  comment_first_moderated: toggle('comment_whitelist', true),
  comment_links: number('comment_max_links', 2),
  comment_held_words: text('moderation_keys'),
  comment_refused_words: text('blacklist_keys'),
  comment_days: switched('close_comments_for_old_posts', 'close_comments_days_old', '14', false),
  comment_levels: switched('thread_comments', 'thread_comments_depth', '5', true),
  comments_per_page: switched('page_comments', 'comments_per_page', '50', false),
} as const;

export type MoreSettingName = keyof typeof moreSettings;

const count = (description: string, maximum: number) => s.integer({ description, minimum: 0, maximum });

export const moreSettingArguments = {
  front_page: count('Number of the page that is the front page; 0 shows the latest posts.', Number.MAX_SAFE_INTEGER),
  posts_page: count('Number of the page that lists the posts then; 0 for none.', Number.MAX_SAFE_INTEGER),
  permalinks: s.string({
    description: 'Structure of the addresses of posts, such as /%postname%/; empty for plain ones.',
    check: (value: string) => structureProblem(value),
  }),
  search_engines: s.boolean({ description: 'Whether search engines may list the site.' }),
  posts_per_feed: s.integer({ description: 'Most posts in a feed.', minimum: 1, maximum: 100 }),
  feed_excerpts: s.boolean({ description: 'Whether feeds hold excerpts only.' }),
  comment_name_required: s.boolean({ description: 'Whether visitors must give name and address to comment.' }),
  comment_members_only: s.boolean({ description: 'Whether only members may comment.' }),
  comment_moderation: s.boolean({ description: 'Whether every comment waits for a moderator.' }),
  comment_first_moderated: s.boolean({ description: 'Whether the first comment of an author waits.' }),
  comment_links: count('From how many links on a comment waits; 0 for any number.', 1_000),
  comment_held_words: s.string({ description: 'Comments with one of these words wait, one per line.' }),
  comment_refused_words: s.string({ description: 'Comments with one of these words go to the trash, one per line.' }),
  comment_days: count('Days after which posts take no comments; 0 for never.', 36_500),
  comment_levels: count('How deeply replies are nested; 0 for none.', 10),
  comments_per_page: count('Top comments on a page; 0 for all.', 1_000),
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
