import type { Registry } from '../api/routing/registry.ts';
import { accepted, isMembers, ToolRefusal } from './ask-interface.ts';
import { adding, inputProperties, reading, replacing, type Tool, type ToolAnswer } from './tool.ts';

const path = '/platen/v1/pending-changes';

/** What an agent asks about its proposals; the writes themselves become proposals where the credential only allows that. */
export function proposalTools(registry: Registry): Tool[] {
  const list = registry.find('GET', path)?.endpoint;
  if (!list) return [];
  const id = { type: 'integer', minimum: 1, description: 'Id of the proposal.' } as const;
  const at = (value: unknown): string => {
    if (typeof value === 'number' && Number.isSafeInteger(value) && value > 0) return `${path}/${value}`;
    throw new ToolRefusal(400, 'rest_invalid_param', 'id must be a whole number above 0.');
  };
  return [
    {
      name: 'proposals_list',
      title: 'List proposals',
      description: 'List the changes that were proposed by this account (view "mine"), or that it may decide about.',
      properties: inputProperties(list.allArgs, []),
      required: [],
      annotations: reading,
      run: async (input, { ask }) => {
        const { body, headers } = await accepted(ask, { method: 'GET', path, query: { view: 'mine', ...input } });
        return { total: Number(headers['X-WP-Total'] ?? 0), items: Array.isArray(body) ? body : [] };
      },
    },
    {
      name: 'proposals_get',
      title: 'Read a proposal',
      description: 'Ask what became of a proposed change: open, accepted, declined with a reason, or withdrawn.',
      properties: { id },
      required: ['id'],
      annotations: reading,
      run: async (input, { ask }) => membersOf((await accepted(ask, { method: 'GET', path: at(input['id']) })).body),
    },
    {
      name: 'proposals_comment',
      title: 'Comment on a proposal',
      description: 'Answer the people who decide about a proposed change.',
      properties: { id, text: { type: 'string', description: 'What you say.' } },
      required: ['id', 'text'],
      annotations: adding,
      run: async (input, { ask }) => {
        const write = { method: 'POST', path: `${at(input['id'])}/comments`, body: { text: input['text'] } } as const;
        return membersOf((await accepted(ask, write)).body);
      },
    },
    {
      name: 'proposals_withdraw',
      title: 'Withdraw a proposal',
      description: 'Take back a proposed change that nobody has decided about yet.',
      properties: { id },
      required: ['id'],
      annotations: replacing,
      run: async (input, { ask }) =>
        membersOf((await accepted(ask, { method: 'POST', path: `${at(input['id'])}/withdraw` })).body),
    },
  ];
}

const membersOf = (body: unknown): ToolAnswer => (isMembers(body) ? body : {});
