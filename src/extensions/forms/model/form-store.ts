import { everything, gmtAt, insertOwnPost, type Post, type Site, type Store } from '../../../extension.ts';
import { type ContactForm, type FormProperties, type MailTemplate, searchText } from './form-properties.ts';

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

/** What a new form needs to know about its site. */
export interface DefaultFormSite {
  readonly adminEmail: string;
  /** Host name of the site. */
  readonly host: string;
}

/** The default properties of a form. */
export function defaultProperties(site: DefaultFormSite): FormProperties {
  const sender = `[_site_title] <${senderAddress(site)}>`;
  const signature = '-- \nSent through a form on [_site_title] ([_site_url])';
  const common = {
    subject: '[_site_title]: "[your-subject]"',
    sender,
    attachments: '',
    useHtml: 0,
    excludeBlank: 0,
  } as const;
  const mail: MailTemplate = {
    ...common,
    active: true,
    recipient: site.adminEmail,
    body: `From: [your-name] <[your-email]>\nSubject: [your-subject]\n\n[your-message]\n\n${signature}`,
    additionalHeaders: 'Reply-To: [your-email]',
  };
  const mail2: MailTemplate = {
    ...common,
    active: false,
    recipient: '[your-email]',
    body: `[your-message]\n\n${signature}`,
    additionalHeaders: `Reply-To: ${site.adminEmail}`,
  };
  return { form: defaultTemplate, mail, mail2, messages: {}, additionalSettings: null };
}

const defaultTemplate = `<label>Your name
[text* your-name autocomplete:name]</label>

<label>Your e-mail address
[email* your-email autocomplete:email]</label>

<label>Subject
[text* your-subject]</label>

<label>Your message (optional)
[textarea your-message]</label>

[submit "Send"]`;

/** Mail servers reject senders of other domains, so the administrator's address is used only within the site's own. */
function senderAddress({ adminEmail, host }: DefaultFormSite): string {
  const home = host.toLowerCase().replace(/^www\./, '');
  const domain = adminEmail.slice(adminEmail.lastIndexOf('@') + 1).toLowerCase();
  return domain === home || isLocal(home) ? adminEmail : `no-reply@${home}`;
}

const isLocal = (host: string) => host === 'localhost' || host.endsWith('.localhost') || /^[\d.]+$|:/.test(host);
