import type { PageEdit, PostEdit } from '../../api/interface.ts';

/** What the editor changes, in the form in which it is sent. Pages and posts have most of it in common. */
export interface EditorFields {
  readonly title: string;
  readonly content: string;
  readonly excerpt: string;
  readonly slug: string;
  readonly status: 'publish' | 'future' | 'draft' | 'pending' | 'private';
  /** Local time of the site, without a zone; empty for the moment of publishing. */
  readonly date: string;
  readonly password: string;
  readonly featured_media: number;
  readonly comment_status: 'open' | 'closed';
  readonly ping_status: 'open' | 'closed';
  readonly author: number;
  readonly template: string;
  readonly sticky: boolean;
  readonly format: PostEdit['format'];
  readonly categories: readonly number[];
  readonly tags: readonly number[];
  readonly parent: number;
  readonly menu_order: number;
}

export const newFields: EditorFields = {
  title: '',
  content: '',
  excerpt: '',
  slug: '',
  status: 'draft',
  date: '',
  password: '',
  featured_media: 0,
  comment_status: 'open',
  ping_status: 'open',
  author: 0,
  template: '',
  sticky: false,
  format: 'standard',
  categories: [],
  tags: [],
  parent: 0,
  menu_order: 0,
};

const statuses: readonly EditorFields['status'][] = ['publish', 'future', 'draft', 'pending', 'private'];

export function fieldsOf(item: PostEdit | PageEdit): EditorFields {
  const { status, date, categories, tags, sticky, format, parent, menu_order } = {
    ...newFields,
    ...item,
  };
  return {
    title: item.title.raw,
    content: item.content.raw,
    excerpt: item.excerpt.raw,
    slug: item.slug,
    status: statuses.find((one) => one === status) ?? 'draft',
    date: date ?? '',
    password: item.password,
    featured_media: item.featured_media,
    comment_status: item.comment_status,
    ping_status: item.ping_status,
    author: item.author,
    template: item.template,
    sticky,
    format,
    categories,
    tags,
    parent,
    menu_order,
  };
}

/** What differs: only that is sent, so that nothing else can be changed by accident. */
export function changesOf(fields: EditorFields, base: EditorFields): Partial<EditorFields> {
  const names = Object.keys(fields) as (keyof EditorFields)[];
  const changed = names.filter((name) => JSON.stringify(fields[name]) !== JSON.stringify(base[name]));
  return Object.fromEntries(changed.map((name) => [name, fields[name]]));
}
