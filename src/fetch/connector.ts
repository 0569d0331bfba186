import { connect as connectTcp } from 'node:net';
import type { Duplex } from 'node:stream';
import { connect as connectTls } from 'node:tls';

/** Where to connect: an address already checked, never a name. */
export interface ConnectTarget {
  readonly address: string;
  readonly port: number;
  readonly secure: boolean;
  /** The name the certificate must carry. */
  readonly hostname: string;
}

/** Opens the stream of one exchange. Injected in tests; a plain socket or TLS otherwise, past any ambient proxy. */
export type Connector = (target: ConnectTarget) => Duplex;

/** Connects straight to the pinned address and checks the certificate against the host name. */
export const socketConnector: Connector = ({ address, port, secure, hostname }) =>
  secure
    ? connectTls({ host: address, port, servername: hostname, ALPNProtocols: ['http/1.1'] })
    : connectTcp({ host: address, port });
