import type { Call } from '../../../api/call.ts';
import type { Context } from '../../../api/resource/context.ts';
import { type Link, linksOf } from '../../../api/resource/links.ts';
import { json } from '../../../lib/schema/json-schema.ts';
import { canEditOthersPosts, canPublishPosts } from '../../../rules/capabilities.ts';
import type { ShownTaxonomy } from '../../../rules/taxonomies.ts';
import type { ContentKind } from '../content-kind.ts';
import { type ContentNeed, type ContentSubject, metaText } from '../content-subject.ts';
import type { ContentView } from '../content-view.ts';
import { thumbnailKey } from '../operations/post-relations.ts';

type ContentLink = Link<ContentSubject, ContentNeed>;
const link = linksOf<ContentSubject, ContentNeed>();

/** The links of a row of this kind. */
export function contentLinks(view: ContentView): ContentLink[] {
  const { kind, path, variant } = view;
  const { type } = kind;
  return [
    { rel: 'self', to: ({ post }) => ({ href: `${path}/${post.id}` }) },
    { rel: 'collection', to: () => ({ href: path }) },
    { rel: 'about', to: () => ({ href: `/wp/v2/types/${type.name}` }) },
    ...(kind.supports('author') ? [authorLink] : []),
    ...(kind.supports('comments') ? [repliesLink] : []),
    ...(kind.supports('revisions') ? historyLinks(view) : []),
    ...(type.hierarchical ? [parentLink(view)] : []),
    ...(kind.supports('thumbnail') ? [featuredMediaLink] : []),
    ...(type.inheritsFromParent ? [] : [attachmentsLink]),
    ...(kind.taxonomies.length > 0 ? [termsLink(kind.taxonomies)] : []),
    ...(variant.content.richLinks ? actionLinks(view) : []),
  ];
}

/** What the links of a row are made of, those of its editors left out. */
export function linksKey(subject: ContentSubject): string {
  const { post, revisions, parentType } = subject;
  const thumbnail = metaText(subject, thumbnailKey);
  return `${post.id} ${post.authorId} ${post.parentId} ${parentType} ${revisions.count} ${revisions.latestId} ${thumbnail}`;
}

const authorLink = link({
  rel: 'author',
  embeds: ['user'],
  to: ({ post }) =>
    post.authorId > 0 ? { href: `/wp/v2/users/${post.authorId}`, embed: { from: 'user', key: post.authorId } } : null,
});

const repliesLink = link({
  rel: 'replies',
  embeds: ['replies'],
  to: ({ post }) => ({ href: `/wp/v2/comments?post=${post.id}`, embed: { from: 'replies', key: post.id } }),
});

function historyLinks({ path, variant }: ContentView): ContentLink[] {
  if (!variant.content.richLinks) {
    return [{ rel: 'version-history', to: ({ post }) => ({ href: `${path}/${post.id}/revisions` }) }];
  }
  return [
    {
      rel: 'version-history',
      needs: ['revisions'],
      attributes: { count: json.integer },
      to: ({ post, revisions: { count } }) => ({ href: `${path}/${post.id}/revisions`, attributes: { count } }),
    },
    {
      rel: 'predecessor-version',
      needs: ['revisions'],
      attributes: { id: json.integer },
      to: ({ post, revisions: { latestId: id } }) =>
        id > 0 ? { href: `${path}/${post.id}/revisions/${id}`, attributes: { id } } : null,
    },
  ];
}

/** The parent, in its own collection or in that of the row, which does not contain rows of other types. */
function parentLink({ kind, path, variant, collections }: ContentView): ContentLink {
  if (variant.content.parentsIn === 'their collection') {
    return link({
      rel: 'up',
      embeds: ['post'],
      needs: ['parentType'],
      to: ({ post: { parentId }, parentType }) =>
        parentId > 0
          ? { href: `${collections.get(parentType) ?? path}/${parentId}`, embed: { from: 'post', key: parentId } }
          : null,
    });
  }
  const from = ownEmbedder(kind);
  return link({
    rel: 'up',
    embeds: [from],
    to: ({ post: { parentId } }) =>
      parentId > 0 ? { href: `${path}/${parentId}`, embed: { from, key: parentId } } : null,
  });
}

/** The name of the embedder for rows of this kind only. */
export const ownEmbedder = ({ type }: ContentKind) => `item:${type.name}` as const;

const featuredMediaLink = link({
  rel: 'wp:featuredmedia',
  embeds: ['media'],
  needs: ['meta'],
  to: (subject) => {
    const id = Number.parseInt(metaText(subject, thumbnailKey), 10);
    return id > 0 ? { href: `/wp/v2/media/${id}`, embed: { from: 'media', key: id } } : null;
  },
});

const attachmentsLink: ContentLink = {
  rel: 'wp:attachment',
  to: ({ post }) => ({ href: `/wp/v2/media?parent=${post.id}` }),
};

function termsLink(taxonomies: readonly ShownTaxonomy[]): ContentLink {
  return link({
    rel: 'wp:term',
    attributes: { taxonomy: json.words(...taxonomies.map(({ name }) => name)) },
    embeds: taxonomies.map(({ name }) => `terms:${name}` as const),
    to: ({ post }) =>
      taxonomies.map(({ name, restBase }) => ({
        href: `/wp/v2/${restBase}?post=${post.id}`,
        attributes: { taxonomy: name },
        embed: { from: `terms:${name}` as const, key: post.id },
      })),
  });
}

/** An action that an editor may do with a row, shown as a link in the edit context only. */
export interface ContentAction {
  readonly name: string;
  /** Its meaning, for readers of the schema. */
  readonly title: string;
  /** The member that the action sets, as a schema. */
  readonly sets: Readonly<Record<string, unknown>>;
  readonly allows: (call: Call) => boolean;
}

export function contentActions({ kind, variant }: Pick<ContentView, 'kind' | 'variant'>): ContentAction[] {
  const { type } = kind;
  const mayPublish = ({ caller }: Call) => canPublishPosts(caller, type);
  const mayEditOthers = ({ caller }: Call) => canEditOthersPosts(caller, type);
  const actions: ContentAction[] = [];
  // A row that inherits its status is never published by itself.
  if (!type.inheritsFromParent) {
    actions.push({
      name: 'publish',
      title: 'You may publish this.',
      sets: { status: { type: 'string', enum: ['publish', 'future'] } },
      allows: mayPublish,
    });
  }
  if (variant.content.editorFields) {
    actions.push({
      name: 'unfiltered-html',
      title: 'You may use any HTML in this.',
      sets: { content: { raw: { type: 'string' } } },
      allows: ({ caller }) => caller.can('unfiltered_html'),
    });
  }
  if (type.sticky) {
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

/** Creating terms of a hierarchical taxonomy needs the capability to edit them; of a flat one, to assign them. */
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

function actionLinks(view: ContentView): ContentLink[] {
  const { path } = view;
  return contentActions(view).map(({ name, allows }) => ({
    rel: `wp:action-${name}`,
    to: ({ post }: ContentSubject, call: Call, context: Context) =>
      context === 'edit' && allows(call) ? { href: `${path}/${post.id}` } : null,
  }));
}
