import { once } from 'node:events';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';

const post = JSON.stringify({ title: 'Under way', status: 'publish' });

/** Begins to send a post as the administrator, whose password is `pw`; the server has the first half of it then. */
export async function beginPost(url: string): Promise<ClientRequest> {
  const asked = request(`${url}/wp-json/wp/v2/posts`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${Buffer.from('admin:pw').toString('base64')}`,
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(post),
      expect: '100-continue',
    },
  });
  asked.flushHeaders();
  await once(asked, 'continue');
  asked.write(post.slice(0, 10));
  return asked;
}

/** Sends the rest; the status of the answer. */
export async function finishPost(asked: ClientRequest): Promise<number | undefined> {
  asked.end(post.slice(10));
  const [response] = (await once(asked, 'response')) as [IncomingMessage];
  await text(response);
  return response.statusCode;
}
