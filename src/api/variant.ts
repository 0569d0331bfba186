/** What differs between the variants of the interface, as facts that definitions read. The rows are in `variants.ts`. */
export interface Variant {
  readonly name: 'a' | 'b';
  /** Whether the interface has the routes and parameters that came later: menus, search, batches and others. */
  readonly extended: boolean;
  readonly protocol: {
    /** Whether `_fields` chooses members of an answer, or members of members too, as in `title.rendered`. */
    readonly fieldsParameter: 'none' | 'members' | 'nested';
    /** Whether `_embed` may name the relations to embed. */
    readonly embedNames: boolean;
    /** Whether a refusal says the code of each refused value. */
    readonly refusalCodes: boolean;
    /** The `$schema` of posts, pages and media. */
    readonly contentSchemaUri: string;
    /** How the origin `null` is echoed. */
    readonly opaqueOrigin: string;
  };
  readonly content: ContentFacts;
  readonly people: PeopleFacts;
  readonly text: {
    readonly slashInSlug: 'dash' | 'drop';
  };
  readonly media: {
    /** How the details of a WAVE sound call its type. */
    readonly waveType: string;
  };
}

export interface ContentFacts {
  readonly postOrders: readonly string[];
  readonly termOrders: readonly string[];
  readonly listStatuses: readonly string[];
  /** Null: any string. */
  readonly templates: readonly string[] | null;
  /** The slug of a post that is restored from the trash by a request with a slug: its former one, or the one sent. */
  readonly slugOutOfTrash: 'remembered' | 'sent';
  /** The response to a page number past the last page. */
  readonly pageBeyondLast: 'error' | 'empty';
  /** `count` and the predecessor on links to revisions, `wp:action-…` links. */
  readonly richLinks: boolean;
  /** Whether `featured_media` is part of the embed context. */
  readonly featuredMediaInEmbeds: boolean;
  readonly typeDetails: boolean;
  /** Status of an anonymous request for a post, or a taxonomy, that is not public. */
  readonly hiddenFromAnonymous: 401 | 403;
  /** The capability needed to create terms of a flat taxonomy: to assign them, or to edit them. */
  readonly flatTermsCreatedBy: 'assign' | 'edit';
  /** The capability needed to see a taxonomy in the edit context. */
  readonly taxonomyDetailsFor: 'assign' | 'manage';
}

export interface PeopleFacts {
  readonly userOrders: readonly string[];
  readonly whoParameter: boolean;
  /** Which check comes first for a caller who may neither edit a user nor assign roles. */
  readonly judgedFirst: 'roles' | 'editing';
  readonly settingsFromAnonymous: 401 | 403;
}
