import { authorLink, termLink } from '../../rules/permalinks.ts';
import { offsetDate, type Zone } from '../../rules/zone.ts';
import type { Post, User } from '../../storage/rows.ts';
import { escapeHtml } from '../../text/entities.ts';
import { localDate } from '../../text/local-date.ts';
import type { MediaImage } from '../../text/render/image-tag.ts';
import { type ContentNeed, type ContentSubject, loadContent, metaText } from '../../wp/posts/content-subject.ts';
import { contentView } from '../../wp/posts/content-view.ts';
import { thumbnailKey } from '../../wp/posts/operations/post-relations.ts';
import { ancestorsOf, loadAncestors } from '../../wp/terms/term-lookup.ts';
import { raw } from '../theme/html.ts';
import type { AuthorModel, DateModel, EntrySummary, LinkModel } from '../theme/page-model.ts';
import { filled, type Words } from '../theme/words.ts';
import { plainOf } from './html-to-text.ts';
import { showingInnerAddresses } from './inner-addresses.ts';
import type { PageWork } from './page-context.ts';
import { loadAvatars, loadPictures, pictureOf } from './pictures.ts';
import { pageLinks } from './visible-posts.ts';

type Work = Pick<PageWork, 'call' | 'core' | 'words'>;

/** A row with everything that was loaded for it. */
export interface LoadedEntry {
  readonly subject: ContentSubject;
  readonly summary: EntrySummary;
  readonly image: MediaImage | null;
}

const needs = ['terms', 'meta', 'sticky', 'text'] as const;

/** Loads what pages show of rows, in their order; the number of queries does not depend on how many there are. */
export async function loadEntries(
  work: Work,
  posts: readonly Post[],
  more: readonly 'seo'[] = [],
): Promise<LoadedEntry[]> {
  const subjects = await loadSubjects(work, posts, new Set([...needs, ...more]));
  const imageOf = (subject: ContentSubject) =>
    subject.post.type === 'attachment' ? subject.post.id : Number(metaText(subject, thumbnailKey)) || 0;
  const [links, authors, terms, images] = await Promise.all([
    pageLinks(work, posts),
    loadAuthors(work, posts),
    loadTermLinks(work, subjects),
    loadPictures(work, subjects.map(imageOf)),
  ]);
  return Promise.all(
    subjects.map(async (subject) => {
      const image = images.get(imageOf(subject)) ?? null;
      const facts = {
        link: links.get(subject.post.id) ?? '',
        author: authors.get(subject.post.authorId),
        terms,
        image,
      };
      return { subject, image, summary: await summaryOf(work, subject, facts) };
    }),
  );
}

async function loadSubjects(
  work: Work,
  posts: readonly Post[],
  needed: ReadonlySet<ContentNeed>,
): Promise<ContentSubject[]> {
  const found = new Map<number, ContentSubject>();
  for (const kind of work.core.kinds) {
    const own = posts.filter((post) => post.type === kind.type.name);
    if (own.length === 0) continue;
    const view = showingInnerAddresses(contentView(kind, work.core.display));
    for (const subject of await loadContent(view, own, needed, work.call)) found.set(subject.post.id, subject);
  }
  return posts.flatMap((post) => found.get(post.id) ?? []);
}

interface EntryFacts {
  readonly link: string;
  readonly author: AuthorModel | undefined;
  readonly terms: TermLinks;
  readonly image: MediaImage | null;
}

async function summaryOf(
  { core, call, words }: Work,
  subject: ContentSubject,
  facts: EntryFacts,
): Promise<EntrySummary> {
  const { post, isUnlocked, text } = subject;
  const { render } = core.display;
  const { site } = call;
  const title = await render.title(markedTitle(post, words), text);
  const excerpt = isUnlocked
    ? await (post.excerpt === '' ? render.madeExcerpt(post.content, text) : render.excerpt(post.excerpt, text))
    : `<p>${escapeHtml(words.protectedExcerpt)}</p>`;
  const style = { pattern: site.dateFormat, language: site.language, zone: site.zone };
  return {
    id: post.id,
    type: post.type,
    url: facts.link,
    title: raw(title),
    plainTitle: plainOf(title),
    excerpt: raw(excerpt),
    date: dateModel(post.date, post.dateGmt, style),
    modified: dateModel(post.modified, post.modifiedGmt, style),
    author: facts.author ?? null,
    categories: facts.terms.of(subject, 'category'),
    tags: facts.terms.of(subject, 'post_tag'),
    picture: facts.image && isUnlocked ? pictureOf(facts.image) : null,
    isSticky: subject.isSticky,
    isProtected: post.password !== '',
    commentCount: isUnlocked ? post.commentCount : 0,
  };
}

/** A title that says where only some can read the text. */
function markedTitle({ status, password, title }: Post, words: Words): string {
  const shown = title || words.noTitle;
  if (password !== '') return filled(words.protectedTitle, { title: shown });
  return status === 'private' ? filled(words.privateTitle, { title: shown }) : shown;
}

/** The authors of rows, by id. */
export async function loadAuthors(
  { call }: Pick<PageWork, 'call'>,
  posts: readonly Post[],
): Promise<Map<number, AuthorModel>> {
  const ids = [...new Set(posts.map((post) => post.authorId))].filter((id) => id > 0);
  if (ids.length === 0) return new Map();
  const [users, meta, avatars] = await Promise.all([
    call.store.users.byIds(ids),
    call.store.meta.of('user', ids, ['description']),
    loadAvatars(call),
  ]);
  const about = (user: User) => meta.get(user.id)?.[0]?.value ?? '';
  return new Map(
    users.map((user) => {
      const label = plainOf(user.displayName);
      const avatar = avatars({ name: label, email: user.email });
      return [user.id, { label, url: authorLink(call.site, user), avatar, about: plainOf(about(user)) }];
    }),
  );
}

/** The links of the terms of loaded rows. */
export interface TermLinks {
  of(subject: ContentSubject, taxonomy: string): LinkModel[];
}

/** Loads what the links of hierarchical terms need, for all rows at once. */
export async function loadTermLinks(
  { call }: Pick<PageWork, 'call'>,
  subjects: readonly ContentSubject[],
): Promise<TermLinks> {
  const { store, site } = call;
  const held = subjects.flatMap((subject) => subject.terms.filter((term) => term.taxonomy === 'category'));
  const ids = [...new Set(held.map((term) => term.id))];
  const categories = ids.length > 0 ? await store.terms.byIds(ids, 'category') : [];
  const known = await loadAncestors(store, 'category', categories);
  const byId = new Map(categories.map((term) => [term.id, term]));
  return {
    of: ({ terms }, taxonomy) =>
      terms
        .filter((term) => term.taxonomy === taxonomy)
        .map((term) => {
          const category = byId.get(term.id);
          const above = taxonomy === 'category' && category ? ancestorsOf(category, known) : [];
          return {
            label: plainOf(term.name),
            url: termLink(
              site,
              term,
              above.map(({ slug }) => slug),
            ),
          };
        }),
  };
}

interface DateStyle {
  readonly pattern: string;
  readonly language: string;
  readonly zone: Pick<Zone, 'toGmt'>;
}

/** A stored date for readers and for programs, which also get its offset from GMT. */
export function dateModel(local: string, gmt: string, { pattern, language, zone }: DateStyle): DateModel {
  return { iso: offsetDate(local, gmt, zone), text: localDate(local, pattern, language) };
}
