import { json } from '../../schema/json-schema.ts';
import type { PlainAnswer } from './description.ts';

const link = json.object({ href: json.string });

/** An argument as discovery describes it; routes of the extended interface add keywords of JSON Schema. */
const argument = {
  ...json.object(
    {
      required: json.boolean,
      // Whatever the argument itself allows.
      default: true,
      enum: json.listOf({ type: ['string', 'integer', 'boolean'] }),
      description: json.string,
      type: json.anyOf(json.string, json.listOf(json.string)),
      items: { type: 'object' },
    },
    ['default', 'enum', 'description', 'type', 'items'],
  ),
  additionalProperties: true,
};

const methods = json.listOf(json.words('GET', 'POST', 'PUT', 'PATCH', 'DELETE'), { least: 1 });

const endpoint = json.object(
  {
    methods,
    allow_batch: json.object({ v1: json.words(true) }),
    args: json.anyOf(json.mapOf(argument), json.emptyList),
  },
  ['allow_batch'],
);

const routes = json.mapOf(
  json.object(
    {
      namespace: json.string,
      methods,
      endpoints: json.listOf(endpoint, { least: 1 }),
      _links: json.object({ self: json.anyOf(json.string, json.listOf(link, { least: 1 })) }),
    },
    ['_links'],
  ),
);

/** What `GET /` answers. */
export const discoveryAnswer: PlainAnswer = {
  schema: json.object({
    name: json.string,
    description: json.string,
    url: json.string,
    home: json.string,
    gmt_offset: { type: ['string', 'number'] },
    timezone_string: json.string,
    namespaces: json.listOf(json.string),
    authentication: json.emptyList,
    routes,
    _links: json.object({ help: json.listOf(link) }),
  }),
};

/** What the address of a namespace answers. */
export const namespaceAnswer: PlainAnswer = {
  schema: json.object({
    namespace: json.string,
    routes,
    _links: json.object({ up: json.listOf(link) }),
  }),
};
