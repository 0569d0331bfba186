import type { PathDescription } from '../api/routing/description.ts';
import { typeName } from '../api/routing/resource-names.ts';

/** The path with its parameters as clients write them: `/wp/v2/posts/{id}`. */
export const shownPath = ({ path }: PathDescription): string => path.template.replace(/\{(\w+):\w+\}/g, '{$1}');

/** A name for an operation, made of its method and path: `listPosts`, `getPostsById`, `deletePostsById`. */
export function operationId(described: PathDescription, method: string, showsMany: boolean): string {
  const isCore = described.namespace === 'wp/v2' && described.path.template !== '/wp/v2';
  const segments = shownPath(described)
    .split('/')
    .filter((part) => part !== '' && !/^v?\d+(?:\.\d+)?$/.test(part));
  const words = segments.filter((part) => !part.startsWith('{')).slice(isCore ? 1 : 0);
  const last = segments.at(-1) ?? '';
  const by = last.startsWith('{') ? ` By ${last}` : '';
  return `${verbs(described, showsMany)[method]}${typeName(words.join(' '), by) || 'Interface'}`;
}

const verbs = ({ methods }: PathDescription, showsMany: boolean): Readonly<Record<string, string>> => ({
  GET: showsMany ? 'list' : 'get',
  POST: methods.includes('PATCH') ? 'update' : 'create',
  PUT: 'put',
  PATCH: 'patch',
  DELETE: 'delete',
});
