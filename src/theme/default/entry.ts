import { type Html, html, noHtml } from '../html.ts';
import type { EntryModel, PasswordModel } from '../page-model.ts';
import type { Words } from '../words/english.ts';
import { commentSection } from './comment-list.ts';
import { avatarTag, byLine, pagingNav, pictureTag, termList } from './pieces.ts';

export function postPage(page: EntryModel): Html {
  const { entry } = page;
  return html`<article class="entry">
<header class="page-head">
${note(page)}${entry.categories.length > 0 && html`<p class="kicker">${entry.categories.map(({ label, url }) => html`<a rel="category" href="${url}">${label}</a>`)}</p>`}
<h1>${entry.title}</h1>
${byLine(entry, false)}
</header>
${leadPicture(page)}${body(page)}
<footer class="entry-foot">
${termList(page.words.tags, entry.tags)}${author(page)}
</footer>
</article>
${neighbours(page)}${commentSection(page.comments, page)}`;
}

export function pagePage(page: EntryModel): Html {
  return html`<article class="entry">
<header class="page-head">
${note(page)}${above(page)}
<h1>${page.entry.title}</h1>
</header>
${leadPicture(page)}${body(page)}
</article>
${commentSection(page.comments, page)}`;
}

export function attachmentPage(page: EntryModel): Html {
  return html`<article class="entry">
<header class="page-head">
${note(page)}${above(page)}
<h1>${page.entry.title}</h1>
${byLine(page.entry, false)}
</header>
${body(page)}
</article>
${commentSection(page.comments, page)}`;
}

const note = ({ note: text }: EntryModel): Html => (text ? html`<p class="note" role="note">${text}</p>\n` : noHtml);

function above({ above: links, words }: EntryModel): Html {
  if (links.length === 0) return noHtml;
  return html`<nav class="above" aria-label="${words.above}"><ol>${links.map(({ label, url }) => html`<li><a href="${url}">${label}</a></li>`)}</ol></nav>`;
}

function leadPicture({ entry, parts }: EntryModel): Html {
  if (!entry.picture || parts.page > 1) return noHtml;
  return html`<figure class="lead">${pictureTag(entry.picture, { sizes: '(min-width: 70rem) 66rem, 100vw', isFirst: true })}</figure>\n`;
}

function body({ content, password, parts, words }: EntryModel): Html {
  if (password) return passwordForm(password, words);
  return html`<div class="content">
${content}
</div>
${pagingNav(parts, { label: words.parts, before: words.previous, after: words.next, words })}`;
}

function passwordForm({ action, hidden, wasWrong }: PasswordModel, words: Words): Html {
  return html`<form class="panel" method="post" action="${action}">
${hidden.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
<p id="password-hint">${words.passwordHint}</p>
${wasWrong && html`<p class="error" role="alert">${words.passwordWrong}</p>`}
<label for="post-password">${words.password}</label>
<div class="row"><input type="password" id="post-password" name="post_password" autocomplete="off" required aria-describedby="password-hint"><button>${words.readText}</button></div>
</form>`;
}

function author({ entry: { author: one }, words }: EntryModel): Html {
  if (!one?.about) return noHtml;
  return html`<aside class="author" aria-label="${words.aboutAuthor}">${one.avatar && avatarTag(one.avatar, 64)}<div><p><a rel="author" href="${one.url}">${one.label}</a></p><p>${one.about}</p></div></aside>`;
}

function neighbours({ previous, next, words }: EntryModel): Html {
  if (!previous && !next) return noHtml;
  return html`<nav class="neighbours" aria-label="${words.morePosts}">
${previous && html`<a rel="prev" href="${previous.url}"><span>${words.earlierPost}</span> ${previous.label}</a>`}
${next && html`<a rel="next" href="${next.url}"><span>${words.laterPost}</span> ${next.label}</a>`}
</nav>
`;
}
