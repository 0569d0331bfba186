import { type Html, html } from '../html.ts';
import type { MessageModel, PageModel } from '../page-model.ts';
import { commentSection } from './comment-list.ts';
import { searchForm } from './pieces.ts';

export function notFoundPage(page: PageModel): Html {
  const { words } = page;
  return html`<header class="page-head">
<h1>${words.notFound}</h1>
<p class="lede">${words.notFoundHint}</p>
${searchForm(page, 'main')}
<p><a href="${page.site.url}">${words.toFront}</a></p>
</header>`;
}

export function messagePage(page: MessageModel): Html {
  return html`<header class="page-head">
<h1>${page.heading}</h1>
<p class="lede" role="alert">${page.message}</p>
${page.back && html`<p><a href="${page.back.url}">${page.back.label}</a></p>`}
</header>
${page.comments && commentSection(page.comments, page)}`;
}
