import type { ContentFacts, Variant } from '../api/variant.ts';
import type { Config } from '../config/config.ts';
import type { Extension } from '../extension/definition.ts';
import { cacheToolset } from '../extensions/cache/cache-toolset.ts';
import { forms } from '../extensions/forms/forms.ts';
import { oembed } from '../extensions/oembed/oembed.ts';
import { popups } from '../extensions/popups/popups.ts';
import type { ShortcodeRegistry } from '../text/render/render-context.ts';
import { coreShortcodes } from '../text/shortcodes/core-shortcodes.ts';
import { earlyTextRules, todayTextRules } from '../text/text-rules.ts';

const statuses = ['publish', 'future', 'draft', 'pending', 'private', 'trash', 'auto-draft', 'inherit'];
const requests = ['request-pending', 'request-confirmed', 'request-failed', 'request-completed'];

const earlierMedia = {
  files: {
    copies: ['thumbnail', 'medium', 'medium_large', 'large'],
    longestSide: null,
    showsUpright: false,
    detailed: false,
    provenTypes: false,
  },
  folder: 'now',
  orphanLink: 'slug',
  trash: true,
  typeFilters: 'single',
  searchesFileNames: false,
  editing: false,
} as const;

/** The interface of WordPress 4.9. */
const a: Variant = {
  name: 'a',
  later: null,
  protocol: {
    fieldsParameter: 'members',
    fieldsOfNamedItems: false,
    embedNames: false,
    refusalCodes: false,
    explainsTwice: false,
    fullDescriptions: false,
    targetHints: false,
    siteDetails: false,
    emptyMeansNone: false,
    allowAfterWrite: 'sent',
    exposedHeaders: 'X-WP-Total, X-WP-TotalPages',
    contentSchemaUri: 'http://json-schema.org/draft-04/schema#',
    opaqueOrigin: 'null',
  },
  content: {
    postOrders: [
      'author',
      'date',
      'id',
      'include',
      'modified',
      'parent',
      'relevance',
      'slug',
      'include_slugs',
      'title',
    ],
    termOrders: ['id', 'include', 'name', 'slug', 'include_slugs', 'term_group', 'description', 'count'],
    listStatuses: [...statuses, ...requests, 'any'],
    templates: null,
    refusesTemplates: false,
    passwordIn: 'parameters',
    parentsIn: 'own collection',
    builtIn: 'early',
    slugOutOfTrash: 'remembered',
    pageBeyondLast: 'error',
    richLinks: true,
    featuredMediaInEmbeds: true,
    typeDetails: true,
    editorFields: false,
    fullListFilters: false,
    titlePrefixes: true,
    trashedLink: 'slug',
    hiddenFromAnonymous: 401,
    flatTermsCreatedBy: 'assign',
    pagedRevisions: false,
    termExists: 409,
    taxonomyDetailsFor: 'assign',
  },
  comments: {
    changedBy: 'moderators',
    notes: false,
    refusesBlanks: false,
    pictureOf: 'comment',
    embedsReplies: false,
  },
  people: {
    userOrders: ['id', 'include', 'name', 'registered_date', 'slug', 'include_slugs', 'email', 'url'],
    whoParameter: true,
    judgedFirst: 'roles',
    settingsFromAnonymous: 401,
    avatarDigest: 'md5',
    loginCodes: false,
    userFilters: false,
    hiddenUser: 'rest_user_cannot_view',
  },
  text: earlyTextRules,
  media: { ...earlierMedia, waveType: 'audio/x-wav' },
};

/** The interface of WordPress 4.7. */
const b: Variant = {
  name: 'b',
  later: null,
  protocol: {
    fieldsParameter: 'none',
    fieldsOfNamedItems: false,
    embedNames: false,
    refusalCodes: false,
    explainsTwice: false,
    fullDescriptions: false,
    targetHints: false,
    siteDetails: false,
    emptyMeansNone: false,
    allowAfterWrite: 'sent',
    exposedHeaders: 'X-WP-Total, X-WP-TotalPages',
    contentSchemaUri: 'http://json-schema.org/schema#',
    opaqueOrigin: 'http://null',
  },
  content: {
    postOrders: ['date', 'relevance', 'id', 'include', 'title', 'slug'],
    termOrders: ['id', 'include', 'name', 'slug', 'term_group', 'description', 'count'],
    listStatuses: [...statuses, 'any'],
    templates: [''],
    refusesTemplates: false,
    passwordIn: 'parameters',
    parentsIn: 'own collection',
    builtIn: 'early',
    slugOutOfTrash: 'sent',
    pageBeyondLast: 'empty',
    richLinks: false,
    featuredMediaInEmbeds: false,
    typeDetails: false,
    editorFields: false,
    fullListFilters: false,
    titlePrefixes: true,
    trashedLink: 'slug',
    hiddenFromAnonymous: 403,
    flatTermsCreatedBy: 'edit',
    pagedRevisions: false,
    termExists: 409,
    taxonomyDetailsFor: 'manage',
  },
  comments: {
    changedBy: 'moderators',
    notes: false,
    refusesBlanks: false,
    pictureOf: 'comment',
    embedsReplies: false,
  },
  people: {
    userOrders: ['id', 'include', 'name', 'registered_date', 'slug', 'email', 'url'],
    whoParameter: false,
    judgedFirst: 'editing',
    settingsFromAnonymous: 403,
    avatarDigest: 'md5',
    loginCodes: false,
    userFilters: false,
    hiddenUser: 'rest_user_cannot_view',
  },
  text: { ...earlyTextRules, slugs: { slash: 'drop' } },
  media: { ...earlierMedia, waveType: 'audio/x-wave' },
};

const todayContent: ContentFacts = {
  ...a.content,
  editorFields: true,
  fullListFilters: true,
  termExists: 400,
  pagedRevisions: true,
  refusesTemplates: true,
  passwordIn: 'query',
  parentsIn: 'their collection',
  builtIn: 'today',
  titlePrefixes: false,
  trashedLink: 'id',
};

/** The interface of WordPress 7.1. */
const c: Variant = {
  ...a,
  name: 'c',
  later: todayContent,
  media: {
    waveType: 'audio/wav',
    files: {
      copies: ['medium', 'large', 'thumbnail', 'medium_large', '1536x1536', '2048x2048'],
      longestSide: 2560,
      showsUpright: true,
      detailed: true,
      provenTypes: true,
    },
    folder: 'parent',
    orphanLink: 'id',
    trash: false,
    typeFilters: 'lists',
    searchesFileNames: true,
    editing: true,
  },
  protocol: {
    ...a.protocol,
    fieldsParameter: 'nested',
    fieldsOfNamedItems: true,
    embedNames: true,
    refusalCodes: true,
    explainsTwice: true,
    fullDescriptions: true,
    targetHints: true,
    siteDetails: true,
    emptyMeansNone: true,
    allowAfterWrite: 'shown',
    exposedHeaders: 'X-WP-Total, X-WP-TotalPages, Link',
  },
  comments: {
    changedBy: 'post editors',
    notes: true,
    refusesBlanks: true,
    pictureOf: 'account',
    embedsReplies: true,
  },
  people: {
    ...a.people,
    avatarDigest: 'sha256',
    loginCodes: true,
    userFilters: true,
    hiddenUser: 'rest_forbidden_context',
  },
  content: todayContent,
  text: todayTextRules,
};

/** The variants of the interface. A new one is a new row here. */
export const variants: Readonly<Record<Variant['name'], Variant>> = { a, b, c };

/** A variant with the later routes of `c`, which `PLATEN_INTERFACE=extended` puts on top of it. */
export function extendedVariant(variant: Variant): Variant {
  return {
    ...variant,
    later: c.later,
    protocol: { ...variant.protocol, fieldsParameter: 'nested', embedNames: true, refusalCodes: true },
  };
}

/** The extensions a variant loads, in the order discovery shows their namespaces. */
export function extensionsOf(name: Variant['name']): readonly Extension[] {
  return extensions[name];
}

/** Every extension that comes with the program; their options are known in all variants. */
export const builtInExtensions: readonly Extension[] = [forms, cacheToolset, popups];

const extensions: Readonly<Record<Variant['name'], readonly Extension[]>> = {
  a: [oembed({ proxy: true, looseAddresses: true, talkingFrames: false }), forms, cacheToolset, popups],
  b: [oembed({ proxy: false, looseAddresses: false, talkingFrames: false })],
  c: [oembed({ proxy: true, looseAddresses: true, talkingFrames: true })],
};

/** The shortcodes available in this variant: those of the core and of its extensions. */
export function shortcodesOf(variant: Config['variant']): ShortcodeRegistry {
  return extensionsOf(variant).reduce((known, extension) => known.with(extension.shortcodes ?? {}), coreShortcodes);
}
