import { Refused } from '../../api/refused.ts';

const under = 'meta.';

/** What a server said about fields, by their written paths in the form. */
export function refusedFields(error: unknown): Readonly<Record<string, string>> {
  if (!(error instanceof Refused)) return {};
  const own = Object.entries(error.fields).filter(([path]) => path.startsWith(under));
  return Object.fromEntries(own.map(([path, text]) => [path.slice(under.length), withoutPath(text, path)]));
}

/** A message begins with the path; the field that it stands at has a name of its own. */
export function withoutPath(text: string, path: string): string {
  if (!text.startsWith(`${path} `)) return text;
  const rest = text.slice(path.length + 1);
  return rest.charAt(0).toUpperCase() + rest.slice(1);
}
