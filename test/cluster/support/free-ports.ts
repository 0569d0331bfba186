import { randomInt } from 'node:crypto';
import { createServer, type Server } from 'node:net';

/**
 * Ports of the loopback interface that nobody listens on, all different. They are below those that systems give to
 * outgoing connections: else one of the many under load might have the port when a killed server is started again.
 */
export async function freePorts(count: number): Promise<number[]> {
  const servers = await Promise.all(Array.from({ length: count }, listening));
  const ports = servers.map((server) => portOf(server));
  await Promise.all(servers.map((server) => new Promise((done) => server.close(done))));
  return ports;
}

export async function freePort(): Promise<number> {
  const [port] = await freePorts(1);
  if (port === undefined) throw new Error('No port is free.');
  return port;
}

/** The port that a server listens on. */
export function portOf(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server does not listen on a port.');
  return address.port;
}

async function listening(): Promise<Server> {
  for (;;) {
    const server = await listenAt(randomInt(10_000, 32_000));
    if (server) return server;
  }
}

/** Null where the port is taken. */
function listenAt(port: number): Promise<Server | null> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(null));
    server.listen(port, '127.0.0.1', () => resolve(server));
  });
}
