import { json } from '../../schema/json-schema.ts';

const message = { jsonrpc: json.words('2.0'), id: json.orNull(json.anyOf(json.string, json.integer)) };

/** A message of JSON-RPC 2.0 that answers another; the tools say what a result holds. */
export const mcpAnswerSchema = json.anyOf(
  json.object({ ...message, result: { type: 'object' } }),
  json.object({ ...message, error: json.object({ code: json.integer, message: json.string, data: true }, ['data']) }),
);

/** The protocol refuses what is no message of it with these, as messages. */
export const mcpRefusals = [400, 404, 405, 406, 415];
