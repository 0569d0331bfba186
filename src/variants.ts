import type { Variant } from './api/variant.ts';
import type { Extension } from './extension/definition.ts';
import { cacheToolset } from './extensions/cache/cache-toolset.ts';
import { forms } from './extensions/forms/forms.ts';
import { oembed } from './extensions/oembed/oembed.ts';
import { popups } from './extensions/popups/popups.ts';

const statuses = ['publish', 'future', 'draft', 'pending', 'private', 'trash', 'auto-draft', 'inherit'];
const requests = ['request-pending', 'request-confirmed', 'request-failed', 'request-completed'];

/** The two variants of the interface. A new one is a new row here. */
export const variants: Readonly<Record<'a' | 'b', Variant>> = {
  a: {
    name: 'a',
    extended: false,
    protocol: {
      fieldsParameter: 'members',
      embedNames: false,
      refusalCodes: false,
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
      slugOutOfTrash: 'remembered',
      pageBeyondLast: 'error',
      richLinks: true,
      featuredMediaInEmbeds: true,
      typeDetails: true,
      hiddenFromAnonymous: 401,
      flatTermsCreatedBy: 'assign',
      taxonomyDetailsFor: 'assign',
    },
    people: {
      userOrders: ['id', 'include', 'name', 'registered_date', 'slug', 'include_slugs', 'email', 'url'],
      whoParameter: true,
      judgedFirst: 'roles',
      settingsFromAnonymous: 401,
    },
    text: { slashInSlug: 'dash' },
    media: { waveType: 'audio/x-wav' },
  },
  b: {
    name: 'b',
    extended: false,
    protocol: {
      fieldsParameter: 'none',
      embedNames: false,
      refusalCodes: false,
      contentSchemaUri: 'http://json-schema.org/schema#',
      opaqueOrigin: 'http://null',
    },
    content: {
      postOrders: ['date', 'relevance', 'id', 'include', 'title', 'slug'],
      termOrders: ['id', 'include', 'name', 'slug', 'term_group', 'description', 'count'],
      listStatuses: [...statuses, 'any'],
      templates: [''],
      slugOutOfTrash: 'sent',
      pageBeyondLast: 'empty',
      richLinks: false,
      featuredMediaInEmbeds: false,
      typeDetails: false,
      hiddenFromAnonymous: 403,
      flatTermsCreatedBy: 'edit',
      taxonomyDetailsFor: 'manage',
    },
    people: {
      userOrders: ['id', 'include', 'name', 'registered_date', 'slug', 'email', 'url'],
      whoParameter: false,
      judgedFirst: 'editing',
      settingsFromAnonymous: 403,
    },
    text: { slashInSlug: 'drop' },
    media: { waveType: 'audio/x-wave' },
  },
};

/** A variant with the extended interface. */
export function extendedVariant(variant: Variant): Variant {
  return {
    ...variant,
    extended: true,
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
  a: [oembed({ proxy: true, looseAddresses: true }), forms, cacheToolset, popups],
  b: [oembed({ proxy: false, looseAddresses: false })],
};
