import { escapeHtml } from '../../../extension.ts';
import { element } from '../markup/html.ts';

/** The content of a page about a submission. */
export interface FeedbackPage {
  readonly message: string;
  readonly problems: readonly {
    readonly problem: { readonly tag: { readonly name: string } };
    readonly message: string;
  }[];
  readonly locale: string;
  readonly siteUrl: string;
  readonly siteTitle: string;
}

/**
 * The response for a browser without scripts. It links only to the site's own front page, never to a URL from the
 * request.
 */
export function feedbackPage({ message, problems, locale, siteUrl, siteTitle }: FeedbackPage): string {
  const items = problems.map(({ problem, message: text }) =>
    element('li', {}, escapeHtml(`${problem.tag.name}: ${text}`)),
  );
  return `<!doctype html>
<html lang="${escapeHtml((locale || 'en').replaceAll('_', '-'))}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(message)}</title>
</head>
<body>
<main>
<p role="status">${escapeHtml(message)}</p>
${items.length > 0 ? element('ul', {}, items.join('')) : ''}
<p><a href="${escapeHtml(siteUrl)}/">${escapeHtml(siteTitle)}</a></p>
</main>
</body>
</html>
`;
}
