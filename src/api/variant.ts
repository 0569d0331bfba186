/** What differs between the variants of the interface, as facts that definitions read. The rows are in `variants.ts`. */
export interface Variant {
  readonly name: 'a' | 'b';
  readonly protocol: {
    /** Whether `_fields` chooses members of an answer. */
    readonly fieldsParameter: boolean;
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
}

export interface ContentFacts {
  readonly postOrders: readonly string[];
  readonly termOrders: readonly string[];
  readonly listStatuses: readonly string[];
  /** Null: any string. */
  readonly templates: readonly string[] | null;
  /** What a page past the last one answers. */
  readonly pageBeyondLast: 'error' | 'empty';
  /** `count` and the predecessor on links to revisions, `wp:action-…` links. */
  readonly richLinks: boolean;
  /** Whether `featured_media` is part of the embed context. */
  readonly featuredMediaInEmbeds: boolean;
  readonly typeDetails: boolean;
  /** Status of an anonymous request for a post, or a taxonomy, that is not public. */
  readonly hiddenFromAnonymous: 401 | 403;
  /** Who may make terms that do not nest: those who may file posts under them, or only their editors. */
  readonly flatTermsCreatedBy: 'assign' | 'edit';
  /** Which right shows a taxonomy as its editors see it. */
  readonly taxonomyDetailsFor: 'assign' | 'manage';
}

export interface PeopleFacts {
  readonly userOrders: readonly string[];
  readonly whoParameter: boolean;
  /** Which refusal comes first for one who may neither edit a user nor give roles. */
  readonly judgedFirst: 'roles' | 'editing';
  readonly settingsFromAnonymous: 401 | 403;
}
