import { freeSlug, gmtAt, type Post, type Site, type Store, slugify } from '../../extension.ts';
import { formType, newProperties, writeProperties } from './form-store.ts';
import { type ContactForm, searchText } from './model/form-properties.ts';

/** Stores a new form; returns it with its new id and slug. */
export function insertForm(
  store: Store,
  form: Omit<ContactForm, 'id' | 'slug'>,
  authorId: number,
  site: Site,
  nowMs: number,
): Promise<ContactForm> {
  return store.transaction(async (inside) => {
    const now = gmtAt(nowMs);
    const slug = await formSlug(inside, form.title);
    const id = await inside.posts.insert({
      ...blankPost,
      authorId,
      slug,
      title: form.title,
      content: searchText(form.properties),
      date: site.zone.toLocal(now),
      dateGmt: now,
      modified: site.zone.toLocal(now),
      modifiedGmt: now,
    });
    await inside.posts.update(id, { guid: `${site.url}/?post_type=${formType}&p=${id}` });
    await writeProperties(inside, id, form);
    return { ...form, id, slug };
  });
}

/** The form that a new site starts with. */
export async function addFirstForm(
  store: Store,
  { site, authorId, nowMs }: { site: Site; authorId: number; nowMs: number },
): Promise<void> {
  const form = { title: 'Contact form 1', locale: site.locale, properties: newProperties(site) };
  await insertForm(store, form, authorId, site, nowMs);
}

function formSlug(store: Store, title: string): Promise<string> {
  const among = { types: [formType], exceptId: 0 };
  return freeSlug(
    slugify(title, { slash: 'dash' }) || 'form',
    async (slug) => !(await store.posts.slugTaken(slug, among)),
  );
}

const blankPost = {
  status: 'publish',
  excerpt: '',
  commentStatus: 'closed',
  pingStatus: 'closed',
  password: '',
  parentId: 0,
  guid: '',
  menuOrder: 0,
  type: formType,
  mimeType: '',
} as const satisfies Partial<Post>;
