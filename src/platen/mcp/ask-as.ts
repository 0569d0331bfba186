import { Readable } from 'node:stream';
import { answer } from '../../api/answer.ts';
import type { Engine } from '../../api/engine.ts';
import type { ApiRequest } from '../../api/request.ts';
import type { Caller } from '../../rules/capabilities.ts';
import { stepRequest } from '../batch/step-request.ts';
import { type AskInterface, pathWith, ToolRefusal } from './ask-interface.ts';

/** Asks the interface within the process, as the caller of another request. */
export function askAs(
  engine: Engine,
  { request: outer, caller }: { readonly request: ApiRequest; readonly caller: Caller },
): AskInterface {
  return async ({ method, path, query, body }) => {
    const request = stepRequest({ method, path: pathWith(path, query), headers: {}, body }, outer);
    // Whoever else asks meanwhile, such as an extension for a visitor, is identified as usual.
    const identify: Engine['identify'] = async (asked, store) =>
      asked === request ? caller : engine.identify(asked, store);
    const { status, headers, payload, type } = await answer(request, { ...engine, identify });
    if (payload instanceof Readable) payload.destroy();
    if (typeof payload !== 'string' || !type.startsWith('application/json'))
      throw new ToolRefusal(400, 'refused', 'The interface did not answer with JSON.');
    return { status, headers, body: JSON.parse(payload) };
  };
}
