import type { DraftShape } from '../../../hooks/draft-shape.ts';
import { textLimits } from '../../../rules/text-limits.ts';
import { type Members, s } from '../../../schema/schema.ts';
import type { Post } from '../../../storage/rows.ts';
import type { ContentKind } from '../content-kind.ts';
import { writableStatuses } from './post-status.ts';

/** The value that only the draft of an attachment has. */
export interface AttachmentDraft {
  altText?: string;
}

const openOrClosed = ['open', 'closed'] as const;
const id = s.integer({ minimum: 0 });

/** What the values of a draft must be if they come from a hook. The rest is checked when the draft is stored. */
export function draftShape(kind: ContentKind, before: Post | null): DraftShape {
  const statuses = [...writableStatuses, ...(before ? [before.status] : [])];
  return {
    title: { schema: s.string(), limit: textLimits.title },
    content: { schema: s.string(), limit: textLimits.content },
    excerpt: { schema: s.string(), limit: textLimits.excerpt },
    slug: { schema: s.string(), limit: textLimits.slug },
    status: { schema: s.string({ enum: statuses }) },
    password: { schema: s.string(), limit: textLimits.postPassword },
    authorId: { schema: id },
    commentStatus: { schema: s.string({ enum: openOrClosed }) },
    pingStatus: { schema: s.string({ enum: openOrClosed }) },
    parentId: { schema: id },
    menuOrder: { schema: s.integer() },
    terms: { schema: s.object({ check: termsProblem(kind) }) },
    featuredMediaId: { schema: id },
    format: {
      schema: s.string({ check: (name: string) => (/^[a-z-]{0,40}$/.test(name) ? null : 'format is a word.') }),
    },
    template: { schema: s.string() },
    sticky: { schema: s.boolean() },
    meta: { schema: s.object(), limit: textLimits.meta },
    ...(kind.type.name === 'attachment' ? { altText: { schema: s.string(), limit: textLimits.altText } } : {}),
  };
}

function termsProblem(kind: ContentKind) {
  const known = new Set(kind.taxonomies.map((taxonomy) => taxonomy.name));
  return (terms: Members): string | null => {
    for (const [name, ids] of Object.entries(terms)) {
      if (!known.has(name)) return `${kind.type.name} has no taxonomy ${name.slice(0, 60)}.`;
      if (!Array.isArray(ids) || !ids.every((one) => Number.isInteger(one) && one >= 0))
        return `terms.${name} is a list of ids.`;
    }
    return null;
  };
}
