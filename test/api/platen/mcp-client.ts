import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { expect } from 'vitest';

/** The answer of a tool: what it says, and whether it was a refusal. */
export interface Used {
  readonly isError: boolean;
  // Tests look into answers of every shape; the assertions are what types them.
  // biome-ignore lint/suspicious/noExplicitAny: an answer is whatever the tool said
  readonly said: any;
}

/** An agent's end of the connection: the client of the protocol's own package. */
export interface Agent {
  readonly client: Client;
  use(tool: string, input?: Record<string, unknown>): Promise<Used>;
  close(): Promise<void>;
}

export async function agentOverHttp(
  url: string,
  login: string | null,
  headers: Record<string, string> = {},
  ask: typeof fetch = fetch,
): Promise<Agent> {
  const authorization = login === null ? {} : { authorization: `Basic ${Buffer.from(login).toString('base64')}` };
  return connected(
    new StreamableHTTPClientTransport(new URL(url), {
      requestInit: { headers: { ...authorization, ...headers } },
      fetch: ask,
    }),
  );
}

export async function agentOverStdio(
  command: string,
  args: readonly string[],
  env: Record<string, string>,
): Promise<Agent> {
  return connected(new StdioClientTransport({ command, args: [...args], env, stderr: 'inherit' }));
}

async function connected(transport: StreamableHTTPClientTransport | StdioClientTransport): Promise<Agent> {
  const client = new Client({ name: 'test', version: '1.0.0' });
  await client.connect(transport);
  return {
    client,
    use: async (name, input = {}) => {
      const { content, isError, structuredContent } = await client.callTool({ name, arguments: input });
      const [first] = content as { type: string; text: string }[];
      const said = JSON.parse(first?.text ?? 'null');
      if (structuredContent) expect(structuredContent).toEqual(said);
      return { isError: isError ?? false, said };
    },
    close: () => client.close(),
  };
}
