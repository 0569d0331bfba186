import type { TaxonomyType } from '../taxonomies.ts';
import { taxonomyFrom } from './taxonomy-declaration.ts';

/** The folders of the media library: a file is in one of them, or in none. */
export const mediaFolders = 'media_folder';
/** The tags of files. */
export const mediaTags = 'media_tag';

/**
 * The taxonomies that sort files. They are stored as those of any other content, so that other programs can read them;
 * only where the site says so does the interface have routes and fields for them.
 */
export function mediaTaxonomies({ isShown }: { readonly isShown: boolean }): readonly TaxonomyType[] {
  const rows = [
    { name: mediaFolders, labels: { name: 'Folders', singular_name: 'Folder' }, hierarchical: true },
    { name: mediaTags, labels: { name: 'Media Tags', singular_name: 'Media Tag' }, hierarchical: false },
  ];
  return rows.map((row) => ({
    ...taxonomyFrom({
      ...row,
      restBase: isShown ? row.name : null,
      postTypes: ['attachment'],
      showCloud: false,
      capabilities: { assign: 'upload_files' },
    }),
    public: false,
    screens: { own: false, column: false },
    linkBase: '',
    later: true,
  }));
}

/** Whether a taxonomy is one of these; one of the same name that the site declares takes its place. */
export const isMediaTaxonomy = (name: string): boolean => name === mediaFolders || name === mediaTags;
