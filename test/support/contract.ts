/**
 * The interface's contract as data: every path, its methods and every argument with its type, default and choices, as
 * the tables of the specification give them. Nothing here is read from the program.
 */
export interface Argument {
  readonly type?: string;
  readonly items?: string;
  readonly required?: boolean;
  readonly default?: unknown;
  readonly choices?: readonly string[];
}
export type Arguments = Readonly<Record<string, Argument>>;
export interface Operation {
  readonly methods: readonly string[];
  readonly args: Arguments;
}
export type Contract = Readonly<Record<string, readonly Operation[]>>;

const text: Argument = { type: 'string' };
const number: Argument = { type: 'integer' };
const flag: Argument = { type: 'boolean' };
const thing: Argument = { type: 'object' };
const oneOf = (...choices: string[]): Argument => ({ type: 'string', choices });
const numbers: Argument = { type: 'array', items: 'integer' };
const texts: Argument = { type: 'array', items: 'string' };
const or = (argument: Argument, value: unknown): Argument => ({ ...argument, default: value });
const needed = (argument: Argument): Argument => ({ ...argument, required: true });

const context = or(oneOf('view', 'embed', 'edit'), 'view');
const openClosed = oneOf('open', 'closed');
const filterIds = or(numbers, []);

const get = (args: Arguments = {}): Operation => ({ methods: ['GET'], args });
const post = (args: Arguments = {}): Operation => ({ methods: ['POST'], args });
const write = (args: Arguments = {}): Operation => ({ methods: ['POST', 'PUT', 'PATCH'], args });
const remove = (args: Arguments = {}): Operation => ({ methods: ['DELETE'], args });

/** On update nothing is required and nothing has a default. */
const optional = (args: Arguments): Arguments =>
  Object.fromEntries(
    Object.entries(args).map(([name, { required: _required, default: _default, ...rest }]) => [name, rest]),
  );

/** What sets the two variants apart. */
interface Facts {
  readonly postOrders: readonly string[];
  readonly termOrders: readonly string[];
  readonly userOrders: readonly string[];
  readonly statuses: readonly string[];
  readonly template: Argument;
  readonly who: Arguments;
  readonly extensions: Contract;
  readonly namespaces: readonly string[];
}

const commonStatuses = ['publish', 'future', 'draft', 'pending', 'private', 'trash', 'auto-draft', 'inherit'];
const forms = '/forms/v1/contact-forms';

const facts: Readonly<Record<'a' | 'b', Facts>> = {
  a: {
    postOrders: [
      'author',
      'date',
      'id',
      'include',
      'modified',
      'parent',
      'relevance',
      'slug',
      'include_slugs',
      'title',
    ],
    termOrders: ['id', 'include', 'name', 'slug', 'include_slugs', 'term_group', 'description', 'count'],
    userOrders: ['id', 'include', 'name', 'registered_date', 'slug', 'include_slugs', 'email', 'url'],
    statuses: [
      ...commonStatuses,
      ...['request-pending', 'request-confirmed', 'request-failed', 'request-completed'],
      'any',
    ],
    template: text,
    who: { who: oneOf('authors') },
    extensions: {
      '/oembed/1.0/proxy': [
        get({
          url: needed(text),
          format: or(oneOf('json', 'xml'), 'json'),
          maxwidth: or(number, 600),
          maxheight: number,
          discover: or(flag, true),
        }),
      ],
      [forms]: [get(), post()],
      [`${forms}/(?P<id>\\d+)`]: [get(), write(), remove()],
      [`${forms}/(?P<id>\\d+)/feedback`]: [post()],
      [`${forms}/(?P<id>\\d+)/refill`]: [get()],
      '/cache/v1/toggle_crawler_state': [post()],
      '/cache/v1/tool/check_ip': [get()],
      '/cache/v1/ip_validate': [post()],
      '/cache/v1/token': [post(), get()],
      '/cache/v1/ping': [get()],
      '/cache/v1/apikey': [post()],
      '/cache/v1/cdn_status': [post()],
      '/cache/v1/notify_img': [post()],
      '/cache/v1/notify_ucss': [post()],
      '/cache/v1/notify_vpi': [post()],
      '/cache/v1/err_domains': [post()],
      '/cache/v1/check_img': [post()],
      '/popups/v1/analytics': [get({ event: needed(text), pid: needed(number) })],
    },
    namespaces: ['oembed/1.0', 'forms/v1', 'cache/v1', 'popups/v1', 'wp/v2'],
  },
  b: {
    postOrders: ['date', 'relevance', 'id', 'include', 'title', 'slug'],
    termOrders: ['id', 'include', 'name', 'slug', 'term_group', 'description', 'count'],
    userOrders: ['id', 'include', 'name', 'registered_date', 'slug', 'email', 'url'],
    statuses: [...commonStatuses, 'any'],
    template: oneOf(''),
    who: {},
    extensions: {},
    namespaces: ['oembed/1.0', 'wp/v2'],
  },
};

export const namespacesOf = (variant: 'a' | 'b'): readonly string[] => facts[variant].namespaces;

/** Everything a variant answers. */
export function contractOf(variant: 'a' | 'b'): Contract {
  const fact = facts[variant];
  const indexes = fact.namespaces.map((name) => [
    `/${name}`,
    [get({ namespace: { default: name }, context: { default: 'view' } })],
  ]);
  return {
    '/': [get({ context: { default: 'view' } })],
    ...Object.fromEntries(indexes),
    '/oembed/1.0/embed': [get({ url: { required: true }, format: { default: 'json' }, maxwidth: { default: 600 } })],
    ...fact.extensions,
    ...content('posts', postList(fact), postFields(fact)),
    ...content('pages', pageList(fact), pageFields(fact)),
    ...items('media', mediaList(fact), mediaFields(fact), { show: {}, remove: force }),
    ...items('categories', termList(fact, 'categories'), categoryFields, { show: {}, remove: force }),
    ...items('tags', termList(fact, 'tags'), tagFields, { show: {}, remove: force }),
    ...items('users', userList(fact), userFields, { show: {}, remove: leave }),
    '/wp/v2/users/me': [get({ context }), write(optional(userFields)), remove(leave)],
    ...items('comments', commentList, commentFields, {
      show: { password: text },
      remove: { ...force, password: text },
    }),
    '/wp/v2/types': [get({ context })],
    '/wp/v2/types/(?P<type>[\\w-]+)': [get({ type: text, context })],
    '/wp/v2/statuses': [get({ context })],
    '/wp/v2/statuses/(?P<status>[\\w-]+)': [get({ status: text, context })],
    '/wp/v2/taxonomies': [get({ context, type: text })],
    '/wp/v2/taxonomies/(?P<taxonomy>[\\w-]+)': [get({ taxonomy: text, context })],
    '/wp/v2/settings': [get(), write(settingFields)],
  };
}

const force: Arguments = { force: or(flag, false) };
const leave: Arguments = { ...force, reassign: needed(number) };

function items(
  base: string,
  list: Arguments,
  fields: Arguments,
  item: { readonly show: Arguments; readonly remove: Arguments },
): Contract {
  const id = { id: number };
  return {
    [`/wp/v2/${base}`]: [get(list), post(fields)],
    [`/wp/v2/${base}/(?P<id>[\\d]+)`]: [
      get({ ...id, context, ...item.show }),
      write({ ...id, ...optional(fields) }),
      remove({ ...id, ...item.remove }),
    ],
  };
}

function content(base: string, list: Arguments, fields: Arguments): Contract {
  const revisions = `/wp/v2/${base}/(?P<parent>[\\d]+)/revisions`;
  const parent = { parent: number };
  return {
    ...items(base, list, fields, { show: { password: text }, remove: force }),
    [revisions]: [get({ ...parent, context })],
    [`${revisions}/(?P<id>[\\d]+)`]: [
      get({ ...parent, id: number, context }),
      remove({ ...parent, id: number, ...force }),
    ],
  };
}

const paging: Arguments = { context, page: or(number, 1), per_page: or(number, 10), search: text };
const order = (direction: 'asc' | 'desc'): Argument => or(oneOf('asc', 'desc'), direction);
const statusList = (values: readonly string[], value: string): Argument => ({
  ...texts,
  choices: values,
  default: value,
});

const commonList = (fact: Facts): Arguments => ({
  ...paging,
  after: text,
  before: text,
  author: filterIds,
  author_exclude: filterIds,
  exclude: filterIds,
  include: filterIds,
  offset: number,
  order: order('desc'),
  orderby: or(oneOf(...fact.postOrders), 'date'),
  slug: texts,
  status: statusList(fact.statuses, 'publish'),
});

const postList = (fact: Facts): Arguments => ({
  ...commonList(fact),
  categories: filterIds,
  categories_exclude: filterIds,
  tags: filterIds,
  tags_exclude: filterIds,
  sticky: flag,
});

const pageList = (fact: Facts): Arguments => ({
  ...commonList(fact),
  menu_order: number,
  parent: filterIds,
  parent_exclude: filterIds,
  orderby: or(oneOf(...fact.postOrders, 'menu_order'), 'date'),
});

const mediaList = (fact: Facts): Arguments => ({
  ...commonList(fact),
  status: statusList(['inherit', 'private', 'trash'], 'inherit'),
  parent: filterIds,
  parent_exclude: filterIds,
  media_type: oneOf('image', 'video', 'text', 'application', 'audio'),
  mime_type: text,
});

const termList = (fact: Facts, base: 'categories' | 'tags'): Arguments => ({
  ...paging,
  exclude: filterIds,
  include: filterIds,
  ...(base === 'tags' ? { offset: number } : { parent: number }),
  order: order('asc'),
  orderby: or(oneOf(...fact.termOrders), 'name'),
  hide_empty: or(flag, false),
  post: number,
  slug: texts,
});

const userList = (fact: Facts): Arguments => ({
  ...paging,
  exclude: filterIds,
  include: filterIds,
  offset: number,
  order: order('asc'),
  orderby: or(oneOf(...fact.userOrders), 'name'),
  slug: texts,
  roles: texts,
  ...fact.who,
});

const commentList: Arguments = {
  ...paging,
  after: text,
  before: text,
  author: numbers,
  author_exclude: numbers,
  author_email: text,
  exclude: filterIds,
  include: filterIds,
  offset: number,
  order: order('desc'),
  orderby: or(oneOf('date', 'date_gmt', 'id', 'include', 'post', 'parent', 'type'), 'date_gmt'),
  parent: filterIds,
  parent_exclude: filterIds,
  post: filterIds,
  status: or(text, 'approve'),
  type: or(text, 'comment'),
  password: text,
};

const written = (fact: Facts): Arguments => ({
  date: text,
  date_gmt: text,
  slug: text,
  status: oneOf('publish', 'future', 'draft', 'pending', 'private'),
  title: thing,
  author: number,
  comment_status: openClosed,
  ping_status: openClosed,
  meta: thing,
  template: fact.template,
});

const worded = (fact: Facts): Arguments => ({
  ...written(fact),
  password: text,
  content: thing,
  excerpt: thing,
  featured_media: number,
});

const postFields = (fact: Facts): Arguments => ({
  ...worded(fact),
  format: oneOf('standard', 'aside', 'chat', 'gallery', 'link', 'image', 'quote', 'status', 'video', 'audio'),
  sticky: flag,
  categories: numbers,
  tags: numbers,
});

const pageFields = (fact: Facts): Arguments => ({ ...worded(fact), parent: number, menu_order: number });

const mediaFields = (fact: Facts): Arguments => ({
  ...written(fact),
  alt_text: text,
  caption: thing,
  description: thing,
  post: number,
});

const tagFields: Arguments = { name: needed(text), description: text, slug: text, meta: thing };
const categoryFields: Arguments = { ...tagFields, parent: number };

const userFields: Arguments = {
  username: needed(text),
  name: text,
  first_name: text,
  last_name: text,
  nickname: text,
  email: needed(text),
  url: text,
  description: text,
  locale: oneOf('', 'en_US'),
  slug: text,
  roles: texts,
  password: needed(text),
  meta: thing,
};

const commentFields: Arguments = {
  author: number,
  author_email: text,
  author_ip: text,
  author_name: text,
  author_url: text,
  author_user_agent: text,
  content: thing,
  date: text,
  date_gmt: text,
  parent: or(number, 0),
  post: or(number, 0),
  status: text,
  meta: thing,
};

const settingFields: Arguments = {
  title: text,
  description: text,
  url: text,
  email: text,
  timezone: text,
  date_format: text,
  time_format: text,
  start_of_week: number,
  language: text,
  use_smilies: flag,
  default_category: number,
  default_post_format: text,
  posts_per_page: number,
  default_ping_status: openClosed,
  default_comment_status: openClosed,
};
