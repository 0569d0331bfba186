import { connect as connectTcp } from 'node:net';
import type { Duplex } from 'node:stream';

/** Where to connect: an IP address that was already checked, never a host name. */
export interface ConnectTarget {
  readonly address: string;
  readonly port: number;
  readonly secure: boolean;
  /** The host name that the certificate must match. */
  readonly hostname: string;
}

/**
 * Opens the connection for one request. Injected in tests; otherwise a plain socket or TLS, ignoring proxy settings.
 */
export type Connector = (target: ConnectTarget) => Duplex;

/** Connects straight to the pinned address and checks the certificate against the host name. */
export const socketConnector: Connector = ({ address, port, secure, hostname }) => {
  if (!secure) return connectTcp({ host: address, port });
  // Loaded by the first such connection: with the module, all certificates of the system are read.
  const { connect } = process.getBuiltinModule('node:tls');
  return connect({ host: address, port, servername: hostname, ALPNProtocols: ['http/1.1'] });
};
