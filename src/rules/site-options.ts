/** An option of the public table layout: the text that counts where none is stored, and how a text is read. */
export interface SiteOption<Value> {
  readonly default: string;
  /** Its name in older versions of the layout. Both names are written; the newer one is read first. */
  readonly formerName?: string;
  read(text: string): Value;
}

type Kind = <Value>(read: (text: string) => Value) => (text: string, formerName?: string) => SiteOption<Value>;

const kind: Kind = (read) => (text, formerName) => ({ default: text, read, ...(formerName ? { formerName } : {}) });

const text = kind((stored) => stored);
/** Existing sites store an unticked box as empty text. */
const flag = kind((stored) => stored !== '' && stored !== '0');
const number = kind((stored) => Number(stored) || 0);
const count = kind(toCount);

/** A text that is never empty: the default takes the place of an empty one. */
const name = (fallback: string) => ({ ...text(fallback), read: (stored: string) => stored || fallback });

/** A number between bounds; the default takes the place of one that is too small. */
const countWithin = (fallback: number, { least, most }: { readonly least: number; readonly most: number }) => ({
  ...count(String(fallback)),
  read: (stored: string) => (toCount(stored) < least ? fallback : Math.min(most, toCount(stored))),
});

const oneOf = <Choice extends string>(fallback: Choice, ...others: readonly Choice[]): SiteOption<Choice> => ({
  default: fallback,
  read: (stored) => others.find((other) => other === stored) ?? fallback,
});

function toCount(stored: string): number {
  return Math.max(0, Math.trunc(Number(stored)) || 0);
}

/** What `Site` is made of. A new site stores these, except its addresses. */
const identityOptions = {
  siteurl: text(''),
  home: text(''),
  blogname: text('Platen'),
  blogdescription: text(''),
  admin_email: text(''),
  timezone_string: text(''),
  gmt_offset: number('0'),
  date_format: text('F j, Y'),
  time_format: text('g:i a'),
  start_of_week: number('1'),
  WPLANG: text(''),
  use_smilies: flag('1'),
  default_category: number('1'),
  default_post_format: kind((stored) => (stored === '0' ? '' : stored))('0'),
  posts_per_page: number('10'),
  default_ping_status: text('open'),
  default_comment_status: text('open'),
  permalink_structure: text('/%year%/%monthnum%/%day%/%postname%/'),
  category_base: text(''),
  tag_base: text(''),
  show_on_front: oneOf('posts', 'page'),
  page_on_front: count('0'),
} as const;

export type IdentityOptionName = keyof typeof identityOptions;
// The keys are those of the table.
export const identityOptionNames = Object.keys(identityOptions) as readonly IdentityOptionName[];

/** Every option of the public table layout that is a single value. There is no other default and no other reading. */
export const siteOptions = {
  ...identityOptions,
  page_for_posts: count('0'),
  blog_public: flag('1'),
  posts_per_rss: countWithin(10, { least: 1, most: 100 }),
  rss_use_excerpt: flag('0'),
  site_icon: count('0'),
  site_logo: count('0'),
  stylesheet: name('platen'),
  default_role: name('subscriber'),
  users_can_register: flag('0'),
  /** Pictures of people are on another host, which learns of every reader: only asked where the settings say so. */
  show_avatars: kind((stored) =>
    stored === 'letters' ? stored : stored === '' || stored === '0' ? 'none' : 'pictures',
  )('letters'),
  require_name_email: flag('1'),
  comment_registration: flag('0'),
  comment_moderation: flag('0'),
  comment_previously_approved: flag('1', 'comment_whitelist'),
  comment_max_links: count('2'),
  moderation_keys: text(''),
  disallowed_keys: text('', 'blacklist_keys'),
  moderation_notify: flag('1'),
  comments_notify: flag('1'),
  close_comments_for_old_posts: flag('0'),
  close_comments_days_old: count('14'),
  thread_comments: flag('1'),
  thread_comments_depth: countWithin(5, { least: 1, most: 10 }),
  page_comments: flag('0'),
  comments_per_page: count('50'),
  default_comments_page: oneOf('newest', 'oldest'),
  comment_order: oneOf('asc', 'desc'),
  thumbnail_size_w: count('150'),
  thumbnail_size_h: count('150'),
  thumbnail_crop: flag('1'),
  medium_size_w: count('300'),
  medium_size_h: count('300'),
  medium_large_size_w: count('768'),
  medium_large_size_h: count('0'),
  large_size_w: count('1024'),
  large_size_h: count('1024'),
} as const;

export type SiteOptionName = keyof typeof siteOptions;
export type SiteOptionValue<Name extends SiteOptionName> = ReturnType<(typeof siteOptions)[Name]['read']>;
/** The options with values of a type. */
export type SiteOptionOf<Value> = {
  [Name in SiteOptionName]: SiteOptionValue<Name> extends Value ? Name : never;
}[SiteOptionName];

const rows: { readonly [Name in SiteOptionName]: SiteOption<SiteOptionValue<Name>> } = siteOptions;

/** The value of an option, by the stored texts. */
export function siteOptionValue<Name extends SiteOptionName>(
  name: Name,
  stored: (name: string) => string | null,
): SiteOptionValue<Name> {
  const option = rows[name];
  const former = () => (option.formerName === undefined ? null : stored(option.formerName));
  return option.read(stored(name) ?? former() ?? option.default);
}

/** Every name that an option is stored under. */
export function storedNames(name: SiteOptionName): readonly string[] {
  const { formerName } = rows[name];
  return formerName === undefined ? [name] : [name, formerName];
}
