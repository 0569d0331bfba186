/** A part of an XML document, as opposed to text that has to be escaped. */
interface Markup {
  readonly markup: string;
}

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** XML with texts put into it: `` xml`<a>${text}</a>` ``. */
export function xml(parts: TemplateStringsArray, ...values: readonly (string | Markup | readonly Markup[])[]): Markup {
  return { markup: parts.reduce((all, part, index) => all + markupOf(values[index - 1] ?? '') + part) };
}

function markupOf(value: string | Markup | readonly Markup[]): string {
  // Characters that XML does not know at all are left out.
  if (typeof value === 'string')
    return value
      .replace(/[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu, '')
      .replace(/[&<>"]/g, (one) => escapes[one] ?? '');
  return 'markup' in value ? value.markup : value.map(markupOf).join('');
}
