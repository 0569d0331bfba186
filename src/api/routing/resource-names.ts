import type { Context } from '../resource/context.ts';
import type { InterfaceDescription, PathDescription, ResponseSchemas } from './description.ts';

/** The resource that a path shows. Not every operation of a path names it; they all show the same. */
export function resourceAt(path: PathDescription): ResponseSchemas | undefined {
  return path.endpoints.find(({ shows }) => shows?.responses)?.shows?.responses;
}

/** A name for every resource of the interface; two that share a title but show different members have two. */
export function resourceNames(described: InterfaceDescription): ReadonlyMap<ResponseSchemas, string> {
  const names = new Map<ResponseSchemas, string>();
  const taken = new Map<string, string>();
  for (const path of described.paths) {
    const resource = resourceAt(path);
    if (!resource || names.has(resource)) continue;
    const shape = JSON.stringify(contexts.map((context) => resource.item(context)));
    const name = [resource.title, `${resource.title} ${lastWord(path)}`].find(
      (one) => (taken.get(one) ?? shape) === shape,
    );
    if (name === undefined) throw new Error(`Two resources have the name ${resource.title}: ${path.path.template}`);
    taken.set(name, shape);
    names.set(resource, name);
  }
  return names;
}

const contexts = ['view', 'edit', 'embed'] as const satisfies readonly Context[];

/** The last part of a path that is no parameter. */
const lastWord = ({ path }: PathDescription): string =>
  path.template.split('/').findLast((part) => part !== '' && !part.startsWith('{')) ?? '';

/** The name of a type: `post-revision` in `view` is `PostRevisionView`. */
export function typeName(...texts: readonly string[]): string {
  const words = texts
    .join(' ')
    .split(/[^A-Za-z0-9]+/)
    .filter((word) => word !== '');
  return words.map((word) => word[0]?.toUpperCase() + word.slice(1)).join('');
}
