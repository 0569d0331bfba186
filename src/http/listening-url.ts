import type { Server } from 'node:http';
import { networkInterfaces } from 'node:os';

/** The URL of a listening server; one that listens on all addresses is shown with one of this machine. */
export function listeningUrl(server: Server): string {
  const at = server.address();
  if (at === null || typeof at === 'string') throw new Error('The server does not listen on a port.');
  const address = isEveryAddress(at.address) ? ownAddress() : at.address;
  return `http://${address.includes(':') ? `[${address}]` : address}:${at.port}`;
}

/** Listening on `::` includes IPv4 wherever the system has both. */
const isEveryAddress = (address: string): boolean => address === '0.0.0.0' || address === '::';

function ownAddress(): string {
  const addresses = Object.values(networkInterfaces()).flatMap((known) => known ?? []);
  const own = addresses.filter(({ family }) => family === 'IPv4');
  return (own.find(({ internal }) => internal) ?? own[0])?.address ?? '127.0.0.1';
}
