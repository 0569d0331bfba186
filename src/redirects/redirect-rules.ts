export const redirectStatuses = [301, 302, 307, 308, 410] as const;
export type RedirectStatus = (typeof redirectStatuses)[number];

/** From a path of the site to another one, or to an address. */
export interface Redirect {
  /** A path without a closing slash, decoded; `/` for the front page. */
  readonly source: string;
  /** Whether everything below the path is meant as well. */
  readonly isPrefix: boolean;
  /** A path that begins with a slash, or an http address; empty where the page is gone for good (410). */
  readonly target: string;
  readonly status: RedirectStatus;
}

/** As long as an indexed column. */
export const longestSource = 191;
const longestTarget = 2_000;
const mostLevels = 20;

/** The path that people wrote, in the form it is stored in; null where it is none. `/old/*` means everything below. */
export function readSource(text: string): Pick<Redirect, 'source' | 'isPrefix'> | null {
  const given = text.trim();
  const isPrefix = given.endsWith('/*');
  const source = pathKey(isPrefix ? given.slice(0, -1) : given);
  if (source === null || source.length > longestSource || /[?#*\s]/.test(source)) return null;
  return { source, isPrefix };
}

/** A path of this site or an address of the web; null for anything else, such as a script. */
export function readTarget(text: string): string | null {
  const given = text.trim();
  if (given.length > longestTarget || /[\s\\<>"]/.test(given)) return null;
  if (given.startsWith('/')) return given.startsWith('//') ? null : given;
  const url = /^https?:\/\//i.test(given) ? URL.parse(given) : null;
  return url && url.username === '' && url.password === '' ? url.href : null;
}

/** A longer path is no source, and no part of it is looked for. */
const longestPath = 4_000;

/** A path as it is compared: decoded, without closing slashes; null for what is no path. */
export function pathKey(path: string): string | null {
  if (path.length > longestPath || !path.startsWith('/') || path.startsWith('//')) return null;
  try {
    const decoded = decodeURIComponent(path);
    let end = decoded.length;
    while (end > 1 && decoded[end - 1] === '/') end -= 1;
    return decoded.slice(0, end);
  } catch {
    return null;
  }
}

/** Every source that could be meant by a path: the path itself, then those above it, the nearest first. */
export function possibleSources(key: string): readonly string[] {
  const found = [key];
  for (let at = key; at !== '/' && found.length < mostLevels; ) {
    at = at.slice(0, at.lastIndexOf('/')) || '/';
    found.push(at);
  }
  return found.filter((source) => source.length <= longestSource);
}

/** Which of the redirects a path follows: its own, else that of the nearest folder above it. */
export function chosenRedirect<R extends Redirect>(key: string, redirects: readonly R[]): R | null {
  for (const source of possibleSources(key)) {
    const found = redirects.find((one) => one.source === source && (source === key || one.isPrefix));
    if (found) return found;
  }
  return null;
}

/** Where a path is led to: a prefix passes on what follows it if its target ends with a star. */
export function ledTo({ source, target }: Redirect, key: string): string {
  if (!target.endsWith('/*')) return target;
  const rest = key.slice(source === '/' ? 1 : source.length + 1);
  return target.slice(0, -1) + rest.split('/').map(encodeURIComponent).join('/');
}
