import type { Call } from '../api/call.ts';
import type { Context, Link } from '../api/resource.ts';
import { canEditOthersPosts, canPublishPosts } from '../content/capabilities.ts';
import type { ContentKind, ShownTaxonomy } from './content-kind.ts';
import { type ContentSubject, metaText } from './content-subject.ts';
import { thumbnailKey } from './post-relations.ts';

type ContentLink = Link<ContentSubject>;

/** Where a row of this kind leads to. */
export function contentLinks(kind: ContentKind): ContentLink[] {
  const { path, type, parts } = kind;
  return [
    { rel: 'self', to: ({ post }) => ({ href: `${path}/${post.id}` }) },
    { rel: 'collection', to: () => ({ href: path }) },
    { rel: 'about', to: () => ({ href: `/wp/v2/types/${type.name}` }) },
    ...(kind.supports('author') ? [authorLink] : []),
    ...(kind.supports('comments') ? [repliesLink] : []),
    ...(kind.supports('revisions') ? historyLinks(kind) : []),
    ...(type.hierarchical ? [parentLink(path)] : []),
    ...(kind.supports('thumbnail') ? [featuredMediaLink] : []),
    ...(type.inheritsFromParent ? [] : [attachmentsLink]),
    ...(kind.taxonomies.length > 0 ? [termsLink(kind.taxonomies)] : []),
    ...(parts.variant.content.richLinks ? actionLinks(kind) : []),
  ];
}

const authorLink: ContentLink = {
  rel: 'author',
  to: ({ post }) =>
    post.authorId > 0 ? { href: `/wp/v2/users/${post.authorId}`, embed: { from: 'user', key: post.authorId } } : null,
};

const repliesLink: ContentLink = {
  rel: 'replies',
  to: ({ post }) => ({ href: `/wp/v2/comments?post=${post.id}`, embed: { from: 'replies', key: post.id } }),
};

function historyLinks({ path, parts: { variant } }: ContentKind): ContentLink[] {
  if (!variant.content.richLinks) {
    return [{ rel: 'version-history', to: ({ post }) => ({ href: `${path}/${post.id}/revisions` }) }];
  }
  return [
    {
      rel: 'version-history',
      needs: ['revisions'],
      to: ({ post, revisions: { count } }) => ({ href: `${path}/${post.id}/revisions`, attributes: { count } }),
    },
    {
      rel: 'predecessor-version',
      needs: ['revisions'],
      to: ({ post, revisions: { latestId: id } }) =>
        id > 0 ? { href: `${path}/${post.id}/revisions/${id}`, attributes: { id } } : null,
    },
  ];
}

function parentLink(path: string): ContentLink {
  return {
    rel: 'up',
    to: ({ post: { parentId } }) =>
      parentId > 0 ? { href: `${path}/${parentId}`, embed: { from: 'post', key: parentId } } : null,
  };
}

const featuredMediaLink: ContentLink = {
  rel: 'wp:featuredmedia',
  needs: ['meta'],
  to: (subject) => {
    const id = Number.parseInt(metaText(subject, thumbnailKey), 10);
    return id > 0 ? { href: `/wp/v2/media/${id}`, embed: { from: 'media', key: id } } : null;
  },
};

const attachmentsLink: ContentLink = {
  rel: 'wp:attachment',
  to: ({ post }) => ({ href: `/wp/v2/media?parent=${post.id}` }),
};

function termsLink(taxonomies: readonly ShownTaxonomy[]): ContentLink {
  return {
    rel: 'wp:term',
    to: ({ post }) =>
      taxonomies.map(({ name, restBase }) => ({
        href: `/wp/v2/${restBase}?post=${post.id}`,
        attributes: { taxonomy: name },
        embed: { from: `terms:${name}`, key: post.id },
      })),
  };
}

/** What an editor may do with a row, told by links that only the edit context shows. */
export interface ContentAction {
  readonly name: string;
  /** What it means, for readers of the schema. */
  readonly title: string;
  /** The member that the action sets, as a schema. */
  readonly sets: Readonly<Record<string, unknown>>;
  readonly allows: (call: Call) => boolean;
}

export function contentActions(kind: ContentKind): ContentAction[] {
  const { type } = kind;
  const mayPublish = ({ caller }: Call) => canPublishPosts(caller, type);
  const mayEditOthers = ({ caller }: Call) => canEditOthersPosts(caller, type);
  const actions: ContentAction[] = [];
  // What inherits its state is never published by itself.
  if (!type.inheritsFromParent) {
    actions.push({
      name: 'publish',
      title: 'You may publish this.',
      sets: { status: { type: 'string', enum: ['publish', 'future'] } },
      allows: mayPublish,
    });
  }
  if (kind.sticky) {
    actions.push({
      name: 'sticky',
      title: 'You may keep this on top.',
      sets: { sticky: { type: 'boolean' } },
      allows: (call) => mayEditOthers(call) && mayPublish(call),
    });
  }
  if (kind.supports('author')) {
    actions.push({
      name: 'assign-author',
      title: 'You may give this to another author.',
      sets: { author: { type: 'integer' } },
      allows: mayEditOthers,
    });
  }
  return [...actions, ...kind.taxonomies.flatMap(termActions)];
}

/** Terms of a tree are made by those who manage it; of the others, by whoever may assign them. */
function termActions({ restBase, hierarchical, capabilities, labels }: ShownTaxonomy): ContentAction[] {
  const sets = { [restBase]: { type: 'array', items: { type: 'integer' } } };
  const create = hierarchical ? capabilities.edit : capabilities.assign;
  return [
    {
      name: `assign-${restBase}`,
      title: `You may file this under ${labels.name.toLowerCase()}.`,
      sets,
      allows: ({ caller }) => caller.can(capabilities.assign),
    },
    {
      name: `create-${restBase}`,
      title: `You may make new ${labels.name.toLowerCase()}.`,
      sets,
      allows: ({ caller }) => caller.can(create),
    },
  ];
}

function actionLinks(kind: ContentKind): ContentLink[] {
  return contentActions(kind).map(({ name, allows }) => ({
    rel: `wp:action-${name}`,
    to: ({ post }: ContentSubject, call: Call, context: Context) =>
      context === 'edit' && allows(call) ? { href: `${kind.path}/${post.id}` } : null,
  }));
}
