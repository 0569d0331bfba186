import type { CommentChangers } from '../rules/capabilities.ts';
import type { TextRules } from '../text/text-rules.ts';

/** What differs between the variants of the interface, as facts that definitions read. The rows are in `variants.ts`. */
export interface Variant {
  readonly name: 'a' | 'b' | 'c';
  /** How the routes that came later treat content: menus, search, batches, blocks, autosaves …; null: there are none. */
  readonly later: ContentFacts | null;
  readonly protocol: {
    /** Whether `_fields` chooses members of an answer, or members of members too, as in `title.rendered`. */
    readonly fieldsParameter: 'none' | 'members' | 'nested';
    /** Whether `_fields` also names members of items that stand under their names in one object, as types do. */
    readonly fieldsOfNamedItems: boolean;
    /** Whether `_embed` may name the relations to embed. */
    readonly embedNames: boolean;
    /** Whether a refusal says the code of each refused value. */
    readonly refusalCodes: boolean;
    /** Whether an error of the database has its reason in `additional_data` too. */
    readonly explainsTwice: boolean;
    /** Whether discovery and OPTIONS state the limits, formats and members of every argument. */
    readonly fullDescriptions: boolean;
    /** Whether an empty value counts as not sent: of `_fields`, `_jsonp`, and among the items of a list. */
    readonly emptyMeansNone: boolean;
    /** Whether discovery tells of the front page, the pictures of the site and the log-in of programs. */
    readonly siteDetails: boolean;
    /** Whether the link of an item to itself says which methods the caller may use there. */
    readonly targetHints: boolean;
    /** The context that `Allow` counts with after a write: the one sent, or the one that the item was shown in. */
    readonly allowAfterWrite: 'sent' | 'shown';
    /** The headers that scripts of other origins may read. */
    readonly exposedHeaders: string;
    /** The `$schema` of posts, pages and media. */
    readonly contentSchemaUri: string;
    /** How the origin `null` is echoed. */
    readonly opaqueOrigin: string;
  };
  readonly content: ContentFacts;
  readonly comments: CommentFacts;
  readonly people: PeopleFacts;
  readonly text: TextRules;
  readonly media: {
    /** How the details of a WAVE sound call its type. */
    readonly waveType: string;
    readonly files: FileFacts;
    /** The folder of a new file: that of this month, or that of the month of the item it is attached to. */
    readonly folder: 'now' | 'parent';
    /** The address of a file whose item does not exist: made of its slug, or of its id. */
    readonly orphanLink: 'slug' | 'id';
    readonly trash: boolean;
    /** `media_type` and `mime_type` of a list: one value each, or lists of which a file must match one. */
    readonly typeFilters: 'single' | 'lists';
    /** Whether a search looks at the names of files too. */
    readonly searchesFileNames: boolean;
    /** Whether items say what editors of pictures read, and pictures can be turned, cut and copied again. */
    readonly editing: boolean;
  };
}

/** What each variant copies, for people. */
export const variantTitles: Readonly<Record<Variant['name'], string>> = {
  a: 'variant A, WordPress 4.9',
  b: 'variant B, WordPress 4.7',
  c: 'variant C, WordPress 7.1',
};

/** The variant for a route that came later. */
export const inLaterForm = (variant: Variant): Variant =>
  variant.later ? { ...variant, content: variant.later } : variant;

/** How files are stored and described in the database. */
export interface FileFacts {
  /** Names of the resized copies of a picture, in the order in which its metadata lists them. */
  readonly copies: readonly string[];
  /** A picture with a longer side is shown by a copy of this size, and the original kept beside it; null for no limit. */
  readonly longestSide: number | null;
  /** Whether a photograph that lies on its side is shown by a copy that is upright, and the original kept beside it. */
  readonly showsUpright: boolean;
  /** Whether metadata states the sizes of the files and the alternative text that a picture contains. */
  readonly detailed: boolean;
  /** Whether a file is refused if its bytes do not prove its type, whatever its name. */
  readonly provenTypes: boolean;
}

export interface ContentFacts {
  readonly postOrders: readonly string[];
  readonly termOrders: readonly string[];
  readonly listStatuses: readonly string[];
  /** Null: any string. */
  readonly templates: readonly string[] | null;
  /** Whether a template that the theme does not have is refused, unless the item has it already. */
  readonly refusesTemplates: boolean;
  /** Where the password to read an item with is looked for: among all parameters, or in the query alone. */
  readonly passwordIn: 'parameters' | 'query';
  /** The collection that the link to a parent leads to: that of the item, or that of the parent. */
  readonly parentsIn: 'own collection' | 'their collection';
  /** The types and taxonomies that are built in beside those of the earliest variants. */
  readonly builtIn: 'early' | 'today';
  /** The slug of a post that is restored from the trash by a request with a slug: its former one, or the one sent. */
  readonly slugOutOfTrash: 'remembered' | 'sent';
  /** The response to a page number past the last page. */
  readonly pageBeyondLast: 'error' | 'empty';
  /** `count` and the predecessor on links to revisions, `wp:action-…` links. */
  readonly richLinks: boolean;
  /** Whether `featured_media` is part of the embed context. */
  readonly featuredMediaInEmbeds: boolean;
  readonly typeDetails: boolean;
  /** Whether items have what block editors and themes read: `class_list`, `permalink_template`, `block_version` … */
  readonly editorFields: boolean;
  /** Whether lists are filtered by columns that are searched, formats, changes and queries of terms. */
  readonly fullListFilters: boolean;
  /** Whether the rendered title of a private item says so. */
  readonly titlePrefixes: boolean;
  /** The address of an item in the trash: made of its slug, or of its id. */
  readonly trashedLink: 'slug' | 'id';
  /** Status of an anonymous request for a post, or a taxonomy, that is not public. */
  readonly hiddenFromAnonymous: 401 | 403;
  /** The capability needed to create terms of a flat taxonomy: to assign them, or to edit them. */
  readonly flatTermsCreatedBy: 'assign' | 'edit';
  /** Whether lists of revisions have pages and filters; nobody removes a revision then. */
  readonly pagedRevisions: boolean;
  /** The status for a name that a term has already. */
  readonly termExists: 400 | 409;
  /** The capability needed to see a taxonomy in the edit context. */
  readonly taxonomyDetailsFor: 'assign' | 'manage';
}

export interface CommentFacts {
  /** Who may change a comment: moderators who may edit its post, or everyone who may. */
  readonly changedBy: CommentChangers;
  /** Whether editors of a post can leave notes to each other. */
  readonly notes: boolean;
  /** Whether text of blanks only counts as none. */
  readonly refusesBlanks: boolean;
  /** Whose e-mail address names the picture of a comment by a user: the one sent with it, or that of the account. */
  readonly pictureOf: 'comment' | 'account';
  /** Whether the replies to a comment can be embedded in it. */
  readonly embedsReplies: boolean;
}

export interface PeopleFacts {
  readonly userOrders: readonly string[];
  readonly whoParameter: boolean;
  /** Which check comes first for a caller who may neither edit a user nor assign roles. */
  readonly judgedFirst: 'roles' | 'editing';
  readonly settingsFromAnonymous: 401 | 403;
  /** The digest of an e-mail address that names its picture. */
  readonly avatarDigest: 'md5' | 'sha256';
  /** Whether what is wrong with log-in data has a code of its own, as far as it says nothing about accounts. */
  readonly loginCodes: boolean;
  /** Whether lists of users are filtered by capabilities, published posts and chosen columns. */
  readonly userFilters: boolean;
  /** The code for a user in the edit context who may not be edited. */
  readonly hiddenUser: 'rest_user_cannot_view' | 'rest_forbidden_context';
}
