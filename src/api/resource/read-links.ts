import { blankRecord } from '../../record-shape.ts';
import type { Call } from '../call.ts';
import type { Context } from './context.ts';
import type { Link, LinkTarget } from './link.ts';

export interface LinkSet {
  /** The member `_links`, or null where there is no link at all. */
  readonly shown: Record<string, unknown> | null;
  readonly targets: readonly { readonly rel: string; readonly target: LinkTarget }[];
}

const curies = [{ name: 'wp', href: 'https://api.w.org/{rel}', templated: true }];

/** The links of one subject, with the `wp:` prefix declared in `curies` if it is used. */
export function readLinks<Subject>(
  links: readonly Link<Subject, string>[],
  subject: Subject,
  call: Call,
  context: Context,
): LinkSet {
  const shown: Record<string, unknown[] | undefined> = { ...blankOf(links) };
  const targets: { rel: string; target: LinkTarget }[] = [];
  let prefixed = false;
  for (const link of links) {
    const to = link.to(subject, call, context);
    if (to === null) continue;
    const found = isList(to) ? to : [to];
    if (found.length === 0) continue;
    const { rel } = link;
    for (const target of found) targets.push({ rel, target });
    const members = found.map((target) => showTarget(target, call));
    shown[rel] = shown[rel] ? [...shown[rel], ...members] : members;
    prefixed ||= rel.startsWith('wp:');
  }
  if (targets.length === 0) return { shown: null, targets };
  if (prefixed) shown['curies'] = curies;
  return { shown, targets };
}

/** `Array.isArray` does not narrow a read-only array type. */
function isList(to: LinkTarget | readonly LinkTarget[]): to is readonly LinkTarget[] {
  return Array.isArray(to);
}

/** Templates with all relations in order and no values; JSON leaves out those that stay undefined. */
const blanks = new WeakMap<object, Readonly<Record<string, undefined>>>();

function blankOf(links: readonly { readonly rel: string }[]): Readonly<Record<string, undefined>> {
  const known = blanks.get(links);
  if (known) return known;
  const blank = blankRecord([...links.map((link) => link.rel), 'curies']);
  blanks.set(links, blank);
  return blank;
}

function showTarget({ href, attributes, embed }: LinkTarget, call: Call): Record<string, unknown> {
  const address = href.startsWith('/') ? call.site.apiUrl + href : href;
  if (!attributes) return embed ? { embeddable: true, href: address } : { href: address };
  return embed ? { embeddable: true, ...attributes, href: address } : { ...attributes, href: address };
}
