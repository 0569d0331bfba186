import { attributes, element, escapeHtml } from './render/html.ts';

/**
 * `[contact-form id="12"]` in a text becomes the place that the script fills with the form; without scripts a link
 * leads to a page with the form alone. Rendering a text asks no database, so the form itself comes later.
 */
export function contactFormCode(
  given: Readonly<Record<string, string>>,
  _body?: string,
  context?: { readonly postId: number },
): string {
  const id = /^\d{1,15}$/.test(given['id'] ?? '') ? given['id'] : undefined;
  if (id === undefined) return element('p', { role: 'note' }, 'This form is no longer here.');
  const place = attributes({
    'data-cform-embed': id,
    'data-post': context?.postId || undefined,
    'data-html-id': given['html_id'],
    'data-html-name': given['html_name'],
    'data-html-class': given['html_class'],
  });
  const link = element('a', { href: `/embed/forms/${id}` }, escapeHtml(given['title'] || 'Open the form'));
  return `<div${place}><noscript>${link}</noscript></div><script src="/embed/forms.js" defer></script>`;
}
