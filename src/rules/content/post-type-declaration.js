import { typeLabels } from './type-labels.ts';

const usualSupports = ['title', 'editor'];
/** The type that a declaration describes. */
export function postTypeFrom(declaration) {
  const { name, hierarchical = false, supports = usualSupports } = declaration;
  const isPublic = declaration.public ?? true;
  const linkBase = linkBaseOf(declaration);
  const [one, many] = capabilityWords(declaration.capabilityType ?? 'post');
  return {
    name,
    restBase: declaration.restBase === undefined ? name : declaration.restBase,
    description: declaration.description ?? '',
    capabilityType: one,
    ...(many ? { capabilityPlural: many } : {}),
    public: isPublic,
    inheritsFromParent: false,
    hierarchical,
    taxonomies: declaration.taxonomies ?? [],
    supports,
    alsoShows: [],
    linkStyle: isPublic ? 'named' : 'query',
    linkBase,
    archive: declaration.hasArchive === true ? linkBase : archiveOf(declaration),
    openStatus: 'publish',
    sticky: false,
    siteDiscussion: { comments: supports.includes('comments'), pings: supports.includes('trackbacks') },
    labels: labelsOf(declaration, hierarchical),
  };
}
/** The slug, with a slash before it where permalinks begin at the root. */
export function linkBaseOf({ name, slug = name, withFront = true }) {
  return withFront ? slug : `/${slug}`;
}
function archiveOf({ name, hasArchive, withFront }) {
  if (typeof hasArchive !== 'string' || hasArchive === '') return null;
  return linkBaseOf({ name, slug: hasArchive, ...(withFront === undefined ? {} : { withFront }) });
}
function capabilityWords(type) {
  return typeof type === 'string' ? [type] : type;
}
function labelsOf({ name, labels }, hierarchical) {
  const many = labels?.name ?? name;
  const one = labels?.singular_name ?? many;
  return {
    ...typeLabels({ one, many, ...(hierarchical ? { parent: `${one} above this one:` } : {}) }),
    ...labels,
  };
}
