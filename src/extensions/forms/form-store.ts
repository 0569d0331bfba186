import { everything, gmtAt, type Post, type Site, type Store } from '../../extension.ts';
import { defaultProperties } from './model/default-form.ts';
import { type ContactForm, type FormProperties, searchText } from './model/form-properties.ts';

/** The post type of forms; they share ids with posts and are not shown by any public route. */
export const formType = 'contact_form';
const metaKey = '_platen_form';

/** The data that is stored beside the row. */
interface StoredForm {
  readonly locale: string;
  readonly properties: FormProperties;
}

/** The filter and order of a list of forms. */
export interface FormQuery {
  readonly words: readonly string[];
  readonly orderBy: 'id' | 'title' | 'date' | 'modified' | 'slug';
  readonly direction: 'asc' | 'desc';
  readonly limit: number;
  readonly offset: number;
}

/** The form with this id, or null when there is none or the row has another type. */
export async function findForm(store: Store, id: number, site: Site): Promise<ContactForm | null> {
  const post = await store.posts.byId(id);
  if (post?.type !== formType || post.status !== 'publish') return null;
  return (await withProperties(store, [post], site))[0] ?? null;
}

/** Forms that match. */
export async function listForms(store: Store, query: FormQuery, site: Site): Promise<readonly ContactForm[]> {
  const posts = await store.posts.find(
    {
      types: [formType],
      statuses: ['publish'],
      visibility: everything,
      ...(query.words.length > 0 ? { search: query.words } : {}),
    },
    { by: query.orderBy, direction: query.direction },
    { limit: query.limit, offset: query.offset },
  );
  return withProperties(store, posts, site);
}

/** Updates a form; its slug does not change. */
export function updateForm(store: Store, form: ContactForm, site: Site, nowMs: number): Promise<void> {
  return store.transaction(async (inside) => {
    const now = gmtAt(nowMs);
    await inside.posts.update(form.id, {
      title: form.title,
      content: searchText(form.properties),
      modified: site.zone.toLocal(now),
      modifiedGmt: now,
    });
    await writeProperties(inside, form.id, form);
  });
}

/** Deletes a form permanently; its messages stay in the inbox. */
export const removeForm = (store: Store, id: number): Promise<void> => store.posts.remove(id);

/** Writes the data that is stored beside the row of a form. */
export async function writeProperties(store: Store, id: number, { locale, properties }: StoredForm): Promise<void> {
  await store.meta.set('post', id, metaKey, [JSON.stringify({ locale, properties } satisfies StoredForm)]);
}

async function withProperties(store: Store, posts: readonly Post[], site: Site): Promise<readonly ContactForm[]> {
  const meta = await store.meta.of(
    'post',
    posts.map((post) => post.id),
    [metaKey],
  );
  return posts.map((post) => {
    const stored = meta.get(post.id)?.[0]?.value;
    const { locale, properties } = stored
      ? // Only writeProperties writes under this key.
        (JSON.parse(stored) as StoredForm)
      : { locale: '', properties: newProperties(site) };
    return { id: post.id, slug: post.slug, title: post.title, locale, properties };
  });
}

/** The default properties of a new form on this site. */
export function newProperties(site: Site): FormProperties {
  return defaultProperties({ adminEmail: site.adminEmail, host: new URL(site.url).hostname });
}
