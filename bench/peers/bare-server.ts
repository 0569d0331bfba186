// A server that only sends stored responses: the limit of what Node.js can do with these bytes.
//   node bench/peers/bare-server.ts ANSWERS.json PORT [PROCESSES]
// ANSWERS.json holds an object: path, space, accepted encoding → { headers: [name, value, …], body in base64 }.
import cluster from 'node:cluster';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';

const [file = '', port = '', processes = '1'] = process.argv.slice(2);

if (cluster.isPrimary && Number(processes) > 1) for (let n = 0; n < Number(processes); n++) cluster.fork();
else serve();

function serve(): void {
  const stored = JSON.parse(readFileSync(file, 'utf8')) as Record<string, { headers: string[]; body: string }>;
  const answers = new Map(
    Object.entries(stored).map(([path, { headers, body }]) => [path, { headers, body: Buffer.from(body, 'base64') }]),
  );
  createServer((request, response) => {
    const answer =
      answers.get(`${request.url} ${request.headers['accept-encoding'] ?? ''}`) ?? answers.get(`${request.url} `);
    response.writeHead(answer ? 200 : 404, answer?.headers ?? []);
    response.end(answer?.body);
  }).listen(Number(port), '127.0.0.1');
}
