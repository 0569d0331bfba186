import { isField } from '../template/form-tag.ts';
import type { Template } from '../template/template.ts';

/** Possible problems of the template itself. */
export function templateErrors({ parts, tags }: Template): string[] {
  const errors: string[] = [];
  const html = parts.map((part) => ('html' in part ? part.html : isField(part.tag) ? '\u0000' : '')).join('');
  if (labels(html).some((label) => label.split('\u0000').length > 2)) errors.push('A label holds more than one field.');
  if (/<form\b/i.test(html)) errors.push('A form cannot hold another form.');
  const fields = tags.filter(isField).map((tag) => tag.name);
  if (new Set(fields).size < fields.length) errors.push('Two fields have the same name.');
  if (fields.some((name) => pageParameters.has(name)))
    errors.push(
      'A field has the name of one of the site’s own page parameters; a page reloaded with it may show something else.',
    );
  return errors;
}

/** The contents of label elements. */
const labels = (html: string) =>
  html
    .split(/<label\b/i)
    .slice(1)
    .map((rest) => rest.split(/<\/label/i)[0] ?? '');

/** Query parameters with a meaning for the site's pages. */
const pageParameters: ReadonlySet<string> = new Set(
  'attachment attachment_id author author_name calendar cat category_name cpage day embed error exact feed hour m minute monthnum more name order orderby p page page_id paged pagename post_type posts preview s search second sentence static subpost tag taxonomy term w year'.split(
    ' ',
  ),
);
