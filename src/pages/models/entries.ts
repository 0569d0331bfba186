import type { Post } from '../../storage/rows.ts';
import { escapeHtml } from '../../text/formats/escape-html.ts';
import type { MediaImage } from '../../text/media-image.ts';
import { raw } from '../../theme/html.ts';
import type { AuthorModel, EntrySummary } from '../../theme/page-model.ts';
import type { Words } from '../../theme/words/english.ts';
import { filled } from '../../theme/words/words-in.ts';
import { type ContentSubject, loadContent, metaText } from '../../wp/posts/content-subject.ts';
import { contentView } from '../../wp/posts/content-view.ts';
import { thumbnailKey } from '../../wp/posts/operations/post-relations.ts';
import type { PageWork } from '../page-context.ts';
import { pageLinks } from '../targets/visible-posts.ts';
import { loadAuthors } from './authors.ts';
import { dateModel } from './format-date.ts';
import { loadPictures, pictureOf } from './pictures.ts';
import { plainOf } from './plain.ts';
import { loadTermLinks, type TermLinks } from './term-links.ts';

type Work = Pick<PageWork, 'call' | 'core' | 'words'>;

/** A row with everything that was loaded for it. */
export interface LoadedEntry {
  readonly subject: ContentSubject;
  readonly summary: EntrySummary;
  readonly image: MediaImage | null;
}

const needs = new Set(['terms', 'meta', 'sticky', 'text'] as const);

/** Loads what pages show of rows, in their order; the number of queries does not depend on how many there are. */
export async function loadEntries(work: Work, posts: readonly Post[]): Promise<LoadedEntry[]> {
  const subjects = await loadSubjects(work, posts);
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

async function loadSubjects(work: Work, posts: readonly Post[]): Promise<ContentSubject[]> {
  const found = new Map<number, ContentSubject>();
  for (const kind of work.core.kinds) {
    const own = posts.filter((post) => post.type === kind.type.name);
    if (own.length === 0) continue;
    const view = contentView(kind, work.core.display);
    for (const subject of await loadContent(view, own, needs, work.call)) found.set(subject.post.id, subject);
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
