import { type Html, html } from '../html.ts';
import type { MessageModel, PageModel } from '../page-model.ts';
import { commentSection } from './comment-list.ts';
import { searchForm } from './pieces.ts';

export function notFoundPage(page: PageModel): Html {
  return html`<header class="page-head">
<h1>Page not found</h1>
<p class="lede">There is nothing at this address. It may have moved: a search may find it.</p>
${searchForm(page.site.search, 'main')}
<p><a href="${page.site.url}">Go to the front page</a></p>
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
