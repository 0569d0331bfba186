import type { Schema } from './schema.ts';

/** An argument in the form that the discovery document and OPTIONS show. */
export function publishArgument(schema: Schema): Record<string, unknown> {
  return {
    required: schema.required ?? false,
    ...(schema.default !== undefined ? { default: schema.default } : {}),
    ...(schema.enum ? { enum: schema.enum } : {}),
    ...(schema.description ? { description: schema.description } : {}),
    ...(schema.type ? { type: schema.type } : {}),
    ...(schema.items ? { items: publishItems(schema.items) } : {}),
  };
}

/** An argument with its limits, as routes of the extended interface show it. */
export function publishCurrent(schema: Schema): Record<string, unknown> {
  return {
    ...publishArgument(schema),
    ...(schema.format ? { format: schema.format } : {}),
    ...(schema.minimum === undefined ? {} : { minimum: schema.minimum }),
    ...(schema.maximum === undefined ? {} : { maximum: schema.maximum }),
    ...schema.published,
  };
}

function publishItems(items: Schema): Record<string, unknown> {
  return { ...(items.enum ? { enum: items.enum } : {}), ...(items.type ? { type: items.type } : {}) };
}
