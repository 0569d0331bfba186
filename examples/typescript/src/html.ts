/** HTML that is ready to be sent. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  toString(): string {
    return this.text;
  }
}

type Value = Html | string | number | null | false | undefined | readonly Value[];

/** A template whose values are escaped, except those that are HTML already; lists are joined, null and false are nothing. */
export function html(parts: TemplateStringsArray, ...values: readonly Value[]): Html {
  return new Html(parts.reduce((text, part, i) => text + shown(values[i - 1]) + part));
}

/** A text that the server rendered; it has removed what its authors may not write. */
export const rendered = (text: string): Html => new Html(text);

function shown(value: Value): string {
  if (value === null || value === undefined || value === false) return '';
  if (typeof value === 'object') return value instanceof Html ? value.text : value.map(shown).join('');
  return escaped(String(value));
}

const letters: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

export const escaped = (text: string): string => text.replace(/[&<>"']/g, (letter) => letters[letter] ?? letter);
