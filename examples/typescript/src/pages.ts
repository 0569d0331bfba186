import type { Comment, Entry, Picture, Place } from 'platen/content';
import { content, editorUrl } from './content.ts';
import { type Html, html, rendered } from './html.ts';
import { headOf, type PageParts, unlisted } from './layout.ts';

/** The page of an entry. `said` is what came of a comment. */
export async function entryPage(path: string, entry: Entry, said = ''): Promise<PageParts> {
  const comments = entry.type === 'post' ? await commentsOf(entry, said) : null;
  const head = await headOf(path, entry.title, entry.excerpt);
  return { head, main: html`${await entryView(entry)}${comments}` };
}

/** A post or page in full; marks lead from a preview to the fields of the editor. */
export async function entryView(entry: Entry): Promise<Html> {
  const { language } = await content.site();
  const isPost = entry.type === 'post';
  const hasForm = entry.content.includes('data-cform-embed');
  return html`<article class="entry">
<header class="lead">
${isPost && html`<p class="facts">${entry.categories.map(linkTo)}${time(entry.date, language)}</p>`}
<h1 data-platen-field="title">${rendered(entry.title)}</h1>
${isPost && entry.author && html`<p class="author">By ${linkTo(entry.author)}</p>`}
</header>
${entry.picture && html`<figure class="wide" data-platen-field="featured_media">${picture(entry.picture, '(min-width: 64rem) 60rem, 100vw', true)}</figure>`}
${hasForm && html`<link rel="stylesheet" href="${editorUrl}/embed/forms.css">`}
<div class="text" data-platen-field="content">${rendered(entry.content)}</div>
${entry.tags.length > 0 && html`<ul class="tags" aria-label="Tags">${entry.tags.map((tag) => html`<li>${linkTo(tag)}</li>`)}</ul>`}
</article>`;
}

/** A page of a list; null for one after the last. */
export async function listPage(path: string, place: Extract<Place, { kind: 'list' }>): Promise<PageParts | null> {
  const { title, description, base, query, page } = place;
  const [list, site] = await Promise.all([content.entries(base, { ...query, page }), content.site()]);
  if (list.entries.length === 0 && page > 1) return null;
  const isFront = place.path === '/' && page === 1;
  const about = description || (isFront ? site.tagline : '');
  const main = html`<header class="lead${isFront && ' front'}">
<h1>${title || (isFront ? site.title : 'Posts')}</h1>
${about !== '' && html`<p>${about}</p>`}
</header>
${list.entries.length === 0 && html`<p class="note">Nothing has been published here yet.</p>`}
<div class="cards${isFront && ' front'}">${list.entries.map((entry, i) => card(entry, site.language, i === 0))}</div>
${pages(place.path, page, list.pages)}`;
  return { head: await headOf(path, title), main };
}

function card(entry: Entry, language: string, isFirst: boolean): Html {
  const shown = entry.picture && picture(entry.picture, '(min-width: 48rem) 34rem, 100vw', isFirst);
  return html`<article class="card">
${shown && html`<a class="picture" href="${entry.path}" tabindex="-1" aria-hidden="true">${shown}</a>`}
<p class="facts">${entry.categories.slice(0, 1).map(linkTo)}${time(entry.date, language)}</p>
<h2><a href="${entry.path}">${rendered(entry.title)}</a></h2>
<div class="excerpt">${rendered(entry.excerpt)}</div>
</article>`;
}

function pages(path: string, page: number, all: number): Html | null {
  if (all < 2) return null;
  const address = (number: number): string => (number === 1 ? path : `${path}page/${number}/`);
  return html`<nav class="pages" aria-label="Pages">
${page > 1 ? html`<a rel="prev" href="${address(page - 1)}">← Newer</a>` : html`<span></span>`}
<span>Page ${page} of ${all}</span>
${page < all ? html`<a rel="next" href="${address(page + 1)}">Older →</a>` : html`<span></span>`}
</nav>`;
}

export async function searchPage(words: string): Promise<PageParts> {
  const { found, total } = await content.search(words);
  const main = html`<header class="lead"><h1>Search</h1>${searchForm(words)}
${words !== '' && html`<p role="status">${total === 1 ? '1 result' : `${total} results`}</p>`}
</header>
<div class="cards list">${found.map(
    ({ path, title, snippet }) => html`<article class="card">
<h2><a href="${path}">${rendered(title)}</a></h2><div class="excerpt">${rendered(snippet)}</div>
</article>`,
  )}</div>`;
  return { head: unlisted(words === '' ? 'Search' : `Search: ${words}`), main };
}

const searchForm = (words: string): Html => html`<form class="form line" action="/search/">
<label><span class="hidden">Words</span><input name="q" type="search" value="${words}" required></label>
<button type="submit">Search</button>
</form>`;

export const missingPage = (): PageParts => ({
  head: unlisted('Not found'),
  main: html`<header class="lead"><h1>There is nothing here</h1>
<p>The address may be old or misspelt. <a href="/">Go to the front page</a>, or search for it:</p>
${searchForm('')}</header>`,
});

async function commentsOf(entry: Entry, said: string): Promise<Html | null> {
  const [comments, { language }] = await Promise.all([content.comments(entry), content.site()]);
  if (comments.length === 0 && !entry.hasComments) return null;
  return html`<section class="comments" id="comments" aria-labelledby="comments-title">
<h2 id="comments-title">Comments${comments.length > 0 && ` (${comments.length})`}</h2>
${thread(comments, 0, language)}
${said !== '' && html`<p role="status">${said}</p>`}
${entry.hasComments && commentForm(entry)}
</section>`;
}

function thread(comments: readonly Comment[], parent: number, language: string): Html | null {
  const known = new Set(comments.map(({ id }) => id));
  // An answer to what is not shown stands by itself.
  const own = comments.filter((one) => (known.has(one.parent) ? one.parent : 0) === parent);
  if (own.length === 0) return null;
  return html`<ol>${own.map(
    (one) => html`<li id="comment-${one.id}">
<p class="facts"><strong>${one.author}</strong>${time(one.date, language)}</p>
<div>${rendered(one.text)}</div>${thread(comments, one.id, language)}</li>`,
  )}</ol>`;
}

const commentForm = ({ id, path }: Entry): Html => html`<form class="form" action="/api/comments/" method="post">
<h3>Write a comment</h3>
<input type="hidden" name="post" value="${id}"><input type="hidden" name="path" value="${path}">
<div class="pair">
<label>Name <input name="name" autocomplete="name" required maxlength="200"></label>
<label>E-mail, which is not shown <input name="email" type="email" autocomplete="email" required maxlength="100"></label>
</div>
<label>Comment <textarea name="text" rows="5" required maxlength="10000"></textarea></label>
<button type="submit">Send</button>
</form>`;

/** A picture in the size that the screen needs; its place is reserved before it is there. */
function picture({ src, srcset, width, height, alt }: Picture, sizes: string, isFirst: boolean): Html {
  const more = srcset === '' ? '' : html` srcset="${srcset}" sizes="${sizes}"`;
  const when = isFirst ? html` fetchpriority="high"` : html` loading="lazy" decoding="async"`;
  return html`<img src="${src}"${more} width="${width}" height="${height}" alt="${alt}"${when}>`;
}

const linkTo = ({ name, path }: { readonly name: string; readonly path: string }): Html =>
  html`<a href="${path}">${name}</a>`;

function time(date: string, language: string): Html | null {
  if (date === '') return null;
  const shown = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(date));
  return html`<time datetime="${date}">${shown}</time>`;
}
