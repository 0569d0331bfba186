import { type Command, CommandError } from '../../../extension.ts';
import { connectLocalNode } from '../service/local-node.ts';
import { createServiceSecrets } from '../service/service-secrets.ts';

/**
 * Connects the site to an optimisation service: the built-in one, through the public address, or another one by its
 * token.
 */
export const connectCommand: Command = {
  name: 'cache connect',
  summary: 'Run the handshake with the built-in node through the public address; every step is shown.',
  flags: {
    token: { help: 'Only open the handshake, with the token another service issued.', value: 'TOKEN' },
    url: { help: 'Address to call instead of the public one.', value: 'URL' },
  },
  run: async (context) => {
    const store = await context.store();
    const secrets = createServiceSecrets(() => context.secret('cache toolset'));
    const { token } = context.flags;
    if (token !== undefined) {
      if (!/^[A-Za-z0-9._-]{16,128}$/.test(token)) throw new CommandError('That is no token.');
      await secrets.openToken(store, token, context.clock());
      return context.print('The token is open for 15 minutes.');
    }
    const url = context.flags['url'] ?? (await context.site(store)).url;
    const steps = connectLocalNode({ url, store, secrets, clock: context.clock });
    for await (const { step, ok, message } of steps) {
      context.print(`${ok ? 'ok    ' : 'failed'}  ${step}${ok ? '' : `: ${message}`}`);
      if (!ok) throw new CommandError('The handshake broke off. The server must run and be reached at its address.');
    }
    context.print('The site is connected.');
  },
};
