import { fieldsOf } from '../../api/resource/field.ts';
import { json } from '../../lib/schema/json-schema.ts';
import { s } from '../../lib/schema/schema.ts';
import { readPicture, storedOrientation } from '../../media/attachment-metadata.ts';
import { uploadedPath } from '../../media/change-picture.ts';
import { baseNameOf } from '../../media/files/media-path.ts';
import { type ImageSizes, imageSizes } from '../../media/image-sizes.ts';
import { missingSizes } from '../../media/sizes/renewal-plan.ts';
import { copyQuality } from '../../media/workers/image-processor.ts';
import { isRecord } from '../../text/json.ts';
import type { PostDraft } from '../posts/operations/post-draft.ts';
import type { MediaNeed, MediaSubject, MediaView } from './media-subject.ts';

const field = fieldsOf<MediaSubject, PostDraft, MediaNeed>();
const forEditors = { contexts: ['edit'], readonly: true } as const;
const notEmbedded = { contexts: ['view', 'edit'], readonly: true } as const;

/** What is said of files to those who edit pictures: how they were uploaded, and how copies of them are made. */
export function pictureFields({ variant }: MediaView) {
  const names = Object.keys(imageSizes).filter((name) => variant.media.files.copies.includes(name));
  return {
    missing_image_sizes: field({
      ...forEditors,
      schema: s.array(s.string(), { description: 'Sizes that there is no copy of yet.' }),
      needs: ['file', 'sizes'],
      read: missingOf,
    }),
    filename: field({
      ...notEmbedded,
      schema: s.string({ description: 'Name of the file as it was uploaded.' }),
      needs: ['file'],
      read: ({ path, metadata }) => baseNameOf(uploadedPath({ file: path, metadata })),
    }),
    filesize: field({
      ...notEmbedded,
      schema: s.integer({
        nullable: true,
        description: 'Size of the file as it was uploaded, in bytes.',
        published: { type: ['integer', 'null'] },
      }),
      needs: ['fileSize'],
      read: ({ fileSize }) => fileSize,
      output: json.orNull(json.integer),
    }),
    ...copyFields(names),
  };
}

/** How copies of a picture are made; other files do not have these members. */
function copyFields(names: readonly string[]) {
  const ofPictures = { ...forEditors, optional: true, needs: ['file'] } as const;
  const quality = { type: 'integer', minimum: 1, maximum: 100 };
  return {
    exif_orientation: field({
      ...ofPictures,
      schema: s.integer({ description: 'How the camera was held: 1 for upright.' }),
      read: ({ image, metadata }) => (image ? storedOrientation(metadata) : undefined),
    }),
    image_quality: field({
      ...ofPictures,
      schema: s.object({
        description: 'Quality of copies, in percent.',
        published: {
          properties: {
            default: quality,
            sizes: { type: 'object', properties: Object.fromEntries(names.map((name) => [name, quality])) },
          },
        },
      }),
      // No size has a quality of its own.
      read: ({ image }) => (image ? { default: copyQuality, sizes: [] } : undefined),
      output: json.object({ default: json.integer, sizes: json.emptyList }),
    }),
    image_output_format: field({
      ...ofPictures,
      schema: s.string({
        nullable: true,
        description: 'Media type of copies, where it is not that of the picture.',
        published: { type: ['string', 'null'] },
      }),
      read: ({ image }) => (image ? null : undefined),
      output: json.orNull(json.string),
    }),
    image_save_progressive: field({
      ...ofPictures,
      schema: s.boolean({ description: 'Whether copies are shown coarsely before they have arrived.' }),
      read: ({ image }) => (image ? false : undefined),
    }),
  };
}

/** Pictures of the pages of documents, which are never made. */
const documentSizes = ['thumbnail', 'medium', 'large'];

function missingOf({ post, metadata, sizes: wanted }: MediaSubject): string[] {
  if (post.mimeType !== 'application/pdf')
    return readPicture(metadata) ? missingSizes(metadata, inRegistrationOrder(wanted)) : [];
  const sizes = isRecord(metadata) && isRecord(metadata['sizes']) ? metadata['sizes'] : {};
  return documentSizes.filter((name) => !(name in sizes));
}

/** Those of every site come first; metadata has another order. */
function inRegistrationOrder(sizes: ImageSizes): ImageSizes {
  const names = Object.keys(sizes);
  const own = Object.keys(imageSizes).filter((name) => names.includes(name));
  return Object.fromEntries(
    [...new Set([...own, ...names])].flatMap((name) => (sizes[name] ? [[name, sizes[name]]] : [])),
  );
}
