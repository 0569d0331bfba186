// A receiver of webhooks in a process of its own: it writes each message to a file before it answers.
import { appendFileSync } from 'node:fs';
import { createServer } from 'node:http';

const [port, file] = process.argv.slice(2);
createServer((request, response) => {
  let text = '';
  request.setEncoding('utf8');
  request.on('data', (chunk) => {
    text += chunk;
  });
  request.on('end', () => {
    const { type, data } = JSON.parse(text);
    const line = { message: request.headers['webhook-id'], type, id: data.id, sequence: data.sequence };
    const title = data.item?.title?.rendered ?? null;
    const signed = {
      timestamp: request.headers['webhook-timestamp'],
      signature: request.headers['webhook-signature'],
      text,
    };
    appendFileSync(file, `${JSON.stringify({ ...line, title, ...signed })}\n`);
    // So that a kill hits some messages between the note and the answer.
    setTimeout(() => response.writeHead(204).end(), 5);
  });
}).listen(Number(port), '127.0.0.1', () => process.stdout.write('ready\n'));
