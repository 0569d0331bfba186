import { thingsOf } from './capabilities.ts';
/** The features a type can support, under the names clients of this interface know. */
export const supportNames = [
  'title',
  'editor',
  'author',
  'thumbnail',
  'excerpt',
  'trackbacks',
  'custom-fields',
  'comments',
  'revisions',
  'page-attributes',
  'post-formats',
];
export const isSupport = (name) => supportNames.some((known) => known === name);
/** Whether the interface has a collection for this type. */
export function isShownType(type) {
  return type.restBase !== null;
}
export function supports(type, what) {
  return type.supports.includes(what);
}
/** The capabilities of a type: generic name → name for this type. */
export function capabilityNames(type) {
  const one = type.capabilityType;
  const many = thingsOf(type);
  return {
    edit_post: `edit_${one}`,
    read_post: `read_${one}`,
    delete_post: `delete_${one}`,
    edit_posts: `edit_${many}`,
    edit_others_posts: `edit_others_${many}`,
    publish_posts: `publish_${many}`,
    read_private_posts: `read_private_${many}`,
    read: 'read',
    delete_posts: `delete_${many}`,
    delete_private_posts: `delete_private_${many}`,
    delete_published_posts: `delete_published_${many}`,
    delete_others_posts: `delete_others_${many}`,
    edit_private_posts: `edit_private_${many}`,
    edit_published_posts: `edit_published_${many}`,
    create_posts: type.createCapability ?? `edit_${many}`,
  };
}
