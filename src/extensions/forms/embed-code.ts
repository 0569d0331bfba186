import { escapeHtml } from '../../extension.ts';
import { attributes, element } from './markup/html.ts';

/**
 * `[contact-form id="12"]` in a text becomes an element that the script fills with the form; without scripts a link
 * leads to a page with only the form. Rendering a text does not query the database, so the form is loaded later.
 */
export function contactFormCode(
  given: Readonly<Record<string, string>>,
  _body?: string,
  context?: { readonly postId: number; readonly serverBase?: string },
): string {
  const id = /^\d{1,15}$/.test(given['id'] ?? '') ? given['id'] : undefined;
  if (id === undefined) return element('p', { role: 'note' }, 'This form is no longer here.');
  const container = attributes({
    'data-cform-embed': id,
    'data-post': context?.postId || undefined,
    'data-html-id': given['html_id'],
    'data-html-name': given['html_name'],
    'data-html-class': given['html_class'],
  });
  const base = context?.serverBase ?? '';
  const link = element('a', { href: `${base}/embed/forms/${id}` }, escapeHtml(given['title'] || 'Open the form'));
  return `<div${container}><noscript>${link}</noscript></div><script src="${escapeHtml(base)}/embed/forms.js" defer></script>`;
}
