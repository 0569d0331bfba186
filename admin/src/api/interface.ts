/** Written from the routes of the server by `platen types`; do not edit. */
export type PostView = {
  readonly id: number;
  readonly guid: { readonly rendered: string };
  readonly slug: string;
  readonly type: 'post';
  readonly link: string;
  readonly date: string | null;
  readonly date_gmt: string | null;
  readonly modified: string | null;
  readonly modified_gmt: string | null;
  readonly status: 'publish' | 'future' | 'draft' | 'pending' | 'private' | 'trash' | 'auto-draft' | 'inherit';
  readonly title: { readonly rendered: string };
  readonly content: { readonly rendered: string; readonly protected: boolean };
  readonly excerpt: { readonly rendered: string; readonly protected: boolean };
  readonly author: number;
  readonly featured_media: number;
  readonly comment_status: 'open' | 'closed';
  readonly ping_status: 'open' | 'closed';
  readonly sticky: boolean;
  readonly template: string;
  readonly format:
    | 'standard'
    | 'aside'
    | 'chat'
    | 'gallery'
    | 'link'
    | 'image'
    | 'quote'
    | 'status'
    | 'video'
    | 'audio';
  readonly meta: [] | {};
  readonly categories: number[];
  readonly tags: number[];
  readonly _links: {
    readonly self?: { readonly href: string }[];
    readonly collection?: { readonly href: string }[];
    readonly about?: { readonly href: string }[];
    readonly author?: { readonly embeddable: true; readonly href: string }[];
    readonly replies?: { readonly embeddable: true; readonly href: string }[];
    readonly 'version-history'?: { readonly count: number; readonly href: string }[];
    readonly 'predecessor-version'?: { readonly id: number; readonly href: string }[];
    readonly 'wp:featuredmedia'?: { readonly embeddable: true; readonly href: string }[];
    readonly 'wp:attachment'?: { readonly href: string }[];
    readonly 'wp:term'?: {
      readonly embeddable: true;
      readonly taxonomy: 'category' | 'post_tag';
      readonly href: string;
    }[];
    readonly 'wp:action-publish'?: { readonly href: string }[];
    readonly 'wp:action-sticky'?: { readonly href: string }[];
    readonly 'wp:action-assign-author'?: { readonly href: string }[];
    readonly 'wp:action-assign-categories'?: { readonly href: string }[];
    readonly 'wp:action-create-categories'?: { readonly href: string }[];
    readonly 'wp:action-assign-tags'?: { readonly href: string }[];
    readonly 'wp:action-create-tags'?: { readonly href: string }[];
    readonly curies?: { readonly name: 'wp'; readonly href: string; readonly templated: true }[];
  };
  readonly _embedded?: {
    readonly author?: Embedded[];
    readonly replies?: Embedded[];
    readonly 'wp:featuredmedia'?: Embedded[];
    readonly 'wp:term'?: Embedded[];
  };
};
export type PostEdit = {
  readonly id: number;
  readonly guid: { readonly raw: string; readonly rendered: string };
  readonly slug: string;
  readonly type: 'post';
  readonly link: string;
  readonly date: string | null;
  readonly date_gmt: string | null;
  readonly modified: string | null;
  readonly modified_gmt: string | null;
  readonly status: 'publish' | 'future' | 'draft' | 'pending' | 'private' | 'trash' | 'auto-draft' | 'inherit';
  readonly password: string;
  readonly title: { readonly raw: string; readonly rendered: string };
  readonly content: { readonly raw: string; readonly rendered: string; readonly protected: boolean };
  readonly excerpt: { readonly raw: string; readonly rendered: string; readonly protected: boolean };
  readonly author: number;
  readonly featured_media: number;
  readonly comment_status: 'open' | 'closed';
  readonly ping_status: 'open' | 'closed';
  readonly sticky: boolean;
  readonly template: string;
  readonly format:
    | 'standard'
    | 'aside'
    | 'chat'
    | 'gallery'
    | 'link'
    | 'image'
    | 'quote'
    | 'status'
    | 'video'
    | 'audio';
  readonly meta: [] | {};
  readonly categories: number[];
  readonly tags: number[];
  readonly _links: {
    readonly self?: { readonly href: string }[];
    readonly collection?: { readonly href: string }[];
    readonly about?: { readonly href: string }[];
    readonly author?: { readonly embeddable: true; readonly href: string }[];
    readonly replies?: { readonly embeddable: true; readonly href: string }[];
    readonly 'version-history'?: { readonly count: number; readonly href: string }[];
    readonly 'predecessor-version'?: { readonly id: number; readonly href: string }[];
    readonly 'wp:featuredmedia'?: { readonly embeddable: true; readonly href: string }[];
    readonly 'wp:attachment'?: { readonly href: string }[];
    readonly 'wp:term'?: {
      readonly embeddable: true;
      readonly taxonomy: 'category' | 'post_tag';
      readonly href: string;
    }[];
    readonly 'wp:action-publish'?: { readonly href: string }[];
    readonly 'wp:action-sticky'?: { readonly href: string }[];
    readonly 'wp:action-assign-author'?: { readonly href: string }[];
    readonly 'wp:action-assign-categories'?: { readonly href: string }[];
    readonly 'wp:action-create-categories'?: { readonly href: string }[];
    readonly 'wp:action-assign-tags'?: { readonly href: string }[];
    readonly 'wp:action-create-tags'?: { readonly href: string }[];
    readonly curies?: { readonly name: 'wp'; readonly href: string; readonly templated: true }[];
  };
  readonly _embedded?: {
    readonly author?: Embedded[];
    readonly replies?: Embedded[];
    readonly 'wp:featuredmedia'?: Embedded[];
    readonly 'wp:term'?: Embedded[];
  };
};
export type PostEmbed = {
  readonly id: number;
  readonly slug: string;
  readonly type: 'post';
  readonly link: string;
  readonly date: string | null;
  readonly title: { readonly rendered: string };
  readonly excerpt: { readonly rendered: string; readonly protected: boolean };
  readonly author: number;
  readonly featured_media: number;
  readonly _links: {
    readonly self?: { readonly href: string }[];
    readonly collection?: { readonly href: string }[];
    readonly about?: { readonly href: string }[];
    readonly author?: { readonly embeddable: true; readonly href: string }[];
    readonly replies?: { readonly embeddable: true; readonly href: string }[];
    readonly 'version-history'?: { readonly count: number; readonly href: string }[];
    readonly 'predecessor-version'?: { readonly id: number; readonly href: string }[];
    readonly 'wp:featuredmedia'?: { readonly embeddable: true; readonly href: string }[];
    readonly 'wp:attachment'?: { readonly href: string }[];
    readonly 'wp:term'?: {
      readonly embeddable: true;
      readonly taxonomy: 'category' | 'post_tag';
      readonly href: string;
    }[];
    readonly 'wp:action-publish'?: { readonly href: string }[];
    readonly 'wp:action-sticky'?: { readonly href: string }[];
    readonly 'wp:action-assign-author'?: { readonly href: string }[];
    readonly 'wp:action-assign-categories'?: { readonly href: string }[];
    readonly 'wp:action-create-categories'?: { readonly href: string }[];
    readonly 'wp:action-assign-tags'?: { readonly href: string }[];
    readonly 'wp:action-create-tags'?: { readonly href: string }[];
    readonly curies?: { readonly name: 'wp'; readonly href: string; readonly templated: true }[];
  };
  readonly _embedded?: {
    readonly author?: Embedded[];
    readonly replies?: Embedded[];
    readonly 'wp:featuredmedia'?: Embedded[];
    readonly 'wp:term'?: Embedded[];
  };
};
export type PostRevisionView = {
  readonly author: number;
  readonly date: string;
  readonly date_gmt: string;
  readonly id: number;
  readonly modified: string;
  readonly modified_gmt: string;
  readonly parent: number;
  readonly slug: string;
  readonly guid: { readonly rendered: string };
  readonly title: { readonly rendered: string };
  readonly content: { readonly rendered: string };
  readonly excerpt: { readonly rendered: string };
  readonly _links: { readonly parent?: { readonly href: string }[] };
  readonly _embedded?: {};
};
export type PostRevisionEdit = {
  readonly author: number;
  readonly date: string;
  readonly date_gmt: string;
  readonly id: number;
  readonly modified: string;
  readonly modified_gmt: string;
  readonly parent: number;
  readonly slug: string;
  readonly guid: { readonly raw: string; readonly rendered: string };
  readonly title: { readonly raw: string; readonly rendered: string };
  readonly content: { readonly raw: string; readonly rendered: string };
  readonly excerpt: { readonly raw: string; readonly rendered: string };
  readonly _links: { readonly parent?: { readonly href: string }[] };
  readonly _embedded?: {};
};
export type PostRevisionEmbed = {
  readonly author: number;
  readonly date: string;
  readonly id: number;
  readonly parent: number;
  readonly slug: string;
  readonly title: { readonly rendered: string };
  readonly excerpt: { readonly rendered: string };
  readonly _links: { readonly parent?: { readonly href: string }[] };
  readonly _embedded?: {};
};
export type PageView = {
  readonly id: number;
  readonly guid: { readonly rendered: string };
  readonly slug: string;
  readonly type: 'page';
  readonly link: string;
  readonly date: string | null;
  readonly date_gmt: string | null;
  readonly modified: string | null;
  readonly modified_gmt: string | null;
  readonly status: 'publish' | 'future' | 'draft' | 'pending' | 'private' | 'trash' | 'auto-draft' | 'inherit';
  readonly title: { readonly rendered: string };
  readonly content: { readonly rendered: string; readonly protected: boolean };
  readonly excerpt: { readonly rendered: string; readonly protected: boolean };
  readonly author: number;
  readonly featured_media: number;
  readonly parent: number;
  readonly menu_order: number;
  readonly comment_status: 'open' | 'closed';
  readonly ping_status: 'open' | 'closed';
  readonly template: string;
  readonly meta: [] | {};
  readonly _links: {
    readonly self?: { readonly href: string }[];
    readonly collection?: { readonly href: string }[];
    readonly about?: { readonly href: string }[];
    readonly author?: { readonly embeddable: true; readonly href: string }[];
    readonly replies?: { readonly embeddable: true; readonly href: string }[];
    readonly 'version-history'?: { readonly count: number; readonly href: string }[];
    readonly 'predecessor-version'?: { readonly id: number; readonly href: string }[];
    readonly up?: { readonly embeddable: true; readonly href: string }[];
    readonly 'wp:featuredmedia'?: { readonly embeddable: true; readonly href: string }[];
    readonly 'wp:attachment'?: { readonly href: string }[];
    readonly 'wp:action-publish'?: { readonly href: string }[];
    readonly 'wp:action-assign-author'?: { readonly href: string }[];
    readonly curies?: { readonly name: 'wp'; readonly href: string; readonly templated: true }[];
  };
  readonly _embedded?: {
    readonly author?: Embedded[];
    readonly replies?: Embedded[];
    readonly up?: Embedded[];
    readonly 'wp:featuredmedia'?: Embedded[];
  };
};
export type PageEdit = {
  readonly id: number;
  readonly guid: { readonly raw: string; readonly rendered: string };
  readonly slug: string;
  readonly type: 'page';
  readonly link: string;
  readonly date: string | null;
  readonly date_gmt: string | null;
  readonly modified: string | null;
  readonly modified_gmt: string | null;
  readonly status: 'publish' | 'future' | 'draft' | 'pending' | 'private' | 'trash' | 'auto-draft' | 'inherit';
  readonly password: string;
  readonly title: { readonly raw: string; readonly rendered: string };
  readonly content: { readonly raw: string; readonly rendered: string; readonly protected: boolean };
  readonly excerpt: { readonly raw: string; readonly rendered: string; readonly protected: boolean };
  readonly author: number;
  readonly featured_media: number;
  readonly parent: number;
  readonly menu_order: number;
  readonly comment_status: 'open' | 'closed';
  readonly ping_status: 'open' | 'closed';
  readonly template: string;
  readonly meta: [] | {};
  readonly _links: {
    readonly self?: { readonly href: string }[];
    readonly collection?: { readonly href: string }[];
    readonly about?: { readonly href: string }[];
    readonly author?: { readonly embeddable: true; readonly href: string }[];
    readonly replies?: { readonly embeddable: true; readonly href: string }[];
    readonly 'version-history'?: { readonly count: number; readonly href: string }[];
    readonly 'predecessor-version'?: { readonly id: number; readonly href: string }[];
    readonly up?: { readonly embeddable: true; readonly href: string }[];
    readonly 'wp:featuredmedia'?: { readonly embeddable: true; readonly href: string }[];
    readonly 'wp:attachment'?: { readonly href: string }[];
    readonly 'wp:action-publish'?: { readonly href: string }[];
    readonly 'wp:action-assign-author'?: { readonly href: string }[];
    readonly curies?: { readonly name: 'wp'; readonly href: string; readonly templated: true }[];
  };
  readonly _embedded?: {
    readonly author?: Embedded[];
    readonly replies?: Embedded[];
    readonly up?: Embedded[];
    readonly 'wp:featuredmedia'?: Embedded[];
  };
};
export type PageEmbed = {
  readonly id: number;
  readonly slug: string;
  readonly type: 'page';
  readonly link: string;
  readonly date: string | null;
  readonly title: { readonly rendered: string };
  readonly excerpt: { readonly rendered: string; readonly protected: boolean };
  readonly author: number;
  readonly featured_media: number;
  readonly _links: {
    readonly self?: { readonly href: string }[];
    readonly collection?: { readonly href: string }[];
    readonly about?: { readonly href: string }[];
    readonly author?: { readonly embeddable: true; readonly href: string }[];
    readonly replies?: { readonly embeddable: true; readonly href: string }[];
    readonly 'version-history'?: { readonly count: number; readonly href: string }[];
    readonly 'predecessor-version'?: { readonly id: number; readonly href: string }[];
    readonly up?: { readonly embeddable: true; readonly href: string }[];
    readonly 'wp:featuredmedia'?: { readonly embeddable: true; readonly href: string }[];
    readonly 'wp:attachment'?: { readonly href: string }[];
    readonly 'wp:action-publish'?: { readonly href: string }[];
    readonly 'wp:action-assign-author'?: { readonly href: string }[];
    readonly curies?: { readonly name: 'wp'; readonly href: string; readonly templated: true }[];
  };
  readonly _embedded?: {
    readonly author?: Embedded[];
    readonly replies?: Embedded[];
    readonly up?: Embedded[];
    readonly 'wp:featuredmedia'?: Embedded[];
  };
};
export type PageRevisionView = {
  readonly author: number;
  readonly date: string;
  readonly date_gmt: string;
  readonly id: number;
  readonly modified: string;
  readonly modified_gmt: string;
  readonly parent: number;
  readonly slug: string;
  readonly guid: { readonly rendered: string };
  readonly title: { readonly rendered: string };
  readonly content: { readonly rendered: string };
  readonly excerpt: { readonly rendered: string };
  readonly _links: { readonly parent?: { readonly href: string }[] };
  readonly _embedded?: {};
};
export type PageRevisionEdit = {
  readonly author: number;
  readonly date: string;
  readonly date_gmt: string;
  readonly id: number;
  readonly modified: string;
  readonly modified_gmt: string;
  readonly parent: number;
  readonly slug: string;
  readonly guid: { readonly raw: string; readonly rendered: string };
  readonly title: { readonly raw: string; readonly rendered: string };
  readonly content: { readonly raw: string; readonly rendered: string };
  readonly excerpt: { readonly raw: string; readonly rendered: string };
  readonly _links: { readonly parent?: { readonly href: string }[] };
  readonly _embedded?: {};
};
export type PageRevisionEmbed = {
  readonly author: number;
  readonly date: string;
  readonly id: number;
  readonly parent: number;
  readonly slug: string;
  readonly title: { readonly rendered: string };
  readonly excerpt: { readonly rendered: string };
  readonly _links: { readonly parent?: { readonly href: string }[] };
  readonly _embedded?: {};
};
export type AttachmentView = {
  readonly date: string | null;
  readonly date_gmt: string | null;
  readonly modified: string | null;
  readonly modified_gmt: string | null;
  readonly id: number;
  readonly guid: { readonly rendered: string };
  readonly slug: string;
  readonly type: 'attachment';
  readonly link: string;
  readonly status: 'publish' | 'future' | 'draft' | 'pending' | 'private' | 'trash' | 'auto-draft' | 'inherit';
  readonly title: { readonly rendered: string };
  readonly author: number;
  readonly comment_status: 'open' | 'closed';
  readonly ping_status: 'open' | 'closed';
  readonly meta: [] | {};
  readonly template: string;
  readonly alt_text: string;
  readonly caption: { readonly rendered: string };
  readonly description: { readonly rendered: string };
  readonly media_type: 'image' | 'file';
  readonly mime_type: string;
  readonly media_details:
    | {}
    | {
        readonly width: number;
        readonly height: number;
        readonly file: string;
        readonly sizes:
          | []
          | Record<
              string,
              {
                readonly file: string;
                readonly width: number;
                readonly height: number;
                readonly mime_type: string;
                readonly source_url: string;
              }
            >;
        readonly image_meta?: {
          readonly aperture: string | number;
          readonly credit: string;
          readonly camera: string;
          readonly caption: string;
          readonly created_timestamp: string | number;
          readonly copyright: string;
          readonly focal_length: string | number;
          readonly iso: string | number;
          readonly shutter_speed: string | number;
          readonly title: string;
          readonly orientation: string | number;
          readonly keywords: string[];
        };
      }
    | {
        readonly filesize: number;
        readonly mime_type: string;
        readonly sizes: Record<
          string,
          {
            readonly file: string;
            readonly width: number;
            readonly height: number;
            readonly mime_type: string;
            readonly source_url: string;
          }
        >;
        readonly audio?: Record<string, string | number | boolean>;
      };
  readonly post: number | null;
  readonly source_url: string;
  readonly _links: {
    readonly self?: { readonly href: string }[];
    readonly collection?: { readonly href: string }[];
    readonly about?: { readonly href: string }[];
    readonly author?: { readonly embeddable: true; readonly href: string }[];
    readonly replies?: { readonly embeddable: true; readonly href: string }[];
    readonly 'wp:action-assign-author'?: { readonly href: string }[];
    readonly curies?: { readonly name: 'wp'; readonly href: string; readonly templated: true }[];
  };
  readonly _embedded?: { readonly author?: Embedded[]; readonly replies?: Embedded[] };
};
export type AttachmentEdit = {
  readonly date: string | null;
  readonly date_gmt: string | null;
  readonly modified: string | null;
  readonly modified_gmt: string | null;
  readonly id: number;
  readonly guid: { readonly raw: string; readonly rendered: string };
  readonly slug: string;
  readonly type: 'attachment';
  readonly link: string;
  readonly status: 'publish' | 'future' | 'draft' | 'pending' | 'private' | 'trash' | 'auto-draft' | 'inherit';
  readonly title: { readonly raw: string; readonly rendered: string };
  readonly author: number;
  readonly comment_status: 'open' | 'closed';
  readonly ping_status: 'open' | 'closed';
  readonly meta: [] | {};
  readonly template: string;
  readonly alt_text: string;
  readonly caption: { readonly raw: string; readonly rendered: string };
  readonly description: { readonly raw: string; readonly rendered: string };
  readonly media_type: 'image' | 'file';
  readonly mime_type: string;
  readonly media_details:
    | {}
    | {
        readonly width: number;
        readonly height: number;
        readonly file: string;
        readonly sizes:
          | []
          | Record<
              string,
              {
                readonly file: string;
                readonly width: number;
                readonly height: number;
                readonly mime_type: string;
                readonly source_url: string;
              }
            >;
        readonly image_meta?: {
          readonly aperture: string | number;
          readonly credit: string;
          readonly camera: string;
          readonly caption: string;
          readonly created_timestamp: string | number;
          readonly copyright: string;
          readonly focal_length: string | number;
          readonly iso: string | number;
          readonly shutter_speed: string | number;
          readonly title: string;
          readonly orientation: string | number;
          readonly keywords: string[];
        };
      }
    | {
        readonly filesize: number;
        readonly mime_type: string;
        readonly sizes: Record<
          string,
          {
            readonly file: string;
            readonly width: number;
            readonly height: number;
            readonly mime_type: string;
            readonly source_url: string;
          }
        >;
        readonly audio?: Record<string, string | number | boolean>;
      };
  readonly post: number | null;
  readonly source_url: string;
  readonly _links: {
    readonly self?: { readonly href: string }[];
    readonly collection?: { readonly href: string }[];
    readonly about?: { readonly href: string }[];
    readonly author?: { readonly embeddable: true; readonly href: string }[];
    readonly replies?: { readonly embeddable: true; readonly href: string }[];
    readonly 'wp:action-assign-author'?: { readonly href: string }[];
    readonly curies?: { readonly name: 'wp'; readonly href: string; readonly templated: true }[];
  };
  readonly _embedded?: { readonly author?: Embedded[]; readonly replies?: Embedded[] };
};
export type AttachmentEmbed = {
  readonly date: string | null;
  readonly id: number;
  readonly slug: string;
  readonly type: 'attachment';
  readonly link: string;
  readonly title: { readonly rendered: string };
  readonly author: number;
  readonly alt_text: string;
  readonly caption: { readonly rendered: string };
  readonly media_type: 'image' | 'file';
  readonly mime_type: string;
  readonly media_details:
    | {}
    | {
        readonly width: number;
        readonly height: number;
        readonly file: string;
        readonly sizes:
          | []
          | Record<
              string,
              {
                readonly file: string;
                readonly width: number;
                readonly height: number;
                readonly mime_type: string;
                readonly source_url: string;
              }
            >;
        readonly image_meta?: {
          readonly aperture: string | number;
          readonly credit: string;
          readonly camera: string;
          readonly caption: string;
          readonly created_timestamp: string | number;
          readonly copyright: string;
          readonly focal_length: string | number;
          readonly iso: string | number;
          readonly shutter_speed: string | number;
          readonly title: string;
          readonly orientation: string | number;
          readonly keywords: string[];
        };
      }
    | {
        readonly filesize: number;
        readonly mime_type: string;
        readonly sizes: Record<
          string,
          {
            readonly file: string;
            readonly width: number;
            readonly height: number;
            readonly mime_type: string;
            readonly source_url: string;
          }
        >;
        readonly audio?: Record<string, string | number | boolean>;
      };
  readonly source_url: string;
  readonly _links: {
    readonly self?: { readonly href: string }[];
    readonly collection?: { readonly href: string }[];
    readonly about?: { readonly href: string }[];
    readonly author?: { readonly embeddable: true; readonly href: string }[];
    readonly replies?: { readonly embeddable: true; readonly href: string }[];
    readonly 'wp:action-assign-author'?: { readonly href: string }[];
    readonly curies?: { readonly name: 'wp'; readonly href: string; readonly templated: true }[];
  };
  readonly _embedded?: { readonly author?: Embedded[]; readonly replies?: Embedded[] };
};
export type TypeView = {
  readonly description: string;
  readonly hierarchical: boolean;
  readonly name: string;
  readonly slug: string;
  readonly taxonomies: string[];
  readonly rest_base: string;
  readonly _links: {
    readonly collection?: { readonly href: string }[];
    readonly 'wp:items'?: { readonly href: string }[];
    readonly curies?: { readonly name: 'wp'; readonly href: string; readonly templated: true }[];
  };
  readonly _embedded?: {};
};
export type TypeEdit = {
  readonly capabilities: Record<string, string>;
  readonly description: string;
  readonly hierarchical: boolean;
  readonly viewable: boolean;
  readonly labels: Record<string, string | null>;
  readonly name: string;
  readonly slug: string;
  readonly supports: Record<string, true>;
  readonly taxonomies: string[];
  readonly rest_base: string;
  readonly _links: {
    readonly collection?: { readonly href: string }[];
    readonly 'wp:items'?: { readonly href: string }[];
    readonly curies?: { readonly name: 'wp'; readonly href: string; readonly templated: true }[];
  };
  readonly _embedded?: {};
};
export type TypeEmbed = {
  readonly name: string;
  readonly slug: string;
  readonly rest_base: string;
  readonly _links: {
    readonly collection?: { readonly href: string }[];
    readonly 'wp:items'?: { readonly href: string }[];
    readonly curies?: { readonly name: 'wp'; readonly href: string; readonly templated: true }[];
  };
  readonly _embedded?: {};
};
export type StatusView = {
  readonly name: string;
  readonly public: boolean;
  readonly queryable: boolean;
  readonly slug: string;
  readonly _links: { readonly archives?: { readonly href: string }[] };
  readonly _embedded?: {};
};
export type StatusEdit = {
  readonly name: string;
  readonly private: boolean;
  readonly protected: boolean;
  readonly public: boolean;
  readonly queryable: boolean;
  readonly show_in_list: boolean;
  readonly slug: string;
  readonly _links: { readonly archives?: { readonly href: string }[] };
  readonly _embedded?: {};
};
export type StatusEmbed = {
  readonly name: string;
  readonly slug: string;
  readonly _links: { readonly archives?: { readonly href: string }[] };
  readonly _embedded?: {};
};
export type TaxonomyView = {
  readonly description: string;
  readonly hierarchical: boolean;
  readonly name: string;
  readonly slug: string;
  readonly types: string[];
  readonly rest_base: string;
  readonly _links: {
    readonly collection?: { readonly href: string }[];
    readonly 'wp:items'?: { readonly href: string }[];
    readonly curies?: { readonly name: 'wp'; readonly href: string; readonly templated: true }[];
  };
  readonly _embedded?: {};
};
export type TaxonomyEdit = {
  readonly capabilities: Record<string, string>;
  readonly description: string;
  readonly hierarchical: boolean;
  readonly labels: Record<string, string | null>;
  readonly name: string;
  readonly slug: string;
  readonly show_cloud: boolean;
  readonly types: string[];
  readonly rest_base: string;
  readonly _links: {
    readonly collection?: { readonly href: string }[];
    readonly 'wp:items'?: { readonly href: string }[];
    readonly curies?: { readonly name: 'wp'; readonly href: string; readonly templated: true }[];
  };
  readonly _embedded?: {};
};
export type TaxonomyEmbed = {
  readonly name: string;
  readonly slug: string;
  readonly rest_base: string;
  readonly _links: {
    readonly collection?: { readonly href: string }[];
    readonly 'wp:items'?: { readonly href: string }[];
    readonly curies?: { readonly name: 'wp'; readonly href: string; readonly templated: true }[];
  };
  readonly _embedded?: {};
};
export type CategoryView = {
  readonly id: number;
  readonly count: number;
  readonly description: string;
  readonly link: string;
  readonly name: string;
  readonly slug: string;
  readonly taxonomy: 'category';
  readonly parent: number;
  readonly meta: [] | {};
  readonly _links: {
    readonly self?: { readonly href: string }[];
    readonly collection?: { readonly href: string }[];
    readonly about?: { readonly href: string }[];
    readonly up?: { readonly embeddable: true; readonly href: string }[];
    readonly 'wp:post_type'?: { readonly href: string }[];
    readonly curies?: { readonly name: 'wp'; readonly href: string; readonly templated: true }[];
  };
  readonly _embedded?: { readonly up?: Embedded[] };
};
export type CategoryEdit = {
  readonly id: number;
  readonly count: number;
  readonly description: string;
  readonly link: string;
  readonly name: string;
  readonly slug: string;
  readonly taxonomy: 'category';
  readonly parent: number;
  readonly meta: [] | {};
  readonly _links: {
    readonly self?: { readonly href: string }[];
    readonly collection?: { readonly href: string }[];
    readonly about?: { readonly href: string }[];
    readonly up?: { readonly embeddable: true; readonly href: string }[];
    readonly 'wp:post_type'?: { readonly href: string }[];
    readonly curies?: { readonly name: 'wp'; readonly href: string; readonly templated: true }[];
  };
  readonly _embedded?: { readonly up?: Embedded[] };
};
export type CategoryEmbed = {
  readonly id: number;
  readonly link: string;
  readonly name: string;
  readonly slug: string;
  readonly taxonomy: 'category';
  readonly _links: {
    readonly self?: { readonly href: string }[];
    readonly collection?: { readonly href: string }[];
    readonly about?: { readonly href: string }[];
    readonly up?: { readonly embeddable: true; readonly href: string }[];
    readonly 'wp:post_type'?: { readonly href: string }[];
    readonly curies?: { readonly name: 'wp'; readonly href: string; readonly templated: true }[];
  };
  readonly _embedded?: { readonly up?: Embedded[] };
};
export type TagView = {
  readonly id: number;
  readonly count: number;
  readonly description: string;
  readonly link: string;
  readonly name: string;
  readonly slug: string;
  readonly taxonomy: 'post_tag';
  readonly meta: [] | {};
  readonly _links: {
    readonly self?: { readonly href: string }[];
    readonly collection?: { readonly href: string }[];
    readonly about?: { readonly href: string }[];
    readonly up?: { readonly embeddable: true; readonly href: string }[];
    readonly 'wp:post_type'?: { readonly href: string }[];
    readonly curies?: { readonly name: 'wp'; readonly href: string; readonly templated: true }[];
  };
  readonly _embedded?: { readonly up?: Embedded[] };
};
export type TagEdit = {
  readonly id: number;
  readonly count: number;
  readonly description: string;
  readonly link: string;
  readonly name: string;
  readonly slug: string;
  readonly taxonomy: 'post_tag';
  readonly meta: [] | {};
  readonly _links: {
    readonly self?: { readonly href: string }[];
    readonly collection?: { readonly href: string }[];
    readonly about?: { readonly href: string }[];
    readonly up?: { readonly embeddable: true; readonly href: string }[];
    readonly 'wp:post_type'?: { readonly href: string }[];
    readonly curies?: { readonly name: 'wp'; readonly href: string; readonly templated: true }[];
  };
  readonly _embedded?: { readonly up?: Embedded[] };
};
export type TagEmbed = {
  readonly id: number;
  readonly link: string;
  readonly name: string;
  readonly slug: string;
  readonly taxonomy: 'post_tag';
  readonly _links: {
    readonly self?: { readonly href: string }[];
    readonly collection?: { readonly href: string }[];
    readonly about?: { readonly href: string }[];
    readonly up?: { readonly embeddable: true; readonly href: string }[];
    readonly 'wp:post_type'?: { readonly href: string }[];
    readonly curies?: { readonly name: 'wp'; readonly href: string; readonly templated: true }[];
  };
  readonly _embedded?: { readonly up?: Embedded[] };
};
export type UserView = {
  readonly id: number;
  readonly name: string;
  readonly url: string;
  readonly description: string;
  readonly link: string;
  readonly slug: string;
  readonly avatar_urls: { readonly '24': string; readonly '48': string; readonly '96': string };
  readonly meta: [] | {};
  readonly _links: { readonly self?: { readonly href: string }[]; readonly collection?: { readonly href: string }[] };
  readonly _embedded?: {};
};
export type UserEdit = {
  readonly id: number;
  readonly username: string;
  readonly name: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly email: string;
  readonly url: string;
  readonly description: string;
  readonly link: string;
  readonly locale: string;
  readonly nickname: string;
  readonly slug: string;
  readonly registered_date: string;
  readonly roles: string[];
  readonly capabilities: Record<string, boolean>;
  readonly extra_capabilities: Record<string, boolean>;
  readonly avatar_urls: { readonly '24': string; readonly '48': string; readonly '96': string };
  readonly meta: [] | {};
  readonly _links: { readonly self?: { readonly href: string }[]; readonly collection?: { readonly href: string }[] };
  readonly _embedded?: {};
};
export type UserEmbed = {
  readonly id: number;
  readonly name: string;
  readonly url: string;
  readonly description: string;
  readonly link: string;
  readonly slug: string;
  readonly avatar_urls: { readonly '24': string; readonly '48': string; readonly '96': string };
  readonly _links: { readonly self?: { readonly href: string }[]; readonly collection?: { readonly href: string }[] };
  readonly _embedded?: {};
};
export type CommentView = {
  readonly id: number;
  readonly author: number;
  readonly author_name: string;
  readonly author_url: string;
  readonly content: { readonly rendered: string };
  readonly date: string;
  readonly date_gmt: string;
  readonly link: string;
  readonly parent: number;
  readonly post: number;
  readonly status: string;
  readonly type: string;
  readonly author_avatar_urls: { readonly '24': string; readonly '48': string; readonly '96': string };
  readonly meta: [] | {};
  readonly _links: {
    readonly self?: { readonly href: string }[];
    readonly collection?: { readonly href: string }[];
    readonly author?: { readonly embeddable: true; readonly href: string }[];
    readonly up?: { readonly embeddable: true; readonly post_type: string; readonly href: string }[];
    readonly 'in-reply-to'?: { readonly embeddable: true; readonly href: string }[];
    readonly children?: { readonly href: string }[];
  };
  readonly _embedded?: { readonly author?: Embedded[]; readonly up?: Embedded[]; readonly 'in-reply-to'?: Embedded[] };
};
export type CommentEdit = {
  readonly id: number;
  readonly author: number;
  readonly author_email: string;
  readonly author_ip: string;
  readonly author_name: string;
  readonly author_url: string;
  readonly author_user_agent: string;
  readonly content: { readonly raw: string; readonly rendered: string };
  readonly date: string;
  readonly date_gmt: string;
  readonly link: string;
  readonly parent: number;
  readonly post: number;
  readonly status: string;
  readonly type: string;
  readonly author_avatar_urls: { readonly '24': string; readonly '48': string; readonly '96': string };
  readonly meta: [] | {};
  readonly _links: {
    readonly self?: { readonly href: string }[];
    readonly collection?: { readonly href: string }[];
    readonly author?: { readonly embeddable: true; readonly href: string }[];
    readonly up?: { readonly embeddable: true; readonly post_type: string; readonly href: string }[];
    readonly 'in-reply-to'?: { readonly embeddable: true; readonly href: string }[];
    readonly children?: { readonly href: string }[];
  };
  readonly _embedded?: { readonly author?: Embedded[]; readonly up?: Embedded[]; readonly 'in-reply-to'?: Embedded[] };
};
export type CommentEmbed = {
  readonly id: number;
  readonly author: number;
  readonly author_name: string;
  readonly author_url: string;
  readonly content: { readonly rendered: string };
  readonly date: string;
  readonly link: string;
  readonly parent: number;
  readonly type: string;
  readonly author_avatar_urls: { readonly '24': string; readonly '48': string; readonly '96': string };
  readonly _links: {
    readonly self?: { readonly href: string }[];
    readonly collection?: { readonly href: string }[];
    readonly author?: { readonly embeddable: true; readonly href: string }[];
    readonly up?: { readonly embeddable: true; readonly post_type: string; readonly href: string }[];
    readonly 'in-reply-to'?: { readonly embeddable: true; readonly href: string }[];
    readonly children?: { readonly href: string }[];
  };
  readonly _embedded?: { readonly author?: Embedded[]; readonly up?: Embedded[]; readonly 'in-reply-to'?: Embedded[] };
};
export type SettingsView = {
  readonly title: string;
  readonly description: string;
  readonly url: string;
  readonly email: string;
  readonly timezone: string;
  readonly date_format: string;
  readonly time_format: string;
  readonly start_of_week: number;
  readonly language: string;
  readonly use_smilies: boolean;
  readonly default_category: number;
  readonly default_post_format: string;
  readonly posts_per_page: number;
  readonly default_ping_status: 'open' | 'closed';
  readonly default_comment_status: 'open' | 'closed';
};
export type SettingsEdit = {
  readonly title: string;
  readonly description: string;
  readonly url: string;
  readonly email: string;
  readonly timezone: string;
  readonly date_format: string;
  readonly time_format: string;
  readonly start_of_week: number;
  readonly language: string;
  readonly use_smilies: boolean;
  readonly default_category: number;
  readonly default_post_format: string;
  readonly posts_per_page: number;
  readonly default_ping_status: 'open' | 'closed';
  readonly default_comment_status: 'open' | 'closed';
};
export type SettingsEmbed = {
  readonly title: string;
  readonly description: string;
  readonly url: string;
  readonly email: string;
  readonly timezone: string;
  readonly date_format: string;
  readonly time_format: string;
  readonly start_of_week: number;
  readonly language: string;
  readonly use_smilies: boolean;
  readonly default_category: number;
  readonly default_post_format: string;
  readonly posts_per_page: number;
  readonly default_ping_status: 'open' | 'closed';
  readonly default_comment_status: 'open' | 'closed';
};
export type Refusal = {
  readonly code: string;
  readonly message: string;
  readonly data: { readonly status: number; readonly params?: Record<string, string> | string[] } | null;
};
type Item =
  | PostEmbed
  | PostRevisionEmbed
  | PageEmbed
  | PageRevisionEmbed
  | AttachmentEmbed
  | TypeEmbed
  | StatusEmbed
  | TaxonomyEmbed
  | CategoryEmbed
  | TagEmbed
  | UserEmbed
  | CommentEmbed
  | SettingsEmbed
  | Refusal;
export type Embedded = Item | Item[];
export interface Routes {
  '/': {
    /** Describe the site and every route. */ readonly GET: {
      readonly input: { readonly context?: string | number | boolean };
      readonly view: unknown;
      readonly edit: unknown;
      readonly embed: unknown;
    };
  };
  '/oembed/1.0': {
    /** Describe the routes of oembed/1.0. */ readonly GET: {
      readonly input: { readonly namespace?: string; readonly context?: string | number | boolean };
      readonly view: unknown;
      readonly edit: unknown;
      readonly embed: unknown;
    };
  };
  '/oembed/1.0/embed': {
    /** Describe a public post of this site to pages that embed it. */ readonly GET: {
      readonly input: {
        /** Address of the post. */ readonly url: string /** Form of the answer, json or xml. */;
        readonly format?: string | number | boolean /** Largest width of the embed in pixels. */;
        readonly maxwidth?: string | number | boolean;
      };
      readonly view: unknown;
      readonly edit: unknown;
      readonly embed: unknown;
    };
  };
  '/oembed/1.0/proxy': {
    /** Find out how an address anywhere can be embedded. */ readonly GET: {
      readonly input: {
        /** Address to embed. */ readonly url: string /** Form of the answer. */;
        readonly format?: 'json' | 'xml' /** Largest width of the embed in pixels. */;
        readonly maxwidth?: string | number | boolean /** Largest height of the embed in pixels. */;
        readonly maxheight?: string | number | boolean /** Whether to ask pages of providers that are not known. */;
        readonly discover?: boolean;
      };
      readonly view: unknown;
      readonly edit: unknown;
      readonly embed: unknown;
    };
  };
  '/forms/v1': {
    /** Describe the routes of forms/v1. */ readonly GET: {
      readonly input: { readonly namespace?: string; readonly context?: string | number | boolean };
      readonly view: unknown;
      readonly edit: unknown;
      readonly embed: unknown;
    };
  };
  '/forms/v1/contact-forms': {
    /** List the forms. */ readonly GET: {
      readonly input: {};
      readonly view: unknown;
      readonly edit: unknown;
      readonly embed: unknown;
    } /** Make a form, or show what it would be. */;
    readonly POST: { readonly input: {}; readonly view: unknown; readonly edit: unknown; readonly embed: unknown };
  };
  '/forms/v1/contact-forms/{id}': {
    /** Show a form. */ readonly GET: {
      readonly input: {};
      readonly view: unknown;
      readonly edit: unknown;
      readonly embed: unknown;
    } /** Change a form, or show what it would become. */;
    readonly POST: {
      readonly input: {};
      readonly view: unknown;
      readonly edit: unknown;
      readonly embed: unknown;
    } /** Change a form, or show what it would become. */;
    readonly PUT: {
      readonly input: {};
      readonly view: unknown;
      readonly edit: unknown;
      readonly embed: unknown;
    } /** Change a form, or show what it would become. */;
    readonly PATCH: {
      readonly input: {};
      readonly view: unknown;
      readonly edit: unknown;
      readonly embed: unknown;
    } /** Remove a form for good. */;
    readonly DELETE: { readonly input: {}; readonly view: unknown; readonly edit: unknown; readonly embed: unknown };
  };
  '/forms/v1/contact-forms/{id}/feedback': {
    /** Send a form. */ readonly POST: {
      readonly input: {};
      readonly view: unknown;
      readonly edit: unknown;
      readonly embed: unknown;
    };
  };
  '/forms/v1/contact-forms/{id}/refill': {
    /** Give a shown form new questions. */ readonly GET: {
      readonly input: {};
      readonly view: unknown;
      readonly edit: unknown;
      readonly embed: unknown;
    };
  };
  '/cache/v1': {
    /** Describe the routes of cache/v1. */ readonly GET: {
      readonly input: { readonly namespace?: string; readonly context?: string | number | boolean };
      readonly view: unknown;
      readonly edit: unknown;
      readonly embed: unknown;
    };
  };
  '/cache/v1/toggle_crawler_state': {
    /** Switch one crawler on or off. */ readonly POST: {
      readonly input: {};
      readonly view: unknown;
      readonly edit: unknown;
      readonly embed: unknown;
    };
  };
  '/cache/v1/tool/check_ip': {
    /** Tell from which address this site calls others. */ readonly GET: {
      readonly input: {};
      readonly view: unknown;
      readonly edit: unknown;
      readonly embed: unknown;
    };
  };
  '/cache/v1/ip_validate': {
    /** Prove that this address is the site that holds the key. */ readonly POST: {
      readonly input: {};
      readonly view: unknown;
      readonly edit: unknown;
      readonly embed: unknown;
    };
  };
  '/cache/v1/token': {
    /** Prove that the site holds the token. */ readonly POST: {
      readonly input: {};
      readonly view: unknown;
      readonly edit: unknown;
      readonly embed: unknown;
    } /** Tell the service that it can reach this site. */;
    readonly GET: { readonly input: {}; readonly view: unknown; readonly edit: unknown; readonly embed: unknown };
  };
  '/cache/v1/ping': {
    /** Say that the toolset is here, and its version. */ readonly GET: {
      readonly input: {};
      readonly view: unknown;
      readonly edit: unknown;
      readonly embed: unknown;
    };
  };
  '/cache/v1/apikey': {
    /** Take the key that the service made for this site. */ readonly POST: {
      readonly input: {};
      readonly view: unknown;
      readonly edit: unknown;
      readonly embed: unknown;
    };
  };
  '/cache/v1/cdn_status': {
    /** Take in how the set-up of the delivery network goes. */ readonly POST: {
      readonly input: {};
      readonly view: unknown;
      readonly edit: unknown;
      readonly embed: unknown;
    };
  };
  '/cache/v1/notify_img': {
    /** Take in which pictures are ready. */ readonly POST: {
      readonly input: {};
      readonly view: unknown;
      readonly edit: unknown;
      readonly embed: unknown;
    };
  };
  '/cache/v1/notify_ucss': {
    /** Take in the styles that pages use. */ readonly POST: {
      readonly input: {};
      readonly view: unknown;
      readonly edit: unknown;
      readonly embed: unknown;
    };
  };
  '/cache/v1/notify_vpi': {
    /** Take in the pictures on the first screens of pages. */ readonly POST: {
      readonly input: {};
      readonly view: unknown;
      readonly edit: unknown;
      readonly embed: unknown;
    };
  };
  '/cache/v1/err_domains': {
    /** Confirm an address that the service had refused. */ readonly POST: {
      readonly input: {};
      readonly view: unknown;
      readonly edit: unknown;
      readonly embed: unknown;
    };
  };
  '/cache/v1/check_img': {
    /** Show how far the pictures are, and one of them in full. */ readonly POST: {
      readonly input: {};
      readonly view: unknown;
      readonly edit: unknown;
      readonly embed: unknown;
    };
  };
  '/popups/v1': {
    /** Describe the routes of popups/v1. */ readonly GET: {
      readonly input: { readonly namespace?: string; readonly context?: string | number | boolean };
      readonly view: unknown;
      readonly edit: unknown;
      readonly embed: unknown;
    };
  };
  '/popups/v1/analytics': {
    /** Count an event of a popup. */ readonly GET: {
      readonly input: {
        /** What happened: open or conversion. */ readonly event: string /** Number of the popup. */;
        readonly pid: string | number | boolean;
      };
      readonly view: unknown;
      readonly edit: unknown;
      readonly embed: unknown;
    };
  };
  '/wp/v2': {
    /** Describe the routes of wp/v2. */ readonly GET: {
      readonly input: { readonly namespace?: string; readonly context?: string | number | boolean };
      readonly view: unknown;
      readonly edit: unknown;
      readonly embed: unknown;
    };
  };
  '/wp/v2/posts': {
    /** List posts. */ readonly GET: {
      readonly input: {
        /** How much to show: to readers, inside another answer, or to editors. */ readonly context?:
          | 'view'
          | 'embed'
          | 'edit' /** Page of the list. */;
        readonly page?: number /** How many items a page holds. */;
        readonly per_page?: number /** Words to look for. */;
        readonly search?: string /** Only what was published after this date. */;
        readonly after?: string /** Only what these users wrote. */;
        readonly author?: readonly number[] /** Leave out what these users wrote. */;
        readonly author_exclude?: readonly number[] /** Only what was published before this date. */;
        readonly before?: string /** Leave these ids out. */;
        readonly exclude?: readonly number[] /** Only these ids. */;
        readonly include?: readonly number[] /** How many items to skip; replaces page. */;
        readonly offset?: number /** Upwards or downwards. */;
        readonly order?: 'asc' | 'desc' /** What to sort by. */;
        readonly orderby?:
          | 'author'
          | 'date'
          | 'id'
          | 'include'
          | 'modified'
          | 'parent'
          | 'relevance'
          | 'slug'
          | 'include_slugs'
          | 'title' /** Only these slugs. */;
        readonly slug?:
          | string
          | readonly string[] /** Only in these states; others than the default ask for authority. */;
        readonly status?: readonly (
          | 'publish'
          | 'future'
          | 'draft'
          | 'pending'
          | 'private'
          | 'trash'
          | 'auto-draft'
          | 'inherit'
          | 'request-pending'
          | 'request-confirmed'
          | 'request-failed'
          | 'request-completed'
          | 'any'
        )[] /** Only with at least one of these categories. */;
        readonly categories?: readonly number[] /** Leave out what has one of these categories. */;
        readonly categories_exclude?: readonly number[] /** Only with at least one of these tags. */;
        readonly tags?: readonly number[] /** Leave out what has one of these tags. */;
        readonly tags_exclude?: readonly number[] /** Only sticky ones, or only the others. */;
        readonly sticky?: boolean;
      };
      readonly view: PostView[];
      readonly edit: PostEdit[];
      readonly embed: PostEmbed[];
    } /** Make a post. */;
    readonly POST: {
      readonly input: {
        /** Name that stands in the address, unique within the type. */ readonly slug?: string /** Date of publication, in the site's time. */;
        readonly date?: string /** Date of publication, in GMT. */;
        readonly date_gmt?: string /** State it is in. */;
        readonly status?:
          | 'publish'
          | 'future'
          | 'draft'
          | 'pending'
          | 'private'
          | null /** Password that opens content and excerpt. */;
        readonly password?: string /** Title. */;
        readonly title?: string | { readonly raw: string } /** Content. */;
        readonly content?: string | { readonly raw: string } /** Excerpt. */;
        readonly excerpt?: string | { readonly raw: string } /** Number of the user who wrote it. */;
        readonly author?: number /** Number of the image that stands for it. */;
        readonly featured_media?: number /** Whether it takes comments. */;
        readonly comment_status?: 'open' | 'closed' /** Whether it takes pings from other sites. */;
        readonly ping_status?: 'open' | 'closed' /** Whether it is kept on top. */;
        readonly sticky?: boolean /** Template the site shows it with. */;
        readonly template?: string /** What sort of post it is. */;
        readonly format?:
          | 'standard'
          | 'aside'
          | 'chat'
          | 'gallery'
          | 'link'
          | 'image'
          | 'quote'
          | 'status'
          | 'video'
          | 'audio' /** Further values by key. */;
        readonly meta?: Readonly<Record<string, unknown>> /** Categories it is filed under. */;
        readonly categories?: readonly number[] /** Tags it is filed under. */;
        readonly tags?: readonly number[];
      };
      readonly view: PostEdit | PostView;
      readonly edit: PostEdit | PostView;
      readonly embed: PostEdit | PostView;
    };
  };
  '/wp/v2/posts/{id}': {
    /** Show a post. */ readonly GET: {
      readonly input: {
        /** How much to show: to readers, inside another answer, or to editors. */ readonly context?:
          | 'view'
          | 'embed'
          | 'edit' /** Password of a protected post. */;
        readonly password?: string;
      };
      readonly view: PostView;
      readonly edit: PostEdit;
      readonly embed: PostEmbed;
    } /** Change a post. */;
    readonly POST: {
      readonly input: {
        /** Name that stands in the address, unique within the type. */ readonly slug?: string /** Date of publication, in the site's time. */;
        readonly date?: string /** Date of publication, in GMT. */;
        readonly date_gmt?: string /** State it is in. */;
        readonly status?:
          | 'publish'
          | 'future'
          | 'draft'
          | 'pending'
          | 'private'
          | null /** Password that opens content and excerpt. */;
        readonly password?: string /** Title. */;
        readonly title?: string | { readonly raw: string } /** Content. */;
        readonly content?: string | { readonly raw: string } /** Excerpt. */;
        readonly excerpt?: string | { readonly raw: string } /** Number of the user who wrote it. */;
        readonly author?: number /** Number of the image that stands for it. */;
        readonly featured_media?: number /** Whether it takes comments. */;
        readonly comment_status?: 'open' | 'closed' /** Whether it takes pings from other sites. */;
        readonly ping_status?: 'open' | 'closed' /** Whether it is kept on top. */;
        readonly sticky?: boolean /** Template the site shows it with. */;
        readonly template?: string /** What sort of post it is. */;
        readonly format?:
          | 'standard'
          | 'aside'
          | 'chat'
          | 'gallery'
          | 'link'
          | 'image'
          | 'quote'
          | 'status'
          | 'video'
          | 'audio' /** Further values by key. */;
        readonly meta?: Readonly<Record<string, unknown>> /** Categories it is filed under. */;
        readonly categories?: readonly number[] /** Tags it is filed under. */;
        readonly tags?: readonly number[];
      };
      readonly view: PostEdit | PostView;
      readonly edit: PostEdit | PostView;
      readonly embed: PostEdit | PostView;
    } /** Change a post. */;
    readonly PUT: {
      readonly input: {
        /** Name that stands in the address, unique within the type. */ readonly slug?: string /** Date of publication, in the site's time. */;
        readonly date?: string /** Date of publication, in GMT. */;
        readonly date_gmt?: string /** State it is in. */;
        readonly status?:
          | 'publish'
          | 'future'
          | 'draft'
          | 'pending'
          | 'private'
          | null /** Password that opens content and excerpt. */;
        readonly password?: string /** Title. */;
        readonly title?: string | { readonly raw: string } /** Content. */;
        readonly content?: string | { readonly raw: string } /** Excerpt. */;
        readonly excerpt?: string | { readonly raw: string } /** Number of the user who wrote it. */;
        readonly author?: number /** Number of the image that stands for it. */;
        readonly featured_media?: number /** Whether it takes comments. */;
        readonly comment_status?: 'open' | 'closed' /** Whether it takes pings from other sites. */;
        readonly ping_status?: 'open' | 'closed' /** Whether it is kept on top. */;
        readonly sticky?: boolean /** Template the site shows it with. */;
        readonly template?: string /** What sort of post it is. */;
        readonly format?:
          | 'standard'
          | 'aside'
          | 'chat'
          | 'gallery'
          | 'link'
          | 'image'
          | 'quote'
          | 'status'
          | 'video'
          | 'audio' /** Further values by key. */;
        readonly meta?: Readonly<Record<string, unknown>> /** Categories it is filed under. */;
        readonly categories?: readonly number[] /** Tags it is filed under. */;
        readonly tags?: readonly number[];
      };
      readonly view: PostEdit | PostView;
      readonly edit: PostEdit | PostView;
      readonly embed: PostEdit | PostView;
    } /** Change a post. */;
    readonly PATCH: {
      readonly input: {
        /** Name that stands in the address, unique within the type. */ readonly slug?: string /** Date of publication, in the site's time. */;
        readonly date?: string /** Date of publication, in GMT. */;
        readonly date_gmt?: string /** State it is in. */;
        readonly status?:
          | 'publish'
          | 'future'
          | 'draft'
          | 'pending'
          | 'private'
          | null /** Password that opens content and excerpt. */;
        readonly password?: string /** Title. */;
        readonly title?: string | { readonly raw: string } /** Content. */;
        readonly content?: string | { readonly raw: string } /** Excerpt. */;
        readonly excerpt?: string | { readonly raw: string } /** Number of the user who wrote it. */;
        readonly author?: number /** Number of the image that stands for it. */;
        readonly featured_media?: number /** Whether it takes comments. */;
        readonly comment_status?: 'open' | 'closed' /** Whether it takes pings from other sites. */;
        readonly ping_status?: 'open' | 'closed' /** Whether it is kept on top. */;
        readonly sticky?: boolean /** Template the site shows it with. */;
        readonly template?: string /** What sort of post it is. */;
        readonly format?:
          | 'standard'
          | 'aside'
          | 'chat'
          | 'gallery'
          | 'link'
          | 'image'
          | 'quote'
          | 'status'
          | 'video'
          | 'audio' /** Further values by key. */;
        readonly meta?: Readonly<Record<string, unknown>> /** Categories it is filed under. */;
        readonly categories?: readonly number[] /** Tags it is filed under. */;
        readonly tags?: readonly number[];
      };
      readonly view: PostEdit | PostView;
      readonly edit: PostEdit | PostView;
      readonly embed: PostEdit | PostView;
    } /** Put a post into the trash, or remove it for good. */;
    readonly DELETE: {
      readonly input: { /** Remove it for good, past the trash. */ readonly force?: boolean };
      readonly view:
        | PostEdit
        | PostView
        | {
            readonly deleted: true;
            readonly previous:
              | {
                  readonly id: number;
                  readonly guid: { readonly raw: string; readonly rendered: string };
                  readonly slug: string;
                  readonly type: 'post';
                  readonly link: string;
                  readonly date: string | null;
                  readonly date_gmt: string | null;
                  readonly modified: string | null;
                  readonly modified_gmt: string | null;
                  readonly status:
                    | 'publish'
                    | 'future'
                    | 'draft'
                    | 'pending'
                    | 'private'
                    | 'trash'
                    | 'auto-draft'
                    | 'inherit';
                  readonly password: string;
                  readonly title: { readonly raw: string; readonly rendered: string };
                  readonly content: { readonly raw: string; readonly rendered: string; readonly protected: boolean };
                  readonly excerpt: { readonly raw: string; readonly rendered: string; readonly protected: boolean };
                  readonly author: number;
                  readonly featured_media: number;
                  readonly comment_status: 'open' | 'closed';
                  readonly ping_status: 'open' | 'closed';
                  readonly sticky: boolean;
                  readonly template: string;
                  readonly format:
                    | 'standard'
                    | 'aside'
                    | 'chat'
                    | 'gallery'
                    | 'link'
                    | 'image'
                    | 'quote'
                    | 'status'
                    | 'video'
                    | 'audio';
                  readonly meta: [] | {};
                  readonly categories: number[];
                  readonly tags: number[];
                }
              | {
                  readonly id: number;
                  readonly guid: { readonly rendered: string };
                  readonly slug: string;
                  readonly type: 'post';
                  readonly link: string;
                  readonly date: string | null;
                  readonly date_gmt: string | null;
                  readonly modified: string | null;
                  readonly modified_gmt: string | null;
                  readonly status:
                    | 'publish'
                    | 'future'
                    | 'draft'
                    | 'pending'
                    | 'private'
                    | 'trash'
                    | 'auto-draft'
                    | 'inherit';
                  readonly title: { readonly rendered: string };
                  readonly content: { readonly rendered: string; readonly protected: boolean };
                  readonly excerpt: { readonly rendered: string; readonly protected: boolean };
                  readonly author: number;
                  readonly featured_media: number;
                  readonly comment_status: 'open' | 'closed';
                  readonly ping_status: 'open' | 'closed';
                  readonly sticky: boolean;
                  readonly template: string;
                  readonly format:
                    | 'standard'
                    | 'aside'
                    | 'chat'
                    | 'gallery'
                    | 'link'
                    | 'image'
                    | 'quote'
                    | 'status'
                    | 'video'
                    | 'audio';
                  readonly meta: [] | {};
                  readonly categories: number[];
                  readonly tags: number[];
                };
          };
      readonly edit:
        | PostEdit
        | PostView
        | {
            readonly deleted: true;
            readonly previous:
              | {
                  readonly id: number;
                  readonly guid: { readonly raw: string; readonly rendered: string };
                  readonly slug: string;
                  readonly type: 'post';
                  readonly link: string;
                  readonly date: string | null;
                  readonly date_gmt: string | null;
                  readonly modified: string | null;
                  readonly modified_gmt: string | null;
                  readonly status:
                    | 'publish'
                    | 'future'
                    | 'draft'
                    | 'pending'
                    | 'private'
                    | 'trash'
                    | 'auto-draft'
                    | 'inherit';
                  readonly password: string;
                  readonly title: { readonly raw: string; readonly rendered: string };
                  readonly content: { readonly raw: string; readonly rendered: string; readonly protected: boolean };
                  readonly excerpt: { readonly raw: string; readonly rendered: string; readonly protected: boolean };
                  readonly author: number;
                  readonly featured_media: number;
                  readonly comment_status: 'open' | 'closed';
                  readonly ping_status: 'open' | 'closed';
                  readonly sticky: boolean;
                  readonly template: string;
                  readonly format:
                    | 'standard'
                    | 'aside'
                    | 'chat'
                    | 'gallery'
                    | 'link'
                    | 'image'
                    | 'quote'
                    | 'status'
                    | 'video'
                    | 'audio';
                  readonly meta: [] | {};
                  readonly categories: number[];
                  readonly tags: number[];
                }
              | {
                  readonly id: number;
                  readonly guid: { readonly rendered: string };
                  readonly slug: string;
                  readonly type: 'post';
                  readonly link: string;
                  readonly date: string | null;
                  readonly date_gmt: string | null;
                  readonly modified: string | null;
                  readonly modified_gmt: string | null;
                  readonly status:
                    | 'publish'
                    | 'future'
                    | 'draft'
                    | 'pending'
                    | 'private'
                    | 'trash'
                    | 'auto-draft'
                    | 'inherit';
                  readonly title: { readonly rendered: string };
                  readonly content: { readonly rendered: string; readonly protected: boolean };
                  readonly excerpt: { readonly rendered: string; readonly protected: boolean };
                  readonly author: number;
                  readonly featured_media: number;
                  readonly comment_status: 'open' | 'closed';
                  readonly ping_status: 'open' | 'closed';
                  readonly sticky: boolean;
                  readonly template: string;
                  readonly format:
                    | 'standard'
                    | 'aside'
                    | 'chat'
                    | 'gallery'
                    | 'link'
                    | 'image'
                    | 'quote'
                    | 'status'
                    | 'video'
                    | 'audio';
                  readonly meta: [] | {};
                  readonly categories: number[];
                  readonly tags: number[];
                };
          };
      readonly embed:
        | PostEdit
        | PostView
        | {
            readonly deleted: true;
            readonly previous:
              | {
                  readonly id: number;
                  readonly guid: { readonly raw: string; readonly rendered: string };
                  readonly slug: string;
                  readonly type: 'post';
                  readonly link: string;
                  readonly date: string | null;
                  readonly date_gmt: string | null;
                  readonly modified: string | null;
                  readonly modified_gmt: string | null;
                  readonly status:
                    | 'publish'
                    | 'future'
                    | 'draft'
                    | 'pending'
                    | 'private'
                    | 'trash'
                    | 'auto-draft'
                    | 'inherit';
                  readonly password: string;
                  readonly title: { readonly raw: string; readonly rendered: string };
                  readonly content: { readonly raw: string; readonly rendered: string; readonly protected: boolean };
                  readonly excerpt: { readonly raw: string; readonly rendered: string; readonly protected: boolean };
                  readonly author: number;
                  readonly featured_media: number;
                  readonly comment_status: 'open' | 'closed';
                  readonly ping_status: 'open' | 'closed';
                  readonly sticky: boolean;
                  readonly template: string;
                  readonly format:
                    | 'standard'
                    | 'aside'
                    | 'chat'
                    | 'gallery'
                    | 'link'
                    | 'image'
                    | 'quote'
                    | 'status'
                    | 'video'
                    | 'audio';
                  readonly meta: [] | {};
                  readonly categories: number[];
                  readonly tags: number[];
                }
              | {
                  readonly id: number;
                  readonly guid: { readonly rendered: string };
                  readonly slug: string;
                  readonly type: 'post';
                  readonly link: string;
                  readonly date: string | null;
                  readonly date_gmt: string | null;
                  readonly modified: string | null;
                  readonly modified_gmt: string | null;
                  readonly status:
                    | 'publish'
                    | 'future'
                    | 'draft'
                    | 'pending'
                    | 'private'
                    | 'trash'
                    | 'auto-draft'
                    | 'inherit';
                  readonly title: { readonly rendered: string };
                  readonly content: { readonly rendered: string; readonly protected: boolean };
                  readonly excerpt: { readonly rendered: string; readonly protected: boolean };
                  readonly author: number;
                  readonly featured_media: number;
                  readonly comment_status: 'open' | 'closed';
                  readonly ping_status: 'open' | 'closed';
                  readonly sticky: boolean;
                  readonly template: string;
                  readonly format:
                    | 'standard'
                    | 'aside'
                    | 'chat'
                    | 'gallery'
                    | 'link'
                    | 'image'
                    | 'quote'
                    | 'status'
                    | 'video'
                    | 'audio';
                  readonly meta: [] | {};
                  readonly categories: number[];
                  readonly tags: number[];
                };
          };
    };
  };
  '/wp/v2/posts/{parent}/revisions': {
    /** List the revisions of a post. */ readonly GET: {
      readonly input: {
        /** How much to show: to readers, inside another answer, or to editors. */ readonly context?:
          | 'view'
          | 'embed'
          | 'edit';
      };
      readonly view: PostRevisionView[];
      readonly edit: PostRevisionEdit[];
      readonly embed: PostRevisionEmbed[];
    };
  };
  '/wp/v2/posts/{parent}/revisions/{id}': {
    /** Show a revision of a post. */ readonly GET: {
      readonly input: {
        /** How much to show: to readers, inside another answer, or to editors. */ readonly context?:
          | 'view'
          | 'embed'
          | 'edit';
      };
      readonly view: PostRevisionView;
      readonly edit: PostRevisionEdit;
      readonly embed: PostRevisionEmbed;
    } /** Remove a revision of a post for good. */;
    readonly DELETE: {
      readonly input: { /** Must be true: revisions have no trash. */ readonly force?: boolean };
      readonly view:
        | PostRevisionEdit
        | PostRevisionView
        | {
            readonly deleted: true;
            readonly previous:
              | {
                  readonly author: number;
                  readonly date: string;
                  readonly date_gmt: string;
                  readonly id: number;
                  readonly modified: string;
                  readonly modified_gmt: string;
                  readonly parent: number;
                  readonly slug: string;
                  readonly guid: { readonly raw: string; readonly rendered: string };
                  readonly title: { readonly raw: string; readonly rendered: string };
                  readonly content: { readonly raw: string; readonly rendered: string };
                  readonly excerpt: { readonly raw: string; readonly rendered: string };
                }
              | {
                  readonly author: number;
                  readonly date: string;
                  readonly date_gmt: string;
                  readonly id: number;
                  readonly modified: string;
                  readonly modified_gmt: string;
                  readonly parent: number;
                  readonly slug: string;
                  readonly guid: { readonly rendered: string };
                  readonly title: { readonly rendered: string };
                  readonly content: { readonly rendered: string };
                  readonly excerpt: { readonly rendered: string };
                };
          };
      readonly edit:
        | PostRevisionEdit
        | PostRevisionView
        | {
            readonly deleted: true;
            readonly previous:
              | {
                  readonly author: number;
                  readonly date: string;
                  readonly date_gmt: string;
                  readonly id: number;
                  readonly modified: string;
                  readonly modified_gmt: string;
                  readonly parent: number;
                  readonly slug: string;
                  readonly guid: { readonly raw: string; readonly rendered: string };
                  readonly title: { readonly raw: string; readonly rendered: string };
                  readonly content: { readonly raw: string; readonly rendered: string };
                  readonly excerpt: { readonly raw: string; readonly rendered: string };
                }
              | {
                  readonly author: number;
                  readonly date: string;
                  readonly date_gmt: string;
                  readonly id: number;
                  readonly modified: string;
                  readonly modified_gmt: string;
                  readonly parent: number;
                  readonly slug: string;
                  readonly guid: { readonly rendered: string };
                  readonly title: { readonly rendered: string };
                  readonly content: { readonly rendered: string };
                  readonly excerpt: { readonly rendered: string };
                };
          };
      readonly embed:
        | PostRevisionEdit
        | PostRevisionView
        | {
            readonly deleted: true;
            readonly previous:
              | {
                  readonly author: number;
                  readonly date: string;
                  readonly date_gmt: string;
                  readonly id: number;
                  readonly modified: string;
                  readonly modified_gmt: string;
                  readonly parent: number;
                  readonly slug: string;
                  readonly guid: { readonly raw: string; readonly rendered: string };
                  readonly title: { readonly raw: string; readonly rendered: string };
                  readonly content: { readonly raw: string; readonly rendered: string };
                  readonly excerpt: { readonly raw: string; readonly rendered: string };
                }
              | {
                  readonly author: number;
                  readonly date: string;
                  readonly date_gmt: string;
                  readonly id: number;
                  readonly modified: string;
                  readonly modified_gmt: string;
                  readonly parent: number;
                  readonly slug: string;
                  readonly guid: { readonly rendered: string };
                  readonly title: { readonly rendered: string };
                  readonly content: { readonly rendered: string };
                  readonly excerpt: { readonly rendered: string };
                };
          };
    };
  };
  '/wp/v2/pages': {
    /** List pages. */ readonly GET: {
      readonly input: {
        /** How much to show: to readers, inside another answer, or to editors. */ readonly context?:
          | 'view'
          | 'embed'
          | 'edit' /** Page of the list. */;
        readonly page?: number /** How many items a page holds. */;
        readonly per_page?: number /** Words to look for. */;
        readonly search?: string /** Only what was published after this date. */;
        readonly after?: string /** Only what these users wrote. */;
        readonly author?: readonly number[] /** Leave out what these users wrote. */;
        readonly author_exclude?: readonly number[] /** Only what was published before this date. */;
        readonly before?: string /** Leave these ids out. */;
        readonly exclude?: readonly number[] /** Only these ids. */;
        readonly include?: readonly number[] /** Only with exactly this position. */;
        readonly menu_order?: number /** How many items to skip; replaces page. */;
        readonly offset?: number /** Upwards or downwards. */;
        readonly order?: 'asc' | 'desc' /** What to sort by. */;
        readonly orderby?:
          | 'author'
          | 'date'
          | 'id'
          | 'include'
          | 'modified'
          | 'parent'
          | 'relevance'
          | 'slug'
          | 'include_slugs'
          | 'title'
          | 'menu_order' /** Only what hangs on these ids. */;
        readonly parent?: readonly number[] /** Leave out what hangs on these ids. */;
        readonly parent_exclude?: readonly number[] /** Only these slugs. */;
        readonly slug?:
          | string
          | readonly string[] /** Only in these states; others than the default ask for authority. */;
        readonly status?: readonly (
          | 'publish'
          | 'future'
          | 'draft'
          | 'pending'
          | 'private'
          | 'trash'
          | 'auto-draft'
          | 'inherit'
          | 'request-pending'
          | 'request-confirmed'
          | 'request-failed'
          | 'request-completed'
          | 'any'
        )[];
      };
      readonly view: PageView[];
      readonly edit: PageEdit[];
      readonly embed: PageEmbed[];
    } /** Make a page. */;
    readonly POST: {
      readonly input: {
        /** Name that stands in the address, unique within the type. */ readonly slug?: string /** Date of publication, in the site's time. */;
        readonly date?: string /** Date of publication, in GMT. */;
        readonly date_gmt?: string /** State it is in. */;
        readonly status?:
          | 'publish'
          | 'future'
          | 'draft'
          | 'pending'
          | 'private'
          | null /** Password that opens content and excerpt. */;
        readonly password?: string /** Title. */;
        readonly title?: string | { readonly raw: string } /** Content. */;
        readonly content?: string | { readonly raw: string } /** Excerpt. */;
        readonly excerpt?: string | { readonly raw: string } /** Number of the user who wrote it. */;
        readonly author?: number /** Number of the image that stands for it. */;
        readonly featured_media?: number /** Number of the one above it. */;
        readonly parent?: number /** Position among its siblings; lower ones come first. */;
        readonly menu_order?: number /** Whether it takes comments. */;
        readonly comment_status?: 'open' | 'closed' /** Whether it takes pings from other sites. */;
        readonly ping_status?: 'open' | 'closed' /** Template the site shows it with. */;
        readonly template?: string /** Further values by key. */;
        readonly meta?: Readonly<Record<string, unknown>>;
      };
      readonly view: PageEdit | PageView;
      readonly edit: PageEdit | PageView;
      readonly embed: PageEdit | PageView;
    };
  };
  '/wp/v2/pages/{id}': {
    /** Show a page. */ readonly GET: {
      readonly input: {
        /** How much to show: to readers, inside another answer, or to editors. */ readonly context?:
          | 'view'
          | 'embed'
          | 'edit' /** Password of a protected post. */;
        readonly password?: string;
      };
      readonly view: PageView;
      readonly edit: PageEdit;
      readonly embed: PageEmbed;
    } /** Change a page. */;
    readonly POST: {
      readonly input: {
        /** Name that stands in the address, unique within the type. */ readonly slug?: string /** Date of publication, in the site's time. */;
        readonly date?: string /** Date of publication, in GMT. */;
        readonly date_gmt?: string /** State it is in. */;
        readonly status?:
          | 'publish'
          | 'future'
          | 'draft'
          | 'pending'
          | 'private'
          | null /** Password that opens content and excerpt. */;
        readonly password?: string /** Title. */;
        readonly title?: string | { readonly raw: string } /** Content. */;
        readonly content?: string | { readonly raw: string } /** Excerpt. */;
        readonly excerpt?: string | { readonly raw: string } /** Number of the user who wrote it. */;
        readonly author?: number /** Number of the image that stands for it. */;
        readonly featured_media?: number /** Number of the one above it. */;
        readonly parent?: number /** Position among its siblings; lower ones come first. */;
        readonly menu_order?: number /** Whether it takes comments. */;
        readonly comment_status?: 'open' | 'closed' /** Whether it takes pings from other sites. */;
        readonly ping_status?: 'open' | 'closed' /** Template the site shows it with. */;
        readonly template?: string /** Further values by key. */;
        readonly meta?: Readonly<Record<string, unknown>>;
      };
      readonly view: PageEdit | PageView;
      readonly edit: PageEdit | PageView;
      readonly embed: PageEdit | PageView;
    } /** Change a page. */;
    readonly PUT: {
      readonly input: {
        /** Name that stands in the address, unique within the type. */ readonly slug?: string /** Date of publication, in the site's time. */;
        readonly date?: string /** Date of publication, in GMT. */;
        readonly date_gmt?: string /** State it is in. */;
        readonly status?:
          | 'publish'
          | 'future'
          | 'draft'
          | 'pending'
          | 'private'
          | null /** Password that opens content and excerpt. */;
        readonly password?: string /** Title. */;
        readonly title?: string | { readonly raw: string } /** Content. */;
        readonly content?: string | { readonly raw: string } /** Excerpt. */;
        readonly excerpt?: string | { readonly raw: string } /** Number of the user who wrote it. */;
        readonly author?: number /** Number of the image that stands for it. */;
        readonly featured_media?: number /** Number of the one above it. */;
        readonly parent?: number /** Position among its siblings; lower ones come first. */;
        readonly menu_order?: number /** Whether it takes comments. */;
        readonly comment_status?: 'open' | 'closed' /** Whether it takes pings from other sites. */;
        readonly ping_status?: 'open' | 'closed' /** Template the site shows it with. */;
        readonly template?: string /** Further values by key. */;
        readonly meta?: Readonly<Record<string, unknown>>;
      };
      readonly view: PageEdit | PageView;
      readonly edit: PageEdit | PageView;
      readonly embed: PageEdit | PageView;
    } /** Change a page. */;
    readonly PATCH: {
      readonly input: {
        /** Name that stands in the address, unique within the type. */ readonly slug?: string /** Date of publication, in the site's time. */;
        readonly date?: string /** Date of publication, in GMT. */;
        readonly date_gmt?: string /** State it is in. */;
        readonly status?:
          | 'publish'
          | 'future'
          | 'draft'
          | 'pending'
          | 'private'
          | null /** Password that opens content and excerpt. */;
        readonly password?: string /** Title. */;
        readonly title?: string | { readonly raw: string } /** Content. */;
        readonly content?: string | { readonly raw: string } /** Excerpt. */;
        readonly excerpt?: string | { readonly raw: string } /** Number of the user who wrote it. */;
        readonly author?: number /** Number of the image that stands for it. */;
        readonly featured_media?: number /** Number of the one above it. */;
        readonly parent?: number /** Position among its siblings; lower ones come first. */;
        readonly menu_order?: number /** Whether it takes comments. */;
        readonly comment_status?: 'open' | 'closed' /** Whether it takes pings from other sites. */;
        readonly ping_status?: 'open' | 'closed' /** Template the site shows it with. */;
        readonly template?: string /** Further values by key. */;
        readonly meta?: Readonly<Record<string, unknown>>;
      };
      readonly view: PageEdit | PageView;
      readonly edit: PageEdit | PageView;
      readonly embed: PageEdit | PageView;
    } /** Put a page into the trash, or remove it for good. */;
    readonly DELETE: {
      readonly input: { /** Remove it for good, past the trash. */ readonly force?: boolean };
      readonly view:
        | PageEdit
        | PageView
        | {
            readonly deleted: true;
            readonly previous:
              | {
                  readonly id: number;
                  readonly guid: { readonly raw: string; readonly rendered: string };
                  readonly slug: string;
                  readonly type: 'page';
                  readonly link: string;
                  readonly date: string | null;
                  readonly date_gmt: string | null;
                  readonly modified: string | null;
                  readonly modified_gmt: string | null;
                  readonly status:
                    | 'publish'
                    | 'future'
                    | 'draft'
                    | 'pending'
                    | 'private'
                    | 'trash'
                    | 'auto-draft'
                    | 'inherit';
                  readonly password: string;
                  readonly title: { readonly raw: string; readonly rendered: string };
                  readonly content: { readonly raw: string; readonly rendered: string; readonly protected: boolean };
                  readonly excerpt: { readonly raw: string; readonly rendered: string; readonly protected: boolean };
                  readonly author: number;
                  readonly featured_media: number;
                  readonly parent: number;
                  readonly menu_order: number;
                  readonly comment_status: 'open' | 'closed';
                  readonly ping_status: 'open' | 'closed';
                  readonly template: string;
                  readonly meta: [] | {};
                }
              | {
                  readonly id: number;
                  readonly guid: { readonly rendered: string };
                  readonly slug: string;
                  readonly type: 'page';
                  readonly link: string;
                  readonly date: string | null;
                  readonly date_gmt: string | null;
                  readonly modified: string | null;
                  readonly modified_gmt: string | null;
                  readonly status:
                    | 'publish'
                    | 'future'
                    | 'draft'
                    | 'pending'
                    | 'private'
                    | 'trash'
                    | 'auto-draft'
                    | 'inherit';
                  readonly title: { readonly rendered: string };
                  readonly content: { readonly rendered: string; readonly protected: boolean };
                  readonly excerpt: { readonly rendered: string; readonly protected: boolean };
                  readonly author: number;
                  readonly featured_media: number;
                  readonly parent: number;
                  readonly menu_order: number;
                  readonly comment_status: 'open' | 'closed';
                  readonly ping_status: 'open' | 'closed';
                  readonly template: string;
                  readonly meta: [] | {};
                };
          };
      readonly edit:
        | PageEdit
        | PageView
        | {
            readonly deleted: true;
            readonly previous:
              | {
                  readonly id: number;
                  readonly guid: { readonly raw: string; readonly rendered: string };
                  readonly slug: string;
                  readonly type: 'page';
                  readonly link: string;
                  readonly date: string | null;
                  readonly date_gmt: string | null;
                  readonly modified: string | null;
                  readonly modified_gmt: string | null;
                  readonly status:
                    | 'publish'
                    | 'future'
                    | 'draft'
                    | 'pending'
                    | 'private'
                    | 'trash'
                    | 'auto-draft'
                    | 'inherit';
                  readonly password: string;
                  readonly title: { readonly raw: string; readonly rendered: string };
                  readonly content: { readonly raw: string; readonly rendered: string; readonly protected: boolean };
                  readonly excerpt: { readonly raw: string; readonly rendered: string; readonly protected: boolean };
                  readonly author: number;
                  readonly featured_media: number;
                  readonly parent: number;
                  readonly menu_order: number;
                  readonly comment_status: 'open' | 'closed';
                  readonly ping_status: 'open' | 'closed';
                  readonly template: string;
                  readonly meta: [] | {};
                }
              | {
                  readonly id: number;
                  readonly guid: { readonly rendered: string };
                  readonly slug: string;
                  readonly type: 'page';
                  readonly link: string;
                  readonly date: string | null;
                  readonly date_gmt: string | null;
                  readonly modified: string | null;
                  readonly modified_gmt: string | null;
                  readonly status:
                    | 'publish'
                    | 'future'
                    | 'draft'
                    | 'pending'
                    | 'private'
                    | 'trash'
                    | 'auto-draft'
                    | 'inherit';
                  readonly title: { readonly rendered: string };
                  readonly content: { readonly rendered: string; readonly protected: boolean };
                  readonly excerpt: { readonly rendered: string; readonly protected: boolean };
                  readonly author: number;
                  readonly featured_media: number;
                  readonly parent: number;
                  readonly menu_order: number;
                  readonly comment_status: 'open' | 'closed';
                  readonly ping_status: 'open' | 'closed';
                  readonly template: string;
                  readonly meta: [] | {};
                };
          };
      readonly embed:
        | PageEdit
        | PageView
        | {
            readonly deleted: true;
            readonly previous:
              | {
                  readonly id: number;
                  readonly guid: { readonly raw: string; readonly rendered: string };
                  readonly slug: string;
                  readonly type: 'page';
                  readonly link: string;
                  readonly date: string | null;
                  readonly date_gmt: string | null;
                  readonly modified: string | null;
                  readonly modified_gmt: string | null;
                  readonly status:
                    | 'publish'
                    | 'future'
                    | 'draft'
                    | 'pending'
                    | 'private'
                    | 'trash'
                    | 'auto-draft'
                    | 'inherit';
                  readonly password: string;
                  readonly title: { readonly raw: string; readonly rendered: string };
                  readonly content: { readonly raw: string; readonly rendered: string; readonly protected: boolean };
                  readonly excerpt: { readonly raw: string; readonly rendered: string; readonly protected: boolean };
                  readonly author: number;
                  readonly featured_media: number;
                  readonly parent: number;
                  readonly menu_order: number;
                  readonly comment_status: 'open' | 'closed';
                  readonly ping_status: 'open' | 'closed';
                  readonly template: string;
                  readonly meta: [] | {};
                }
              | {
                  readonly id: number;
                  readonly guid: { readonly rendered: string };
                  readonly slug: string;
                  readonly type: 'page';
                  readonly link: string;
                  readonly date: string | null;
                  readonly date_gmt: string | null;
                  readonly modified: string | null;
                  readonly modified_gmt: string | null;
                  readonly status:
                    | 'publish'
                    | 'future'
                    | 'draft'
                    | 'pending'
                    | 'private'
                    | 'trash'
                    | 'auto-draft'
                    | 'inherit';
                  readonly title: { readonly rendered: string };
                  readonly content: { readonly rendered: string; readonly protected: boolean };
                  readonly excerpt: { readonly rendered: string; readonly protected: boolean };
                  readonly author: number;
                  readonly featured_media: number;
                  readonly parent: number;
                  readonly menu_order: number;
                  readonly comment_status: 'open' | 'closed';
                  readonly ping_status: 'open' | 'closed';
                  readonly template: string;
                  readonly meta: [] | {};
                };
          };
    };
  };
  '/wp/v2/pages/{parent}/revisions': {
    /** List the revisions of a page. */ readonly GET: {
      readonly input: {
        /** How much to show: to readers, inside another answer, or to editors. */ readonly context?:
          | 'view'
          | 'embed'
          | 'edit';
      };
      readonly view: PostRevisionView[];
      readonly edit: PostRevisionEdit[];
      readonly embed: PostRevisionEmbed[];
    };
  };
  '/wp/v2/pages/{parent}/revisions/{id}': {
    /** Show a revision of a page. */ readonly GET: {
      readonly input: {
        /** How much to show: to readers, inside another answer, or to editors. */ readonly context?:
          | 'view'
          | 'embed'
          | 'edit';
      };
      readonly view: PostRevisionView;
      readonly edit: PostRevisionEdit;
      readonly embed: PostRevisionEmbed;
    } /** Remove a revision of a page for good. */;
    readonly DELETE: {
      readonly input: { /** Must be true: revisions have no trash. */ readonly force?: boolean };
      readonly view:
        | PostRevisionEdit
        | PostRevisionView
        | {
            readonly deleted: true;
            readonly previous:
              | {
                  readonly author: number;
                  readonly date: string;
                  readonly date_gmt: string;
                  readonly id: number;
                  readonly modified: string;
                  readonly modified_gmt: string;
                  readonly parent: number;
                  readonly slug: string;
                  readonly guid: { readonly raw: string; readonly rendered: string };
                  readonly title: { readonly raw: string; readonly rendered: string };
                  readonly content: { readonly raw: string; readonly rendered: string };
                  readonly excerpt: { readonly raw: string; readonly rendered: string };
                }
              | {
                  readonly author: number;
                  readonly date: string;
                  readonly date_gmt: string;
                  readonly id: number;
                  readonly modified: string;
                  readonly modified_gmt: string;
                  readonly parent: number;
                  readonly slug: string;
                  readonly guid: { readonly rendered: string };
                  readonly title: { readonly rendered: string };
                  readonly content: { readonly rendered: string };
                  readonly excerpt: { readonly rendered: string };
                };
          };
      readonly edit:
        | PostRevisionEdit
        | PostRevisionView
        | {
            readonly deleted: true;
            readonly previous:
              | {
                  readonly author: number;
                  readonly date: string;
                  readonly date_gmt: string;
                  readonly id: number;
                  readonly modified: string;
                  readonly modified_gmt: string;
                  readonly parent: number;
                  readonly slug: string;
                  readonly guid: { readonly raw: string; readonly rendered: string };
                  readonly title: { readonly raw: string; readonly rendered: string };
                  readonly content: { readonly raw: string; readonly rendered: string };
                  readonly excerpt: { readonly raw: string; readonly rendered: string };
                }
              | {
                  readonly author: number;
                  readonly date: string;
                  readonly date_gmt: string;
                  readonly id: number;
                  readonly modified: string;
                  readonly modified_gmt: string;
                  readonly parent: number;
                  readonly slug: string;
                  readonly guid: { readonly rendered: string };
                  readonly title: { readonly rendered: string };
                  readonly content: { readonly rendered: string };
                  readonly excerpt: { readonly rendered: string };
                };
          };
      readonly embed:
        | PostRevisionEdit
        | PostRevisionView
        | {
            readonly deleted: true;
            readonly previous:
              | {
                  readonly author: number;
                  readonly date: string;
                  readonly date_gmt: string;
                  readonly id: number;
                  readonly modified: string;
                  readonly modified_gmt: string;
                  readonly parent: number;
                  readonly slug: string;
                  readonly guid: { readonly raw: string; readonly rendered: string };
                  readonly title: { readonly raw: string; readonly rendered: string };
                  readonly content: { readonly raw: string; readonly rendered: string };
                  readonly excerpt: { readonly raw: string; readonly rendered: string };
                }
              | {
                  readonly author: number;
                  readonly date: string;
                  readonly date_gmt: string;
                  readonly id: number;
                  readonly modified: string;
                  readonly modified_gmt: string;
                  readonly parent: number;
                  readonly slug: string;
                  readonly guid: { readonly rendered: string };
                  readonly title: { readonly rendered: string };
                  readonly content: { readonly rendered: string };
                  readonly excerpt: { readonly rendered: string };
                };
          };
    };
  };
  '/wp/v2/media': {
    /** List media. */ readonly GET: {
      readonly input: {
        /** How much to show: to readers, inside another answer, or to editors. */ readonly context?:
          | 'view'
          | 'embed'
          | 'edit' /** Page of the list. */;
        readonly page?: number /** How many items a page holds. */;
        readonly per_page?: number /** Words to look for. */;
        readonly search?: string /** Only what was published after this date. */;
        readonly after?: string /** Only what these users wrote. */;
        readonly author?: readonly number[] /** Leave out what these users wrote. */;
        readonly author_exclude?: readonly number[] /** Only what was published before this date. */;
        readonly before?: string /** Leave these ids out. */;
        readonly exclude?: readonly number[] /** Only these ids. */;
        readonly include?: readonly number[] /** How many items to skip; replaces page. */;
        readonly offset?: number /** Upwards or downwards. */;
        readonly order?: 'asc' | 'desc' /** What to sort by. */;
        readonly orderby?:
          | 'author'
          | 'date'
          | 'id'
          | 'include'
          | 'modified'
          | 'parent'
          | 'relevance'
          | 'slug'
          | 'include_slugs'
          | 'title' /** Only what hangs on these ids. */;
        readonly parent?: readonly number[] /** Leave out what hangs on these ids. */;
        readonly parent_exclude?: readonly number[] /** Only these slugs. */;
        readonly slug?:
          | string
          | readonly string[] /** Only in these states; others than the default ask for authority. */;
        readonly status?: readonly ('inherit' | 'private' | 'trash')[] /** Only files of this sort. */;
        readonly media_type?:
          | 'image'
          | 'video'
          | 'text'
          | 'application'
          | 'audio' /** Only files of this media type. */;
        readonly mime_type?: string;
      };
      readonly view: AttachmentView[];
      readonly edit: AttachmentEdit[];
      readonly embed: AttachmentEmbed[];
    } /** Upload a file. */;
    readonly POST: {
      readonly input: {
        /** Date of publication, in the site's time. */ readonly date?: string /** Date of publication, in GMT. */;
        readonly date_gmt?: string /** Name that stands in the address, unique within the type. */;
        readonly slug?: string /** State it is in. */;
        readonly status?: 'publish' | 'future' | 'draft' | 'pending' | 'private' | null /** Title. */;
        readonly title?: string | { readonly raw: string } /** Number of the user who wrote it. */;
        readonly author?: number /** Whether it takes comments. */;
        readonly comment_status?: 'open' | 'closed' /** Whether it takes pings from other sites. */;
        readonly ping_status?: 'open' | 'closed' /** Further values by key. */;
        readonly meta?: Readonly<Record<string, unknown>> /** Template the site shows it with. */;
        readonly template?: string /** What to say where the file is not shown. */;
        readonly alt_text?: string /** Caption. */;
        readonly caption?: string | { readonly raw: string } /** Description. */;
        readonly description?: string | { readonly raw: string } /** Number of the post it is attached to. */;
        readonly post?: number;
      };
      readonly view: AttachmentEdit | AttachmentView;
      readonly edit: AttachmentEdit | AttachmentView;
      readonly embed: AttachmentEdit | AttachmentView;
    };
  };
  '/wp/v2/media/{id}': {
    /** Show a media item. */ readonly GET: {
      readonly input: {
        /** How much to show: to readers, inside another answer, or to editors. */ readonly context?:
          | 'view'
          | 'embed'
          | 'edit';
      };
      readonly view: AttachmentView;
      readonly edit: AttachmentEdit;
      readonly embed: AttachmentEmbed;
    } /** Change what is said of a file. */;
    readonly POST: {
      readonly input: {
        /** Date of publication, in the site's time. */ readonly date?: string /** Date of publication, in GMT. */;
        readonly date_gmt?: string /** Name that stands in the address, unique within the type. */;
        readonly slug?: string /** State it is in. */;
        readonly status?: 'publish' | 'future' | 'draft' | 'pending' | 'private' | null /** Title. */;
        readonly title?: string | { readonly raw: string } /** Number of the user who wrote it. */;
        readonly author?: number /** Whether it takes comments. */;
        readonly comment_status?: 'open' | 'closed' /** Whether it takes pings from other sites. */;
        readonly ping_status?: 'open' | 'closed' /** Further values by key. */;
        readonly meta?: Readonly<Record<string, unknown>> /** Template the site shows it with. */;
        readonly template?: string /** What to say where the file is not shown. */;
        readonly alt_text?: string /** Caption. */;
        readonly caption?: string | { readonly raw: string } /** Description. */;
        readonly description?: string | { readonly raw: string } /** Number of the post it is attached to. */;
        readonly post?: number;
      };
      readonly view: AttachmentEdit | AttachmentView;
      readonly edit: AttachmentEdit | AttachmentView;
      readonly embed: AttachmentEdit | AttachmentView;
    } /** Change what is said of a file. */;
    readonly PUT: {
      readonly input: {
        /** Date of publication, in the site's time. */ readonly date?: string /** Date of publication, in GMT. */;
        readonly date_gmt?: string /** Name that stands in the address, unique within the type. */;
        readonly slug?: string /** State it is in. */;
        readonly status?: 'publish' | 'future' | 'draft' | 'pending' | 'private' | null /** Title. */;
        readonly title?: string | { readonly raw: string } /** Number of the user who wrote it. */;
        readonly author?: number /** Whether it takes comments. */;
        readonly comment_status?: 'open' | 'closed' /** Whether it takes pings from other sites. */;
        readonly ping_status?: 'open' | 'closed' /** Further values by key. */;
        readonly meta?: Readonly<Record<string, unknown>> /** Template the site shows it with. */;
        readonly template?: string /** What to say where the file is not shown. */;
        readonly alt_text?: string /** Caption. */;
        readonly caption?: string | { readonly raw: string } /** Description. */;
        readonly description?: string | { readonly raw: string } /** Number of the post it is attached to. */;
        readonly post?: number;
      };
      readonly view: AttachmentEdit | AttachmentView;
      readonly edit: AttachmentEdit | AttachmentView;
      readonly embed: AttachmentEdit | AttachmentView;
    } /** Change what is said of a file. */;
    readonly PATCH: {
      readonly input: {
        /** Date of publication, in the site's time. */ readonly date?: string /** Date of publication, in GMT. */;
        readonly date_gmt?: string /** Name that stands in the address, unique within the type. */;
        readonly slug?: string /** State it is in. */;
        readonly status?: 'publish' | 'future' | 'draft' | 'pending' | 'private' | null /** Title. */;
        readonly title?: string | { readonly raw: string } /** Number of the user who wrote it. */;
        readonly author?: number /** Whether it takes comments. */;
        readonly comment_status?: 'open' | 'closed' /** Whether it takes pings from other sites. */;
        readonly ping_status?: 'open' | 'closed' /** Further values by key. */;
        readonly meta?: Readonly<Record<string, unknown>> /** Template the site shows it with. */;
        readonly template?: string /** What to say where the file is not shown. */;
        readonly alt_text?: string /** Caption. */;
        readonly caption?: string | { readonly raw: string } /** Description. */;
        readonly description?: string | { readonly raw: string } /** Number of the post it is attached to. */;
        readonly post?: number;
      };
      readonly view: AttachmentEdit | AttachmentView;
      readonly edit: AttachmentEdit | AttachmentView;
      readonly embed: AttachmentEdit | AttachmentView;
    } /** Put a media item into the trash, or remove it and its files for good. */;
    readonly DELETE: {
      readonly input: { /** Remove it for good, past the trash. */ readonly force?: boolean };
      readonly view:
        | AttachmentEdit
        | AttachmentView
        | {
            readonly deleted: true;
            readonly previous:
              | {
                  readonly date: string | null;
                  readonly date_gmt: string | null;
                  readonly modified: string | null;
                  readonly modified_gmt: string | null;
                  readonly id: number;
                  readonly guid: { readonly raw: string; readonly rendered: string };
                  readonly slug: string;
                  readonly type: 'attachment';
                  readonly link: string;
                  readonly status:
                    | 'publish'
                    | 'future'
                    | 'draft'
                    | 'pending'
                    | 'private'
                    | 'trash'
                    | 'auto-draft'
                    | 'inherit';
                  readonly title: { readonly raw: string; readonly rendered: string };
                  readonly author: number;
                  readonly comment_status: 'open' | 'closed';
                  readonly ping_status: 'open' | 'closed';
                  readonly meta: [] | {};
                  readonly template: string;
                  readonly alt_text: string;
                  readonly caption: { readonly raw: string; readonly rendered: string };
                  readonly description: { readonly raw: string; readonly rendered: string };
                  readonly media_type: 'image' | 'file';
                  readonly mime_type: string;
                  readonly media_details:
                    | {}
                    | {
                        readonly width: number;
                        readonly height: number;
                        readonly file: string;
                        readonly sizes:
                          | []
                          | Record<
                              string,
                              {
                                readonly file: string;
                                readonly width: number;
                                readonly height: number;
                                readonly mime_type: string;
                                readonly source_url: string;
                              }
                            >;
                        readonly image_meta?: {
                          readonly aperture: string | number;
                          readonly credit: string;
                          readonly camera: string;
                          readonly caption: string;
                          readonly created_timestamp: string | number;
                          readonly copyright: string;
                          readonly focal_length: string | number;
                          readonly iso: string | number;
                          readonly shutter_speed: string | number;
                          readonly title: string;
                          readonly orientation: string | number;
                          readonly keywords: string[];
                        };
                      }
                    | {
                        readonly filesize: number;
                        readonly mime_type: string;
                        readonly sizes: Record<
                          string,
                          {
                            readonly file: string;
                            readonly width: number;
                            readonly height: number;
                            readonly mime_type: string;
                            readonly source_url: string;
                          }
                        >;
                        readonly audio?: Record<string, string | number | boolean>;
                      };
                  readonly post: number | null;
                  readonly source_url: string;
                }
              | {
                  readonly date: string | null;
                  readonly date_gmt: string | null;
                  readonly modified: string | null;
                  readonly modified_gmt: string | null;
                  readonly id: number;
                  readonly guid: { readonly rendered: string };
                  readonly slug: string;
                  readonly type: 'attachment';
                  readonly link: string;
                  readonly status:
                    | 'publish'
                    | 'future'
                    | 'draft'
                    | 'pending'
                    | 'private'
                    | 'trash'
                    | 'auto-draft'
                    | 'inherit';
                  readonly title: { readonly rendered: string };
                  readonly author: number;
                  readonly comment_status: 'open' | 'closed';
                  readonly ping_status: 'open' | 'closed';
                  readonly meta: [] | {};
                  readonly template: string;
                  readonly alt_text: string;
                  readonly caption: { readonly rendered: string };
                  readonly description: { readonly rendered: string };
                  readonly media_type: 'image' | 'file';
                  readonly mime_type: string;
                  readonly media_details:
                    | {}
                    | {
                        readonly width: number;
                        readonly height: number;
                        readonly file: string;
                        readonly sizes:
                          | []
                          | Record<
                              string,
                              {
                                readonly file: string;
                                readonly width: number;
                                readonly height: number;
                                readonly mime_type: string;
                                readonly source_url: string;
                              }
                            >;
                        readonly image_meta?: {
                          readonly aperture: string | number;
                          readonly credit: string;
                          readonly camera: string;
                          readonly caption: string;
                          readonly created_timestamp: string | number;
                          readonly copyright: string;
                          readonly focal_length: string | number;
                          readonly iso: string | number;
                          readonly shutter_speed: string | number;
                          readonly title: string;
                          readonly orientation: string | number;
                          readonly keywords: string[];
                        };
                      }
                    | {
                        readonly filesize: number;
                        readonly mime_type: string;
                        readonly sizes: Record<
                          string,
                          {
                            readonly file: string;
                            readonly width: number;
                            readonly height: number;
                            readonly mime_type: string;
                            readonly source_url: string;
                          }
                        >;
                        readonly audio?: Record<string, string | number | boolean>;
                      };
                  readonly post: number | null;
                  readonly source_url: string;
                };
          };
      readonly edit:
        | AttachmentEdit
        | AttachmentView
        | {
            readonly deleted: true;
            readonly previous:
              | {
                  readonly date: string | null;
                  readonly date_gmt: string | null;
                  readonly modified: string | null;
                  readonly modified_gmt: string | null;
                  readonly id: number;
                  readonly guid: { readonly raw: string; readonly rendered: string };
                  readonly slug: string;
                  readonly type: 'attachment';
                  readonly link: string;
                  readonly status:
                    | 'publish'
                    | 'future'
                    | 'draft'
                    | 'pending'
                    | 'private'
                    | 'trash'
                    | 'auto-draft'
                    | 'inherit';
                  readonly title: { readonly raw: string; readonly rendered: string };
                  readonly author: number;
                  readonly comment_status: 'open' | 'closed';
                  readonly ping_status: 'open' | 'closed';
                  readonly meta: [] | {};
                  readonly template: string;
                  readonly alt_text: string;
                  readonly caption: { readonly raw: string; readonly rendered: string };
                  readonly description: { readonly raw: string; readonly rendered: string };
                  readonly media_type: 'image' | 'file';
                  readonly mime_type: string;
                  readonly media_details:
                    | {}
                    | {
                        readonly width: number;
                        readonly height: number;
                        readonly file: string;
                        readonly sizes:
                          | []
                          | Record<
                              string,
                              {
                                readonly file: string;
                                readonly width: number;
                                readonly height: number;
                                readonly mime_type: string;
                                readonly source_url: string;
                              }
                            >;
                        readonly image_meta?: {
                          readonly aperture: string | number;
                          readonly credit: string;
                          readonly camera: string;
                          readonly caption: string;
                          readonly created_timestamp: string | number;
                          readonly copyright: string;
                          readonly focal_length: string | number;
                          readonly iso: string | number;
                          readonly shutter_speed: string | number;
                          readonly title: string;
                          readonly orientation: string | number;
                          readonly keywords: string[];
                        };
                      }
                    | {
                        readonly filesize: number;
                        readonly mime_type: string;
                        readonly sizes: Record<
                          string,
                          {
                            readonly file: string;
                            readonly width: number;
                            readonly height: number;
                            readonly mime_type: string;
                            readonly source_url: string;
                          }
                        >;
                        readonly audio?: Record<string, string | number | boolean>;
                      };
                  readonly post: number | null;
                  readonly source_url: string;
                }
              | {
                  readonly date: string | null;
                  readonly date_gmt: string | null;
                  readonly modified: string | null;
                  readonly modified_gmt: string | null;
                  readonly id: number;
                  readonly guid: { readonly rendered: string };
                  readonly slug: string;
                  readonly type: 'attachment';
                  readonly link: string;
                  readonly status:
                    | 'publish'
                    | 'future'
                    | 'draft'
                    | 'pending'
                    | 'private'
                    | 'trash'
                    | 'auto-draft'
                    | 'inherit';
                  readonly title: { readonly rendered: string };
                  readonly author: number;
                  readonly comment_status: 'open' | 'closed';
                  readonly ping_status: 'open' | 'closed';
                  readonly meta: [] | {};
                  readonly template: string;
                  readonly alt_text: string;
                  readonly caption: { readonly rendered: string };
                  readonly description: { readonly rendered: string };
                  readonly media_type: 'image' | 'file';
                  readonly mime_type: string;
                  readonly media_details:
                    | {}
                    | {
                        readonly width: number;
                        readonly height: number;
                        readonly file: string;
                        readonly sizes:
                          | []
                          | Record<
                              string,
                              {
                                readonly file: string;
                                readonly width: number;
                                readonly height: number;
                                readonly mime_type: string;
                                readonly source_url: string;
                              }
                            >;
                        readonly image_meta?: {
                          readonly aperture: string | number;
                          readonly credit: string;
                          readonly camera: string;
                          readonly caption: string;
                          readonly created_timestamp: string | number;
                          readonly copyright: string;
                          readonly focal_length: string | number;
                          readonly iso: string | number;
                          readonly shutter_speed: string | number;
                          readonly title: string;
                          readonly orientation: string | number;
                          readonly keywords: string[];
                        };
                      }
                    | {
                        readonly filesize: number;
                        readonly mime_type: string;
                        readonly sizes: Record<
                          string,
                          {
                            readonly file: string;
                            readonly width: number;
                            readonly height: number;
                            readonly mime_type: string;
                            readonly source_url: string;
                          }
                        >;
                        readonly audio?: Record<string, string | number | boolean>;
                      };
                  readonly post: number | null;
                  readonly source_url: string;
                };
          };
      readonly embed:
        | AttachmentEdit
        | AttachmentView
        | {
            readonly deleted: true;
            readonly previous:
              | {
                  readonly date: string | null;
                  readonly date_gmt: string | null;
                  readonly modified: string | null;
                  readonly modified_gmt: string | null;
                  readonly id: number;
                  readonly guid: { readonly raw: string; readonly rendered: string };
                  readonly slug: string;
                  readonly type: 'attachment';
                  readonly link: string;
                  readonly status:
                    | 'publish'
                    | 'future'
                    | 'draft'
                    | 'pending'
                    | 'private'
                    | 'trash'
                    | 'auto-draft'
                    | 'inherit';
                  readonly title: { readonly raw: string; readonly rendered: string };
                  readonly author: number;
                  readonly comment_status: 'open' | 'closed';
                  readonly ping_status: 'open' | 'closed';
                  readonly meta: [] | {};
                  readonly template: string;
                  readonly alt_text: string;
                  readonly caption: { readonly raw: string; readonly rendered: string };
                  readonly description: { readonly raw: string; readonly rendered: string };
                  readonly media_type: 'image' | 'file';
                  readonly mime_type: string;
                  readonly media_details:
                    | {}
                    | {
                        readonly width: number;
                        readonly height: number;
                        readonly file: string;
                        readonly sizes:
                          | []
                          | Record<
                              string,
                              {
                                readonly file: string;
                                readonly width: number;
                                readonly height: number;
                                readonly mime_type: string;
                                readonly source_url: string;
                              }
                            >;
                        readonly image_meta?: {
                          readonly aperture: string | number;
                          readonly credit: string;
                          readonly camera: string;
                          readonly caption: string;
                          readonly created_timestamp: string | number;
                          readonly copyright: string;
                          readonly focal_length: string | number;
                          readonly iso: string | number;
                          readonly shutter_speed: string | number;
                          readonly title: string;
                          readonly orientation: string | number;
                          readonly keywords: string[];
                        };
                      }
                    | {
                        readonly filesize: number;
                        readonly mime_type: string;
                        readonly sizes: Record<
                          string,
                          {
                            readonly file: string;
                            readonly width: number;
                            readonly height: number;
                            readonly mime_type: string;
                            readonly source_url: string;
                          }
                        >;
                        readonly audio?: Record<string, string | number | boolean>;
                      };
                  readonly post: number | null;
                  readonly source_url: string;
                }
              | {
                  readonly date: string | null;
                  readonly date_gmt: string | null;
                  readonly modified: string | null;
                  readonly modified_gmt: string | null;
                  readonly id: number;
                  readonly guid: { readonly rendered: string };
                  readonly slug: string;
                  readonly type: 'attachment';
                  readonly link: string;
                  readonly status:
                    | 'publish'
                    | 'future'
                    | 'draft'
                    | 'pending'
                    | 'private'
                    | 'trash'
                    | 'auto-draft'
                    | 'inherit';
                  readonly title: { readonly rendered: string };
                  readonly author: number;
                  readonly comment_status: 'open' | 'closed';
                  readonly ping_status: 'open' | 'closed';
                  readonly meta: [] | {};
                  readonly template: string;
                  readonly alt_text: string;
                  readonly caption: { readonly rendered: string };
                  readonly description: { readonly rendered: string };
                  readonly media_type: 'image' | 'file';
                  readonly mime_type: string;
                  readonly media_details:
                    | {}
                    | {
                        readonly width: number;
                        readonly height: number;
                        readonly file: string;
                        readonly sizes:
                          | []
                          | Record<
                              string,
                              {
                                readonly file: string;
                                readonly width: number;
                                readonly height: number;
                                readonly mime_type: string;
                                readonly source_url: string;
                              }
                            >;
                        readonly image_meta?: {
                          readonly aperture: string | number;
                          readonly credit: string;
                          readonly camera: string;
                          readonly caption: string;
                          readonly created_timestamp: string | number;
                          readonly copyright: string;
                          readonly focal_length: string | number;
                          readonly iso: string | number;
                          readonly shutter_speed: string | number;
                          readonly title: string;
                          readonly orientation: string | number;
                          readonly keywords: string[];
                        };
                      }
                    | {
                        readonly filesize: number;
                        readonly mime_type: string;
                        readonly sizes: Record<
                          string,
                          {
                            readonly file: string;
                            readonly width: number;
                            readonly height: number;
                            readonly mime_type: string;
                            readonly source_url: string;
                          }
                        >;
                        readonly audio?: Record<string, string | number | boolean>;
                      };
                  readonly post: number | null;
                  readonly source_url: string;
                };
          };
    };
  };
  '/wp/v2/types': {
    /** List the types of content. */ readonly GET: {
      readonly input: {
        /** How much to show: to readers, inside another answer, or to editors. */ readonly context?:
          | 'view'
          | 'embed'
          | 'edit';
      };
      readonly view: Record<string, TypeView>;
      readonly edit: Record<string, TypeEdit>;
      readonly embed: Record<string, TypeEmbed>;
    };
  };
  '/wp/v2/types/{type}': {
    /** Show a type of content. */ readonly GET: {
      readonly input: {
        /** How much to show: to readers, inside another answer, or to editors. */ readonly context?:
          | 'view'
          | 'embed'
          | 'edit';
      };
      readonly view: TypeView;
      readonly edit: TypeEdit;
      readonly embed: TypeEmbed;
    };
  };
  '/wp/v2/statuses': {
    /** List the states of content. */ readonly GET: {
      readonly input: {
        /** How much to show: to readers, inside another answer, or to editors. */ readonly context?:
          | 'view'
          | 'embed'
          | 'edit';
      };
      readonly view: Record<string, StatusView>;
      readonly edit: Record<string, StatusEdit>;
      readonly embed: Record<string, StatusEmbed>;
    };
  };
  '/wp/v2/statuses/{status}': {
    /** Show a state of content. */ readonly GET: {
      readonly input: {
        /** How much to show: to readers, inside another answer, or to editors. */ readonly context?:
          | 'view'
          | 'embed'
          | 'edit';
      };
      readonly view: StatusView;
      readonly edit: StatusEdit;
      readonly embed: StatusEmbed;
    };
  };
  '/wp/v2/taxonomies': {
    /** List the taxonomies. */ readonly GET: {
      readonly input: {
        /** How much to show: to readers, inside another answer, or to editors. */ readonly context?:
          | 'view'
          | 'embed'
          | 'edit' /** Only taxonomies of this type of content. */;
        readonly type?: string;
      };
      readonly view: Record<string, TaxonomyView>;
      readonly edit: Record<string, TaxonomyEdit>;
      readonly embed: Record<string, TypeEmbed>;
    };
  };
  '/wp/v2/taxonomies/{taxonomy}': {
    /** Show a taxonomy. */ readonly GET: {
      readonly input: {
        /** How much to show: to readers, inside another answer, or to editors. */ readonly context?:
          | 'view'
          | 'embed'
          | 'edit';
      };
      readonly view: TaxonomyView;
      readonly edit: TaxonomyEdit;
      readonly embed: TypeEmbed;
    };
  };
  '/wp/v2/categories': {
    /** List categories. */ readonly GET: {
      readonly input: {
        /** How much to show: to readers, inside another answer, or to editors. */ readonly context?:
          | 'view'
          | 'embed'
          | 'edit' /** Which page of the list. */;
        readonly page?: number /** Most items on a page. */;
        readonly per_page?: number /** Only terms whose name or slug holds this text. */;
        readonly search?: string /** Leave these ids out. */;
        readonly exclude?: readonly number[] /** Only these ids. */;
        readonly include?: readonly number[] /** Upwards or downwards. */;
        readonly order?: 'asc' | 'desc' /** What to sort by. */;
        readonly orderby?:
          | 'id'
          | 'include'
          | 'name'
          | 'slug'
          | 'include_slugs'
          | 'term_group'
          | 'description'
          | 'count' /** Leave out terms that no published post holds. */;
        readonly hide_empty?: boolean /** Only terms directly below this one. */;
        readonly parent?: number /** Only terms that this post holds. */;
        readonly post?: number /** Only terms with these slugs. */;
        readonly slug?: readonly string[];
      };
      readonly view: CategoryView[];
      readonly edit: CategoryView[];
      readonly embed: CategoryEmbed[];
    } /** Make a category. */;
    readonly POST: {
      readonly input: {
        /** What the category is about; some HTML is kept. */ readonly description?: string /** What the category is called. */;
        readonly name: string /** Name of the category in addresses, unique in its taxonomy. */;
        readonly slug?: string /** Number of the category above, 0 for none. */;
        readonly parent?: number /** Further values by key. */;
        readonly meta?: Readonly<Record<string, unknown>>;
      };
      readonly view: CategoryView;
      readonly edit: CategoryView;
      readonly embed: CategoryView;
    };
  };
  '/wp/v2/categories/{id}': {
    /** Show a category. */ readonly GET: {
      readonly input: {
        /** How much to show: to readers, inside another answer, or to editors. */ readonly context?:
          | 'view'
          | 'embed'
          | 'edit';
      };
      readonly view: CategoryView;
      readonly edit: CategoryView;
      readonly embed: CategoryEmbed;
    } /** Change a category. */;
    readonly POST: {
      readonly input: {
        /** What the category is about; some HTML is kept. */ readonly description?: string /** What the category is called. */;
        readonly name?: string /** Name of the category in addresses, unique in its taxonomy. */;
        readonly slug?: string /** Number of the category above, 0 for none. */;
        readonly parent?: number /** Further values by key. */;
        readonly meta?: Readonly<Record<string, unknown>>;
      };
      readonly view: CategoryView;
      readonly edit: CategoryView;
      readonly embed: CategoryView;
    } /** Change a category. */;
    readonly PUT: {
      readonly input: {
        /** What the category is about; some HTML is kept. */ readonly description?: string /** What the category is called. */;
        readonly name?: string /** Name of the category in addresses, unique in its taxonomy. */;
        readonly slug?: string /** Number of the category above, 0 for none. */;
        readonly parent?: number /** Further values by key. */;
        readonly meta?: Readonly<Record<string, unknown>>;
      };
      readonly view: CategoryView;
      readonly edit: CategoryView;
      readonly embed: CategoryView;
    } /** Change a category. */;
    readonly PATCH: {
      readonly input: {
        /** What the category is about; some HTML is kept. */ readonly description?: string /** What the category is called. */;
        readonly name?: string /** Name of the category in addresses, unique in its taxonomy. */;
        readonly slug?: string /** Number of the category above, 0 for none. */;
        readonly parent?: number /** Further values by key. */;
        readonly meta?: Readonly<Record<string, unknown>>;
      };
      readonly view: CategoryView;
      readonly edit: CategoryView;
      readonly embed: CategoryView;
    } /** Remove a category. */;
    readonly DELETE: {
      readonly input: { /** Must be true: terms have no trash. */ readonly force?: boolean };
      readonly view:
        | CategoryView
        | {
            readonly deleted: true;
            readonly previous: {
              readonly id: number;
              readonly count: number;
              readonly description: string;
              readonly link: string;
              readonly name: string;
              readonly slug: string;
              readonly taxonomy: 'category';
              readonly parent: number;
              readonly meta: [] | {};
            };
          };
      readonly edit:
        | CategoryView
        | {
            readonly deleted: true;
            readonly previous: {
              readonly id: number;
              readonly count: number;
              readonly description: string;
              readonly link: string;
              readonly name: string;
              readonly slug: string;
              readonly taxonomy: 'category';
              readonly parent: number;
              readonly meta: [] | {};
            };
          };
      readonly embed:
        | CategoryView
        | {
            readonly deleted: true;
            readonly previous: {
              readonly id: number;
              readonly count: number;
              readonly description: string;
              readonly link: string;
              readonly name: string;
              readonly slug: string;
              readonly taxonomy: 'category';
              readonly parent: number;
              readonly meta: [] | {};
            };
          };
    };
  };
  '/wp/v2/tags': {
    /** List tags. */ readonly GET: {
      readonly input: {
        /** How much to show: to readers, inside another answer, or to editors. */ readonly context?:
          | 'view'
          | 'embed'
          | 'edit' /** Which page of the list. */;
        readonly page?: number /** Most items on a page. */;
        readonly per_page?: number /** Only terms whose name or slug holds this text. */;
        readonly search?: string /** Leave these ids out. */;
        readonly exclude?: readonly number[] /** Only these ids. */;
        readonly include?: readonly number[] /** How many terms to skip. */;
        readonly offset?: number /** Upwards or downwards. */;
        readonly order?: 'asc' | 'desc' /** What to sort by. */;
        readonly orderby?:
          | 'id'
          | 'include'
          | 'name'
          | 'slug'
          | 'include_slugs'
          | 'term_group'
          | 'description'
          | 'count' /** Leave out terms that no published post holds. */;
        readonly hide_empty?: boolean /** Only terms that this post holds. */;
        readonly post?: number /** Only terms with these slugs. */;
        readonly slug?: readonly string[];
      };
      readonly view: TagView[];
      readonly edit: TagView[];
      readonly embed: TagEmbed[];
    } /** Make a tag. */;
    readonly POST: {
      readonly input: {
        /** What the tag is about; some HTML is kept. */ readonly description?: string /** What the tag is called. */;
        readonly name: string /** Name of the tag in addresses, unique in its taxonomy. */;
        readonly slug?: string /** Further values by key. */;
        readonly meta?: Readonly<Record<string, unknown>>;
      };
      readonly view: TagView;
      readonly edit: TagView;
      readonly embed: TagView;
    };
  };
  '/wp/v2/tags/{id}': {
    /** Show a tag. */ readonly GET: {
      readonly input: {
        /** How much to show: to readers, inside another answer, or to editors. */ readonly context?:
          | 'view'
          | 'embed'
          | 'edit';
      };
      readonly view: TagView;
      readonly edit: TagView;
      readonly embed: TagEmbed;
    } /** Change a tag. */;
    readonly POST: {
      readonly input: {
        /** What the tag is about; some HTML is kept. */ readonly description?: string /** What the tag is called. */;
        readonly name?: string /** Name of the tag in addresses, unique in its taxonomy. */;
        readonly slug?: string /** Further values by key. */;
        readonly meta?: Readonly<Record<string, unknown>>;
      };
      readonly view: TagView;
      readonly edit: TagView;
      readonly embed: TagView;
    } /** Change a tag. */;
    readonly PUT: {
      readonly input: {
        /** What the tag is about; some HTML is kept. */ readonly description?: string /** What the tag is called. */;
        readonly name?: string /** Name of the tag in addresses, unique in its taxonomy. */;
        readonly slug?: string /** Further values by key. */;
        readonly meta?: Readonly<Record<string, unknown>>;
      };
      readonly view: TagView;
      readonly edit: TagView;
      readonly embed: TagView;
    } /** Change a tag. */;
    readonly PATCH: {
      readonly input: {
        /** What the tag is about; some HTML is kept. */ readonly description?: string /** What the tag is called. */;
        readonly name?: string /** Name of the tag in addresses, unique in its taxonomy. */;
        readonly slug?: string /** Further values by key. */;
        readonly meta?: Readonly<Record<string, unknown>>;
      };
      readonly view: TagView;
      readonly edit: TagView;
      readonly embed: TagView;
    } /** Remove a tag. */;
    readonly DELETE: {
      readonly input: { /** Must be true: terms have no trash. */ readonly force?: boolean };
      readonly view:
        | TagView
        | {
            readonly deleted: true;
            readonly previous: {
              readonly id: number;
              readonly count: number;
              readonly description: string;
              readonly link: string;
              readonly name: string;
              readonly slug: string;
              readonly taxonomy: 'post_tag';
              readonly meta: [] | {};
            };
          };
      readonly edit:
        | TagView
        | {
            readonly deleted: true;
            readonly previous: {
              readonly id: number;
              readonly count: number;
              readonly description: string;
              readonly link: string;
              readonly name: string;
              readonly slug: string;
              readonly taxonomy: 'post_tag';
              readonly meta: [] | {};
            };
          };
      readonly embed:
        | TagView
        | {
            readonly deleted: true;
            readonly previous: {
              readonly id: number;
              readonly count: number;
              readonly description: string;
              readonly link: string;
              readonly name: string;
              readonly slug: string;
              readonly taxonomy: 'post_tag';
              readonly meta: [] | {};
            };
          };
    };
  };
  '/wp/v2/users': {
    /** List users. */ readonly GET: {
      readonly input: {
        /** How much to show: to readers, inside another answer, or to editors. */ readonly context?:
          | 'view'
          | 'embed'
          | 'edit' /** Which page of the list. */;
        readonly page?: number /** Most users on a page. */;
        readonly per_page?: number /** Only users whose names hold this text. */;
        readonly search?: string /** Leave these ids out. */;
        readonly exclude?: readonly number[] /** Only these ids. */;
        readonly include?: readonly number[] /** How many users to skip. */;
        readonly offset?: number /** Upwards or downwards. */;
        readonly order?: 'asc' | 'desc' /** What to sort by. */;
        readonly orderby?:
          | 'id'
          | 'include'
          | 'name'
          | 'registered_date'
          | 'slug'
          | 'include_slugs'
          | 'email'
          | 'url' /** Only users with these slugs. */;
        readonly slug?: readonly string[] /** Only users with at least one of these roles. */;
        readonly roles?: readonly string[] /** Only users who may write. */;
        readonly who?: 'authors';
      };
      readonly view: UserView[];
      readonly edit: UserEdit[];
      readonly embed: UserEmbed[];
    } /** Make a user. */;
    readonly POST: {
      readonly input: {
        /** Name to log in with; it cannot be changed later. */ readonly username: string /** Name to show. */;
        readonly name?: string /** First name. */;
        readonly first_name?: string /** Last name. */;
        readonly last_name?: string /** E-mail address. */;
        readonly email: string /** Address of a site of the user. */;
        readonly url?: string /** What the user says of himself or herself; some HTML is kept. */;
        readonly description?: string /** Language of the user. */;
        readonly locale?: '' | 'en_US' /** Name among friends. */;
        readonly nickname?: string /** Name of the user in addresses. */;
        readonly slug?: string /** Roles of the user. */;
        readonly roles?: readonly string[] /** Password; it is never shown. */;
        readonly password: string /** Further values by key. */;
        readonly meta?: Readonly<Record<string, unknown>>;
      };
      readonly view: UserEdit | UserView;
      readonly edit: UserEdit | UserView;
      readonly embed: UserEdit | UserView;
    };
  };
  '/wp/v2/users/{id}': {
    /** Show a user. */ readonly GET: {
      readonly input: {
        /** How much to show: to readers, inside another answer, or to editors. */ readonly context?:
          | 'view'
          | 'embed'
          | 'edit';
      };
      readonly view: UserView;
      readonly edit: UserEdit;
      readonly embed: UserEmbed;
    } /** Change a user. */;
    readonly POST: {
      readonly input: {
        /** Name to log in with; it cannot be changed later. */ readonly username?: string /** Name to show. */;
        readonly name?: string /** First name. */;
        readonly first_name?: string /** Last name. */;
        readonly last_name?: string /** E-mail address. */;
        readonly email?: string /** Address of a site of the user. */;
        readonly url?: string /** What the user says of himself or herself; some HTML is kept. */;
        readonly description?: string /** Language of the user. */;
        readonly locale?: '' | 'en_US' /** Name among friends. */;
        readonly nickname?: string /** Name of the user in addresses. */;
        readonly slug?: string /** Roles of the user. */;
        readonly roles?: readonly string[] /** Password; it is never shown. */;
        readonly password?: string /** Further values by key. */;
        readonly meta?: Readonly<Record<string, unknown>>;
      };
      readonly view: UserEdit | UserView;
      readonly edit: UserEdit | UserView;
      readonly embed: UserEdit | UserView;
    } /** Change a user. */;
    readonly PUT: {
      readonly input: {
        /** Name to log in with; it cannot be changed later. */ readonly username?: string /** Name to show. */;
        readonly name?: string /** First name. */;
        readonly first_name?: string /** Last name. */;
        readonly last_name?: string /** E-mail address. */;
        readonly email?: string /** Address of a site of the user. */;
        readonly url?: string /** What the user says of himself or herself; some HTML is kept. */;
        readonly description?: string /** Language of the user. */;
        readonly locale?: '' | 'en_US' /** Name among friends. */;
        readonly nickname?: string /** Name of the user in addresses. */;
        readonly slug?: string /** Roles of the user. */;
        readonly roles?: readonly string[] /** Password; it is never shown. */;
        readonly password?: string /** Further values by key. */;
        readonly meta?: Readonly<Record<string, unknown>>;
      };
      readonly view: UserEdit | UserView;
      readonly edit: UserEdit | UserView;
      readonly embed: UserEdit | UserView;
    } /** Change a user. */;
    readonly PATCH: {
      readonly input: {
        /** Name to log in with; it cannot be changed later. */ readonly username?: string /** Name to show. */;
        readonly name?: string /** First name. */;
        readonly first_name?: string /** Last name. */;
        readonly last_name?: string /** E-mail address. */;
        readonly email?: string /** Address of a site of the user. */;
        readonly url?: string /** What the user says of himself or herself; some HTML is kept. */;
        readonly description?: string /** Language of the user. */;
        readonly locale?: '' | 'en_US' /** Name among friends. */;
        readonly nickname?: string /** Name of the user in addresses. */;
        readonly slug?: string /** Roles of the user. */;
        readonly roles?: readonly string[] /** Password; it is never shown. */;
        readonly password?: string /** Further values by key. */;
        readonly meta?: Readonly<Record<string, unknown>>;
      };
      readonly view: UserEdit | UserView;
      readonly edit: UserEdit | UserView;
      readonly embed: UserEdit | UserView;
    } /** Remove a user and give away what the user wrote. */;
    readonly DELETE: {
      readonly input: {
        /** Must be true: users have no trash. */ readonly force?: boolean /** Id of the user who gets what the removed one wrote. */;
        readonly reassign: string | number | boolean;
      };
      readonly view:
        | UserEdit
        | UserView
        | {
            readonly deleted: true;
            readonly previous:
              | {
                  readonly id: number;
                  readonly username: string;
                  readonly name: string;
                  readonly first_name: string;
                  readonly last_name: string;
                  readonly email: string;
                  readonly url: string;
                  readonly description: string;
                  readonly link: string;
                  readonly locale: string;
                  readonly nickname: string;
                  readonly slug: string;
                  readonly registered_date: string;
                  readonly roles: string[];
                  readonly capabilities: Record<string, boolean>;
                  readonly extra_capabilities: Record<string, boolean>;
                  readonly avatar_urls: { readonly '24': string; readonly '48': string; readonly '96': string };
                  readonly meta: [] | {};
                }
              | {
                  readonly id: number;
                  readonly name: string;
                  readonly url: string;
                  readonly description: string;
                  readonly link: string;
                  readonly slug: string;
                  readonly avatar_urls: { readonly '24': string; readonly '48': string; readonly '96': string };
                  readonly meta: [] | {};
                };
          };
      readonly edit:
        | UserEdit
        | UserView
        | {
            readonly deleted: true;
            readonly previous:
              | {
                  readonly id: number;
                  readonly username: string;
                  readonly name: string;
                  readonly first_name: string;
                  readonly last_name: string;
                  readonly email: string;
                  readonly url: string;
                  readonly description: string;
                  readonly link: string;
                  readonly locale: string;
                  readonly nickname: string;
                  readonly slug: string;
                  readonly registered_date: string;
                  readonly roles: string[];
                  readonly capabilities: Record<string, boolean>;
                  readonly extra_capabilities: Record<string, boolean>;
                  readonly avatar_urls: { readonly '24': string; readonly '48': string; readonly '96': string };
                  readonly meta: [] | {};
                }
              | {
                  readonly id: number;
                  readonly name: string;
                  readonly url: string;
                  readonly description: string;
                  readonly link: string;
                  readonly slug: string;
                  readonly avatar_urls: { readonly '24': string; readonly '48': string; readonly '96': string };
                  readonly meta: [] | {};
                };
          };
      readonly embed:
        | UserEdit
        | UserView
        | {
            readonly deleted: true;
            readonly previous:
              | {
                  readonly id: number;
                  readonly username: string;
                  readonly name: string;
                  readonly first_name: string;
                  readonly last_name: string;
                  readonly email: string;
                  readonly url: string;
                  readonly description: string;
                  readonly link: string;
                  readonly locale: string;
                  readonly nickname: string;
                  readonly slug: string;
                  readonly registered_date: string;
                  readonly roles: string[];
                  readonly capabilities: Record<string, boolean>;
                  readonly extra_capabilities: Record<string, boolean>;
                  readonly avatar_urls: { readonly '24': string; readonly '48': string; readonly '96': string };
                  readonly meta: [] | {};
                }
              | {
                  readonly id: number;
                  readonly name: string;
                  readonly url: string;
                  readonly description: string;
                  readonly link: string;
                  readonly slug: string;
                  readonly avatar_urls: { readonly '24': string; readonly '48': string; readonly '96': string };
                  readonly meta: [] | {};
                };
          };
    };
  };
  '/wp/v2/users/me': {
    /** Show the user who asks. */ readonly GET: {
      readonly input: {
        /** How much to show: to readers, inside another answer, or to editors. */ readonly context?:
          | 'view'
          | 'embed'
          | 'edit';
      };
      readonly view: UserView;
      readonly edit: UserEdit;
      readonly embed: UserEmbed;
    } /** Change the user who asks. */;
    readonly POST: {
      readonly input: {
        /** Name to log in with; it cannot be changed later. */ readonly username?: string /** Name to show. */;
        readonly name?: string /** First name. */;
        readonly first_name?: string /** Last name. */;
        readonly last_name?: string /** E-mail address. */;
        readonly email?: string /** Address of a site of the user. */;
        readonly url?: string /** What the user says of himself or herself; some HTML is kept. */;
        readonly description?: string /** Language of the user. */;
        readonly locale?: '' | 'en_US' /** Name among friends. */;
        readonly nickname?: string /** Name of the user in addresses. */;
        readonly slug?: string /** Roles of the user. */;
        readonly roles?: readonly string[] /** Password; it is never shown. */;
        readonly password?: string /** Further values by key. */;
        readonly meta?: Readonly<Record<string, unknown>>;
      };
      readonly view: UserEdit | UserView;
      readonly edit: UserEdit | UserView;
      readonly embed: UserEdit | UserView;
    } /** Change the user who asks. */;
    readonly PUT: {
      readonly input: {
        /** Name to log in with; it cannot be changed later. */ readonly username?: string /** Name to show. */;
        readonly name?: string /** First name. */;
        readonly first_name?: string /** Last name. */;
        readonly last_name?: string /** E-mail address. */;
        readonly email?: string /** Address of a site of the user. */;
        readonly url?: string /** What the user says of himself or herself; some HTML is kept. */;
        readonly description?: string /** Language of the user. */;
        readonly locale?: '' | 'en_US' /** Name among friends. */;
        readonly nickname?: string /** Name of the user in addresses. */;
        readonly slug?: string /** Roles of the user. */;
        readonly roles?: readonly string[] /** Password; it is never shown. */;
        readonly password?: string /** Further values by key. */;
        readonly meta?: Readonly<Record<string, unknown>>;
      };
      readonly view: UserEdit | UserView;
      readonly edit: UserEdit | UserView;
      readonly embed: UserEdit | UserView;
    } /** Change the user who asks. */;
    readonly PATCH: {
      readonly input: {
        /** Name to log in with; it cannot be changed later. */ readonly username?: string /** Name to show. */;
        readonly name?: string /** First name. */;
        readonly first_name?: string /** Last name. */;
        readonly last_name?: string /** E-mail address. */;
        readonly email?: string /** Address of a site of the user. */;
        readonly url?: string /** What the user says of himself or herself; some HTML is kept. */;
        readonly description?: string /** Language of the user. */;
        readonly locale?: '' | 'en_US' /** Name among friends. */;
        readonly nickname?: string /** Name of the user in addresses. */;
        readonly slug?: string /** Roles of the user. */;
        readonly roles?: readonly string[] /** Password; it is never shown. */;
        readonly password?: string /** Further values by key. */;
        readonly meta?: Readonly<Record<string, unknown>>;
      };
      readonly view: UserEdit | UserView;
      readonly edit: UserEdit | UserView;
      readonly embed: UserEdit | UserView;
    } /** Remove the user who asks. */;
    readonly DELETE: {
      readonly input: {
        /** Must be true: users have no trash. */ readonly force?: boolean /** Id of the user who gets what the removed one wrote. */;
        readonly reassign: string | number | boolean;
      };
      readonly view:
        | UserEdit
        | UserView
        | {
            readonly deleted: true;
            readonly previous:
              | {
                  readonly id: number;
                  readonly username: string;
                  readonly name: string;
                  readonly first_name: string;
                  readonly last_name: string;
                  readonly email: string;
                  readonly url: string;
                  readonly description: string;
                  readonly link: string;
                  readonly locale: string;
                  readonly nickname: string;
                  readonly slug: string;
                  readonly registered_date: string;
                  readonly roles: string[];
                  readonly capabilities: Record<string, boolean>;
                  readonly extra_capabilities: Record<string, boolean>;
                  readonly avatar_urls: { readonly '24': string; readonly '48': string; readonly '96': string };
                  readonly meta: [] | {};
                }
              | {
                  readonly id: number;
                  readonly name: string;
                  readonly url: string;
                  readonly description: string;
                  readonly link: string;
                  readonly slug: string;
                  readonly avatar_urls: { readonly '24': string; readonly '48': string; readonly '96': string };
                  readonly meta: [] | {};
                };
          };
      readonly edit:
        | UserEdit
        | UserView
        | {
            readonly deleted: true;
            readonly previous:
              | {
                  readonly id: number;
                  readonly username: string;
                  readonly name: string;
                  readonly first_name: string;
                  readonly last_name: string;
                  readonly email: string;
                  readonly url: string;
                  readonly description: string;
                  readonly link: string;
                  readonly locale: string;
                  readonly nickname: string;
                  readonly slug: string;
                  readonly registered_date: string;
                  readonly roles: string[];
                  readonly capabilities: Record<string, boolean>;
                  readonly extra_capabilities: Record<string, boolean>;
                  readonly avatar_urls: { readonly '24': string; readonly '48': string; readonly '96': string };
                  readonly meta: [] | {};
                }
              | {
                  readonly id: number;
                  readonly name: string;
                  readonly url: string;
                  readonly description: string;
                  readonly link: string;
                  readonly slug: string;
                  readonly avatar_urls: { readonly '24': string; readonly '48': string; readonly '96': string };
                  readonly meta: [] | {};
                };
          };
      readonly embed:
        | UserEdit
        | UserView
        | {
            readonly deleted: true;
            readonly previous:
              | {
                  readonly id: number;
                  readonly username: string;
                  readonly name: string;
                  readonly first_name: string;
                  readonly last_name: string;
                  readonly email: string;
                  readonly url: string;
                  readonly description: string;
                  readonly link: string;
                  readonly locale: string;
                  readonly nickname: string;
                  readonly slug: string;
                  readonly registered_date: string;
                  readonly roles: string[];
                  readonly capabilities: Record<string, boolean>;
                  readonly extra_capabilities: Record<string, boolean>;
                  readonly avatar_urls: { readonly '24': string; readonly '48': string; readonly '96': string };
                  readonly meta: [] | {};
                }
              | {
                  readonly id: number;
                  readonly name: string;
                  readonly url: string;
                  readonly description: string;
                  readonly link: string;
                  readonly slug: string;
                  readonly avatar_urls: { readonly '24': string; readonly '48': string; readonly '96': string };
                  readonly meta: [] | {};
                };
          };
    };
  };
  '/wp/v2/comments': {
    /** List comments. */ readonly GET: {
      readonly input: {
        /** How much to show: to readers, inside another answer, or to editors. */ readonly context?:
          | 'view'
          | 'embed'
          | 'edit' /** Which page of the list. */;
        readonly page?: number /** Most comments on a page. */;
        readonly per_page?: number /** Only comments that hold this text. */;
        readonly search?: string /** Only comments written after this time. */;
        readonly after?: string /** Only comments of these users. Needs authorization. */;
        readonly author?: readonly number[] /** No comments of these users. Needs authorization. */;
        readonly author_exclude?: readonly number[] /** Only comments from this e-mail address. Needs authorization. */;
        readonly author_email?: string /** Only comments written before this time. */;
        readonly before?: string /** Leave these ids out. */;
        readonly exclude?: readonly number[] /** Only these ids. */;
        readonly include?: readonly number[] /** How many comments to skip. */;
        readonly offset?: number /** Upwards or downwards. */;
        readonly order?: 'asc' | 'desc' /** What to sort by. */;
        readonly orderby?:
          | 'date'
          | 'date_gmt'
          | 'id'
          | 'include'
          | 'post'
          | 'parent'
          | 'type' /** Only answers to these comments. */;
        readonly parent?: readonly number[] /** No answers to these comments. */;
        readonly parent_exclude?: readonly number[] /** Only comments on these posts. */;
        readonly post?: readonly number[] /** Only comments in this state. Needs authorization. */;
        readonly status?: string /** Only comments of this kind. Needs authorization. */;
        readonly type?: string /** Password of the post, where it has one. */;
        readonly password?: string;
      };
      readonly view: CommentView[];
      readonly edit: CommentEdit[];
      readonly embed: CommentEmbed[];
    } /** Write a comment. */;
    readonly POST: {
      readonly input: {
        /** Number of the user who wrote the comment, 0 for a guest. */ readonly author?: number /** E-mail address of the author. */;
        readonly author_email?: string /** Network address the comment came from. */;
        readonly author_ip?: string /** Name of the author. */;
        readonly author_name?: string /** Address of a site of the author. */;
        readonly author_url?: string /** What the program of the author called itself. */;
        readonly author_user_agent?: string /** What the comment says. */;
        readonly content?: string | { readonly raw: string } /** When it was written, in the time of the site. */;
        readonly date?: string /** When it was written, in GMT. */;
        readonly date_gmt?: string /** Number of the comment this one answers, 0 for none. */;
        readonly parent?: number /** Number of the post. */;
        readonly post?: number /** Whether it is shown, held back, spam or in the trash. */;
        readonly status?: string /** Further values by key. */;
        readonly meta?: Readonly<Record<string, unknown>>;
      };
      readonly view: CommentEdit | CommentView;
      readonly edit: CommentEdit | CommentView;
      readonly embed: CommentEdit | CommentView;
    };
  };
  '/wp/v2/comments/{id}': {
    /** Show a comment. */ readonly GET: {
      readonly input: {
        /** How much to show: to readers, inside another answer, or to editors. */ readonly context?:
          | 'view'
          | 'embed'
          | 'edit' /** Password of the post, where it has one. */;
        readonly password?: string;
      };
      readonly view: CommentView;
      readonly edit: CommentEdit;
      readonly embed: CommentEmbed;
    } /** Change a comment. */;
    readonly POST: {
      readonly input: {
        /** Number of the user who wrote the comment, 0 for a guest. */ readonly author?: number /** E-mail address of the author. */;
        readonly author_email?: string /** Network address the comment came from. */;
        readonly author_ip?: string /** Name of the author. */;
        readonly author_name?: string /** Address of a site of the author. */;
        readonly author_url?: string /** What the program of the author called itself. */;
        readonly author_user_agent?: string /** What the comment says. */;
        readonly content?: string | { readonly raw: string } /** When it was written, in the time of the site. */;
        readonly date?: string /** When it was written, in GMT. */;
        readonly date_gmt?: string /** Number of the comment this one answers, 0 for none. */;
        readonly parent?: number /** Number of the post. */;
        readonly post?: number /** Whether it is shown, held back, spam or in the trash. */;
        readonly status?: string /** Further values by key. */;
        readonly meta?: Readonly<Record<string, unknown>>;
      };
      readonly view: CommentEdit | CommentView;
      readonly edit: CommentEdit | CommentView;
      readonly embed: CommentEdit | CommentView;
    } /** Change a comment. */;
    readonly PUT: {
      readonly input: {
        /** Number of the user who wrote the comment, 0 for a guest. */ readonly author?: number /** E-mail address of the author. */;
        readonly author_email?: string /** Network address the comment came from. */;
        readonly author_ip?: string /** Name of the author. */;
        readonly author_name?: string /** Address of a site of the author. */;
        readonly author_url?: string /** What the program of the author called itself. */;
        readonly author_user_agent?: string /** What the comment says. */;
        readonly content?: string | { readonly raw: string } /** When it was written, in the time of the site. */;
        readonly date?: string /** When it was written, in GMT. */;
        readonly date_gmt?: string /** Number of the comment this one answers, 0 for none. */;
        readonly parent?: number /** Number of the post. */;
        readonly post?: number /** Whether it is shown, held back, spam or in the trash. */;
        readonly status?: string /** Further values by key. */;
        readonly meta?: Readonly<Record<string, unknown>>;
      };
      readonly view: CommentEdit | CommentView;
      readonly edit: CommentEdit | CommentView;
      readonly embed: CommentEdit | CommentView;
    } /** Change a comment. */;
    readonly PATCH: {
      readonly input: {
        /** Number of the user who wrote the comment, 0 for a guest. */ readonly author?: number /** E-mail address of the author. */;
        readonly author_email?: string /** Network address the comment came from. */;
        readonly author_ip?: string /** Name of the author. */;
        readonly author_name?: string /** Address of a site of the author. */;
        readonly author_url?: string /** What the program of the author called itself. */;
        readonly author_user_agent?: string /** What the comment says. */;
        readonly content?: string | { readonly raw: string } /** When it was written, in the time of the site. */;
        readonly date?: string /** When it was written, in GMT. */;
        readonly date_gmt?: string /** Number of the comment this one answers, 0 for none. */;
        readonly parent?: number /** Number of the post. */;
        readonly post?: number /** Whether it is shown, held back, spam or in the trash. */;
        readonly status?: string /** Further values by key. */;
        readonly meta?: Readonly<Record<string, unknown>>;
      };
      readonly view: CommentEdit | CommentView;
      readonly edit: CommentEdit | CommentView;
      readonly embed: CommentEdit | CommentView;
    } /** Put a comment into the trash, or remove it for good. */;
    readonly DELETE: {
      readonly input: {
        /** Remove it for good instead of trashing it. */ readonly force?: boolean /** Password of the post, where it has one. */;
        readonly password?: string;
      };
      readonly view:
        | CommentEdit
        | CommentView
        | {
            readonly deleted: true;
            readonly previous:
              | {
                  readonly id: number;
                  readonly author: number;
                  readonly author_email: string;
                  readonly author_ip: string;
                  readonly author_name: string;
                  readonly author_url: string;
                  readonly author_user_agent: string;
                  readonly content: { readonly raw: string; readonly rendered: string };
                  readonly date: string;
                  readonly date_gmt: string;
                  readonly link: string;
                  readonly parent: number;
                  readonly post: number;
                  readonly status: string;
                  readonly type: string;
                  readonly author_avatar_urls: { readonly '24': string; readonly '48': string; readonly '96': string };
                  readonly meta: [] | {};
                }
              | {
                  readonly id: number;
                  readonly author: number;
                  readonly author_name: string;
                  readonly author_url: string;
                  readonly content: { readonly rendered: string };
                  readonly date: string;
                  readonly date_gmt: string;
                  readonly link: string;
                  readonly parent: number;
                  readonly post: number;
                  readonly status: string;
                  readonly type: string;
                  readonly author_avatar_urls: { readonly '24': string; readonly '48': string; readonly '96': string };
                  readonly meta: [] | {};
                };
          };
      readonly edit:
        | CommentEdit
        | CommentView
        | {
            readonly deleted: true;
            readonly previous:
              | {
                  readonly id: number;
                  readonly author: number;
                  readonly author_email: string;
                  readonly author_ip: string;
                  readonly author_name: string;
                  readonly author_url: string;
                  readonly author_user_agent: string;
                  readonly content: { readonly raw: string; readonly rendered: string };
                  readonly date: string;
                  readonly date_gmt: string;
                  readonly link: string;
                  readonly parent: number;
                  readonly post: number;
                  readonly status: string;
                  readonly type: string;
                  readonly author_avatar_urls: { readonly '24': string; readonly '48': string; readonly '96': string };
                  readonly meta: [] | {};
                }
              | {
                  readonly id: number;
                  readonly author: number;
                  readonly author_name: string;
                  readonly author_url: string;
                  readonly content: { readonly rendered: string };
                  readonly date: string;
                  readonly date_gmt: string;
                  readonly link: string;
                  readonly parent: number;
                  readonly post: number;
                  readonly status: string;
                  readonly type: string;
                  readonly author_avatar_urls: { readonly '24': string; readonly '48': string; readonly '96': string };
                  readonly meta: [] | {};
                };
          };
      readonly embed:
        | CommentEdit
        | CommentView
        | {
            readonly deleted: true;
            readonly previous:
              | {
                  readonly id: number;
                  readonly author: number;
                  readonly author_email: string;
                  readonly author_ip: string;
                  readonly author_name: string;
                  readonly author_url: string;
                  readonly author_user_agent: string;
                  readonly content: { readonly raw: string; readonly rendered: string };
                  readonly date: string;
                  readonly date_gmt: string;
                  readonly link: string;
                  readonly parent: number;
                  readonly post: number;
                  readonly status: string;
                  readonly type: string;
                  readonly author_avatar_urls: { readonly '24': string; readonly '48': string; readonly '96': string };
                  readonly meta: [] | {};
                }
              | {
                  readonly id: number;
                  readonly author: number;
                  readonly author_name: string;
                  readonly author_url: string;
                  readonly content: { readonly rendered: string };
                  readonly date: string;
                  readonly date_gmt: string;
                  readonly link: string;
                  readonly parent: number;
                  readonly post: number;
                  readonly status: string;
                  readonly type: string;
                  readonly author_avatar_urls: { readonly '24': string; readonly '48': string; readonly '96': string };
                  readonly meta: [] | {};
                };
          };
    };
  };
  '/wp/v2/settings': {
    /** Show the settings. */ readonly GET: {
      readonly input: {};
      readonly view: SettingsView;
      readonly edit: SettingsView;
      readonly embed: SettingsView;
    } /** Change settings. */;
    readonly POST: {
      readonly input: {
        /** Title of the site. */ readonly title?: string | null /** What the site is about. */;
        readonly description?: string | null /** Address of the site. */;
        readonly url?: string | null /** E-mail address of the administrator. */;
        readonly email?: string | null /** A city in the timezone of the site. */;
        readonly timezone?: string | null /** How dates are written. */;
        readonly date_format?: string | null /** How times are written. */;
        readonly time_format?: string | null /** Number of the day a week begins with. */;
        readonly start_of_week?: number | null /** Language of the site. */;
        readonly language?: string | null /** Whether faces made of signs become pictures. */;
        readonly use_smilies?: boolean | null /** Number of the category of posts that name none. */;
        readonly default_category?: number | null /** Format of posts that name none. */;
        readonly default_post_format?: string | null /** Most posts on a page of the site. */;
        readonly posts_per_page?: number | null /** Whether new posts can be linked to by other sites. */;
        readonly default_ping_status?: 'open' | 'closed' | null /** Whether new posts take comments. */;
        readonly default_comment_status?: 'open' | 'closed' | null;
      };
      readonly view: SettingsView;
      readonly edit: SettingsView;
      readonly embed: SettingsView;
    } /** Change settings. */;
    readonly PUT: {
      readonly input: {
        /** Title of the site. */ readonly title?: string | null /** What the site is about. */;
        readonly description?: string | null /** Address of the site. */;
        readonly url?: string | null /** E-mail address of the administrator. */;
        readonly email?: string | null /** A city in the timezone of the site. */;
        readonly timezone?: string | null /** How dates are written. */;
        readonly date_format?: string | null /** How times are written. */;
        readonly time_format?: string | null /** Number of the day a week begins with. */;
        readonly start_of_week?: number | null /** Language of the site. */;
        readonly language?: string | null /** Whether faces made of signs become pictures. */;
        readonly use_smilies?: boolean | null /** Number of the category of posts that name none. */;
        readonly default_category?: number | null /** Format of posts that name none. */;
        readonly default_post_format?: string | null /** Most posts on a page of the site. */;
        readonly posts_per_page?: number | null /** Whether new posts can be linked to by other sites. */;
        readonly default_ping_status?: 'open' | 'closed' | null /** Whether new posts take comments. */;
        readonly default_comment_status?: 'open' | 'closed' | null;
      };
      readonly view: SettingsView;
      readonly edit: SettingsView;
      readonly embed: SettingsView;
    } /** Change settings. */;
    readonly PATCH: {
      readonly input: {
        /** Title of the site. */ readonly title?: string | null /** What the site is about. */;
        readonly description?: string | null /** Address of the site. */;
        readonly url?: string | null /** E-mail address of the administrator. */;
        readonly email?: string | null /** A city in the timezone of the site. */;
        readonly timezone?: string | null /** How dates are written. */;
        readonly date_format?: string | null /** How times are written. */;
        readonly time_format?: string | null /** Number of the day a week begins with. */;
        readonly start_of_week?: number | null /** Language of the site. */;
        readonly language?: string | null /** Whether faces made of signs become pictures. */;
        readonly use_smilies?: boolean | null /** Number of the category of posts that name none. */;
        readonly default_category?: number | null /** Format of posts that name none. */;
        readonly default_post_format?: string | null /** Most posts on a page of the site. */;
        readonly posts_per_page?: number | null /** Whether new posts can be linked to by other sites. */;
        readonly default_ping_status?: 'open' | 'closed' | null /** Whether new posts take comments. */;
        readonly default_comment_status?: 'open' | 'closed' | null;
      };
      readonly view: SettingsView;
      readonly edit: SettingsView;
      readonly embed: SettingsView;
    };
  };
}
