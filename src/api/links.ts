import type { Call } from './call.ts';
import type { Context, Link, LinkTarget } from './resource.ts';

export interface LinkSet {
  /** The member `_links`, or null where there is no link at all. */
  readonly shown: Record<string, unknown> | null;
  readonly targets: readonly { readonly rel: string; readonly target: LinkTarget }[];
}

const curies = [{ name: 'wp', href: 'https://api.w.org/{rel}', templated: true }];

/** The links of one subject, with the `wp:` prefix explained where it is used. */
export function linksOf<Subject>(
  links: readonly Link<Subject>[],
  subject: Subject,
  call: Call,
  context: Context,
): LinkSet {
  const shown: Record<string, unknown[]> = {};
  const targets: { rel: string; target: LinkTarget }[] = [];
  let prefixed = false;
  for (const link of links) {
    const to = link.to(subject, call, context);
    if (to === null) continue;
    for (const target of Array.isArray(to) ? (to as readonly LinkTarget[]) : [to as LinkTarget]) {
      shown[link.rel] ??= [];
      shown[link.rel]?.push(showTarget(target, call));
      targets.push({ rel: link.rel, target });
      prefixed ||= link.rel.startsWith('wp:');
    }
  }
  if (targets.length === 0) return { shown: null, targets };
  return { shown: prefixed ? { ...shown, curies } : shown, targets };
}

function showTarget({ href, attributes, embed }: LinkTarget, call: Call): Record<string, unknown> {
  const address = href.startsWith('/') ? call.site.apiUrl + href : href;
  if (!attributes) return embed ? { embeddable: true, href: address } : { href: address };
  return embed ? { embeddable: true, ...attributes, href: address } : { ...attributes, href: address };
}
