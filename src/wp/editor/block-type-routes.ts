import { reply } from '../../api/reply.ts';
import { contextArgument } from '../../api/resource/context.ts';
import { presentItem, presentList } from '../../api/resource/present.ts';
import type { RouteModule } from '../../api/routing/registry.ts';
import { route } from '../../api/routing/route.ts';
import { defineErrors } from '../../lib/errors.ts';
import { s } from '../../lib/schema/schema.ts';
import { blockTypes } from '../block-types/block-types.ts';
import { blockTypeResource } from './block-type-resource.ts';
import { writesContent } from './editor-access.ts';
import type { EditorContext } from './editor-context.ts';

/** Errors of the block types. */
export const blockTypeErrors = defineErrors({
  rest_block_type_cannot_view: { status: 'denied', message: () => 'Block types are for those who write content.' },
  rest_block_type_invalid: { status: 404, message: () => 'There is no such block.' },
});

const path = '/wp/v2/block-types';

/** `/wp/v2/block-types`: the blocks that editors know. */
export function blockTypeRoutes({ types }: Pick<EditorContext, 'types'>): RouteModule {
  const resource = blockTypeResource(path);
  const permit = writesContent(types, blockTypeErrors.rest_block_type_cannot_view);
  const all = [...blockTypes.values()];
  const inNamespace = (namespace?: string) => (namespace ? all.filter((type) => type.namespace === namespace) : all);
  const namespace = s.string({ description: 'The part of the name before the slash.' });
  const routes = [
    route({
      method: 'GET',
      path,
      summary: 'List the blocks that editors know.',
      args: { context: contextArgument, namespace },
      permit,
      handle: async (input, call) =>
        reply(await presentList(resource, inNamespace(input.namespace), call, input.context)),
      resource,
    }),
    route({
      method: 'GET',
      path: `${path}/{namespace:name}`,
      summary: 'List the blocks of a namespace.',
      args: { context: contextArgument },
      response: { lists: [resource.responses] },
      permit,
      handle: async (input, call) =>
        reply(await presentList(resource, inNamespace(input.namespace), call, input.context)),
      resource,
    }),
    route({
      method: 'GET',
      path: `${path}/{namespace:name}/{name:name}`,
      summary: 'Show a block that editors know.',
      args: { context: contextArgument },
      permit: (input, call) => {
        permit(input, call);
        if (!blockTypes.has(`${input.namespace}/${input.name}`)) throw blockTypeErrors.rest_block_type_invalid();
      },
      handle: async (input, call) => {
        const type = blockTypes.get(`${input.namespace}/${input.name}`);
        if (!type) throw blockTypeErrors.rest_block_type_invalid();
        return reply(await presentItem(resource, type, call, input.context));
      },
      resource,
    }),
  ];
  return { routes };
}
