import { taxonomyFrom } from './taxonomy-declaration.ts';
/** The built-in taxonomies, in the order the interface lists them. */
export const coreTaxonomies = [
  {
    ...taxonomyFrom({
      name: 'category',
      restBase: 'categories',
      labels: { name: 'Categories', singular_name: 'Category', name_admin_bar: 'category' },
      hierarchical: true,
      postTypes: ['post'],
    }),
    capabilityNames: ownNames('categories'),
    linkBase: null,
    nestedLinks: true,
    defaultTerm: (site) => site.defaultCategoryId,
  },
  {
    ...taxonomyFrom({
      name: 'post_tag',
      restBase: 'tags',
      labels: { name: 'Tags', singular_name: 'Tag', name_admin_bar: 'post_tag' },
      postTypes: ['post'],
    }),
    capabilityNames: ownNames('post_tags'),
    linkBase: null,
  },
  internalTaxonomy('nav_menu', { label: 'Menus', types: ['nav_menu_item'] }),
  internalTaxonomy('link_category', { label: 'Kinds of links', types: [] }),
  internalTaxonomy('post_format', { label: 'Formats', types: ['post'] }),
];
/** A taxonomy for internal use that is never shown. */
export function internalTaxonomy(name, facts) {
  const taxonomy = taxonomyFrom({ name, restBase: null, labels: { name: facts.label }, postTypes: facts.types });
  return { ...taxonomy, showCloud: false };
}
/** What the interface calls the capabilities of a built-in taxonomy; which ones are needed is another matter. */
function ownNames(things) {
  return {
    manage_terms: `manage_${things}`,
    edit_terms: `edit_${things}`,
    delete_terms: `delete_${things}`,
    assign_terms: `assign_${things}`,
  };
}
