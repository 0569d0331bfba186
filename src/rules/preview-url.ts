/**
 * Where a front end shows previews: a template of an address, or one for each type by its name, `*` for the others. Empty
 * where there is none.
 */
export type PreviewUrls = string | Readonly<Record<string, string>>;

/** What the placeholders of a template stand for. */
export interface PreviewFacts {
  /** Path of the address of the item, as it is in a URL. */
  readonly path: string;
  readonly id: number;
  /** Name of the type of the item. */
  readonly type: string;
  readonly token: string;
}

const placeholders = /\{(\w*)\}/g;

/**
 * Whether a text is a template: an http(s) address with `{token}` in it. The host is fixed, so only `{path}`, which begins
 * with a slash, may follow it at once.
 */
export function isPreviewUrl(text: string): boolean {
  if (!/^https?:\/\/[^\s/?#{}@\\]+(?:[/?#]|\{path\})/.test(text) || /\s/.test(text)) return false;
  const names = Array.from(text.matchAll(placeholders), ([, name]) => name);
  const isKnown = names.every((name) => name !== undefined && ['path', 'id', 'type', 'token'].includes(name));
  return isKnown && names.includes('token') && URL.canParse(text.replace(placeholders, '/'));
}

/** The template for a type; null where there is none. Types without pages have one only under their own name. */
export function previewUrlFor(
  urls: PreviewUrls,
  { name, public: hasPages }: { readonly name: string; readonly public: boolean },
): string | null {
  const named = typeof urls === 'string' ? { '*': urls } : urls;
  const template = Object.hasOwn(named, name) ? named[name] : hasPages ? named['*'] : undefined;
  return template || null;
}

/** The address of a preview in the front end; values are encoded, but for the slashes of the path. */
export function fillPreviewUrl(template: string, { path, id, type, token }: PreviewFacts): string {
  const values: Readonly<Record<string, string>> = {
    path: path.split('/').map(encodedOnce).join('/'),
    id: String(id),
    type: encodeURIComponent(type),
    token: encodeURIComponent(token),
  };
  return template.replace(placeholders, (whole, name: string) => values[name] ?? whole);
}

/** The origins of all templates. */
export function previewOrigins(urls: PreviewUrls): readonly string[] {
  const templates = typeof urls === 'string' ? [urls] : Object.values(urls);
  const origins = templates.filter(Boolean).map((template) => new URL(template.replace(placeholders, '/')).origin);
  return [...new Set(origins)];
}

/** Slugs are stored as they stand in an address, so what is encoded already stays. */
function encodedOnce(segment: string): string {
  try {
    return encodeURIComponent(decodeURIComponent(segment));
  } catch {
    return encodeURIComponent(segment);
  }
}
