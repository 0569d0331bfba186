import { linkBaseOf } from './post-type-declaration.ts';
import { taxonomyLabels } from './taxonomy-labels.ts';

const usualCapabilities = {
  manage: 'manage_categories',
  edit: 'manage_categories',
  delete: 'manage_categories',
  assign: 'edit_posts',
};
/** The taxonomy that a declaration describes. */
export function taxonomyFrom(declaration) {
  const { name, hierarchical = false } = declaration;
  const capabilities = { ...usualCapabilities, ...declaration.capabilities };
  return {
    name,
    restBase: declaration.restBase === undefined ? name : declaration.restBase,
    description: declaration.description ?? '',
    hierarchical,
    types: declaration.postTypes ?? [],
    capabilities,
    capabilityNames: {
      manage_terms: capabilities.manage,
      edit_terms: capabilities.edit,
      delete_terms: capabilities.delete,
      assign_terms: capabilities.assign,
    },
    showCloud: declaration.showCloud ?? true,
    linkBase: linkBaseOf(declaration),
    nestedLinks: declaration.nestedLinks ?? false,
    labels: labelsOf(declaration, hierarchical),
  };
}
function labelsOf({ name, labels }, hierarchical) {
  const many = labels?.name ?? name;
  const one = labels?.singular_name ?? many;
  return { ...taxonomyLabels({ one, many, name: one, hierarchical }), ...labels };
}
