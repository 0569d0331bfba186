/** Every name that carries the site's prefix: classes, hidden fields and the id of a rendered form. */
export interface FormNames {
  readonly prefix: string;
  /** A class of ours: `cform-form-control`. */
  css(name: string): string;
  /** A hidden field of ours: `_cform_unit_tag`; without a name, the field that contains the form's id. */
  hidden(name?: string): string;
}

/** The names under one prefix. */
export function formNames(prefix: string): FormNames {
  return {
    prefix,
    css: (name) => `${prefix}-${name}`,
    hidden: (name) => (name === undefined ? `_${prefix}` : `_${prefix}_${name}`),
  };
}

/** The names used by a posted body: those of the first prefix found in it, else the site's own. */
export function postedNames(
  body: ReadonlyMap<string, unknown>,
  known: readonly [FormNames, ...FormNames[]],
): FormNames {
  const carried = known.find((names) => body.has(names.hidden()) || body.has(names.hidden('unit_tag')));
  return carried ?? known[0];
}

/** A name or unit tag reduced to the characters allowed in a class, an id or a selector. */
export function reduced(name: string): string {
  return name.replace(/[^A-Za-z0-9_-]/g, '');
}

/** Identifies a form on a page: `n` is its number there, `post` is the id of the page, 0 for none. */
export function unitTag(names: FormNames, form: number, post: number, n: number): string {
  return post > 0 ? `${names.prefix}-f${form}-p${post}-o${n}` : `${names.prefix}-f${form}-o${n}`;
}
