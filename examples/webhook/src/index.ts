import { createHmac } from 'node:crypto';
import { defineExtension, type Extension, option } from 'platen/extension';

/**
 * Posts a JSON message to `url` for everything that is published. The message is signed as https://www.standardwebhooks.com
 * describes, so that libraries for many languages can verify it.
 */
export function webhook(url: string): Extension {
  return defineExtension({
    name: 'webhook',
    description: `Tells ${url} what is published.`,
    capabilities: { fetch: [new URL(url).hostname], content: 'read' },
    options: {
      secret: option.text({
        env: 'PLATEN_PUBLISHED_SECRET',
        help: 'Secret that messages are signed with.',
        secret: true,
      }),
    },
    hooks: {
      after: {
        post: {
          publish: async ({ id, item, atMs, signal }, { fetch, site, content, clock, options }) => {
            const post = await content.get(item.type, item.id);
            // It may have been unpublished since the message was queued.
            if (post?.status !== 'publish') return;
            const text = JSON.stringify({
              type: `${item.type}.published`,
              timestamp: new Date(atMs).toISOString(),
              data: { id: item.id, title: post.title, slug: post.slug, site: (await site()).url },
            });
            const headers = signed({ id: `${id}`, seconds: Math.floor(clock() / 1000), text, secret: options.secret });
            const answer = await fetch(url, { post: { type: 'application/json', text, headers }, signal });
            // Throwing keeps the message in the queue: it is sent again later, with the same id.
            if (answer.status < 200 || answer.status > 299) throw new Error(`${url} answered with ${answer.status}.`);
          },
        },
      },
    },
  });
}

interface Message {
  readonly id: string;
  readonly seconds: number;
  readonly text: string;
  readonly secret: string;
}

function signed({ id, seconds, text, secret }: Message): Readonly<Record<string, string>> {
  const signature = createHmac('sha256', secret).update(`${id}.${seconds}.${text}`).digest('base64');
  return { 'webhook-id': id, 'webhook-timestamp': `${seconds}`, 'webhook-signature': `v1,${signature}` };
}

export default webhook('https://hooks.example.org/platen');
