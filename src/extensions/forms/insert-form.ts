import { insertOwnPost, type Site, type Store } from '../../extension.ts';
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
    const post = {
      type: formType,
      title: form.title,
      content: searchText(form.properties),
      authorId,
      defaultSlug: 'form',
    };
    const { id, slug } = await insertOwnPost(inside, post, { site, nowMs });
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
