import { everything, gmtAt, type Post, type Site, type Store, slugCandidate, slugify } from '../../extension.ts';
import { defaultProperties } from './model/default-form.ts';
import { type ContactForm, type FormProperties, searchText } from './model/form-properties.ts';

/** The kind of row forms are; they share their numbers with posts and show on no public route. */
export const FORM_TYPE = 'contact_form';
const META_KEY = '_platen_form';

/** What is kept beside the row. */
interface StoredForm {
  readonly locale: string;
  readonly properties: FormProperties;
}

/** Which forms, in which order. */
export interface FormQuery {
  readonly words: readonly string[];
  readonly orderBy: 'id' | 'title' | 'date' | 'modified' | 'slug';
  readonly direction: 'asc' | 'desc';
  readonly limit: number;
  readonly offset: number;
}

/** The form with this number, or null when there is none or the number is another kind of row's. */
export async function findForm(store: Store, id: number, site: Site): Promise<ContactForm | null> {
  const post = await store.posts.byId(id);
  if (post?.type !== FORM_TYPE || post.status !== 'publish') return null;
  return (await withProperties(store, [post], site))[0] ?? null;
}

/** Forms that match. */
export async function listForms(store: Store, query: FormQuery, site: Site): Promise<readonly ContactForm[]> {
  const posts = await store.posts.find(
    {
      types: [FORM_TYPE],
      statuses: ['publish'],
      sight: everything,
      ...(query.words.length > 0 ? { search: query.words } : {}),
    },
    { by: query.orderBy, direction: query.direction },
    { limit: query.limit, offset: query.offset },
  );
  return withProperties(store, posts, site);
}

/** Stores a new form; the answer is the form with the number and slug it got. */
export function insertForm(
  store: Store,
  form: Omit<ContactForm, 'id' | 'slug'>,
  authorId: number,
  site: Site,
  nowMs: number,
): Promise<ContactForm> {
  return store.transaction(async (inside) => {
    const now = gmtAt(nowMs);
    const slug = await freeSlug(inside, form.title);
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
    await inside.posts.update(id, { guid: `${site.url}/?post_type=${FORM_TYPE}&p=${id}` });
    await writeProperties(inside, id, form);
    return { ...form, id, slug };
  });
}

/** The form a new site starts with. */
export async function addFirstForm(
  store: Store,
  { site, authorId, nowMs }: { site: Site; authorId: number; nowMs: number },
): Promise<void> {
  const form = { title: 'Contact form 1', locale: site.language, properties: newProperties(site) };
  await insertForm(store, form, authorId, site, nowMs);
}

/** Writes a changed form; its slug stays what it was. */
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

/** Removes a form for good; what people sent through it stays in the inbox. */
export const removeForm = (store: Store, id: number): Promise<void> => store.posts.remove(id);

async function writeProperties(store: Store, id: number, { locale, properties }: StoredForm): Promise<void> {
  await store.meta.set('post', id, META_KEY, [JSON.stringify({ locale, properties } satisfies StoredForm)]);
}

async function withProperties(store: Store, posts: readonly Post[], site: Site): Promise<readonly ContactForm[]> {
  const meta = await store.meta.of(
    'post',
    posts.map((post) => post.id),
    [META_KEY],
  );
  return posts.map((post) => {
    const stored = meta.get(post.id)?.[0]?.value;
    const { locale, properties } = stored
      ? (JSON.parse(stored) as StoredForm)
      : { locale: '', properties: newProperties(site) };
    return { id: post.id, slug: post.slug, title: post.title, locale, properties };
  });
}

/** What a form nobody has written anything for starts with on this site. */
export function newProperties(site: Site): FormProperties {
  return defaultProperties({ adminEmail: site.adminEmail, host: new URL(site.url).hostname });
}

async function freeSlug(store: Store, title: string): Promise<string> {
  const wanted = slugify(title, { slash: 'dash' }) || 'form';
  for (let n = 1; ; n++) {
    const slug = slugCandidate(wanted, n);
    if (!(await store.posts.slugTaken(slug, { types: [FORM_TYPE], exceptId: 0 }))) return slug;
  }
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
  type: FORM_TYPE,
  mimeType: '',
} as const satisfies Partial<Post>;
