import { corePostTypes } from './core-post-types.ts';
import { coreTaxonomies } from './core-taxonomies.ts';

const words = (text) => text.split(/\s+/).filter((word) => word !== '');
/** Types of the system that shares the tables, and words that its addresses use. */
const otherTypes = words(`
  wp_block wp_template wp_template_part wp_global_styles wp_navigation wp_font_family wp_font_face
  action author order theme`);
/** Words that the addresses of the system that shares the tables use as parameters. */
const parameters = words(`
  attachment attachment_id author author_name calendar cat category category__and category__in category__not_in
  category_name comments_per_page comments_popup customize_messenger_channel customized cpage day debug embed error
  exact feed fields hour include_tree link_category m minute monthnum more name nav_menu nonce nopaging offset order
  orderby p page page_id paged pagename pb perm post post_format post_mime_type post_status post_tag post_type posts
  posts_per_archive_page posts_per_page preview robots s search second sentence showposts static status subpost
  subpost_id tag tag__and tag__in tag__not_in tag_id tag_slug__and tag_slug__in taxonomy tb term terms theme title type
  types w withcomments withoutcomments year`);
/** Names that a declared type or taxonomy cannot have, because something else has them. */
export const reservedNames = {
  type: new Set([...corePostTypes.map((type) => type.name), ...otherTypes]),
  taxonomy: new Set([...coreTaxonomies.map((taxonomy) => taxonomy.name), ...parameters]),
};
/** Last segments of paths in `wp/v2` that are taken, or that the interface may take. */
export const reservedBases = new Set(
  words(`
  posts pages media types statuses taxonomies categories tags users comments settings search blocks block-types
  block-renderer block-directory block-patterns pattern-directory menus menu-items menu-locations navigation
  templates template-parts global-styles themes plugins sidebars widgets widget-types font-families font-collections`),
);
/** Names that fields and parameters of content have; the terms of a taxonomy are shown under another one. */
export const reservedFields = new Set(
  words(`
  id date date_gmt guid slug type link modified modified_gmt status password title content excerpt author
  featured_media parent menu_order comment_status ping_status sticky template format meta class_list context page
  per_page search after before author_exclude exclude include offset order orderby parent_exclude modified_after
  modified_before tax_relation force`),
);
/** First segments of addresses that are taken. */
export const reservedSlugs = new Set(
  words('wp-json wp-admin wp-content wp-includes feed embed page author search attachment comments trackback'),
);
