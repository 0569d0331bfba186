import { createServer, connect as dial, type Socket } from 'node:net';
import { portOf } from './free-ports.ts';
import { type ClientPacket, createStatementReader } from './statement-reader.ts';

/** Statements of one connection since its last `begin`, the newest last. */
export type StatementRule = (statement: string, transaction: readonly string[]) => boolean;

/** Statements that are kept back until they are let go. */
export interface Hold {
  /** Resolves when the first statement is kept back. */
  readonly caught: Promise<string>;
  readonly count: () => number;
  /** Sends everything that was kept back, and keeps back nothing more. */
  release(): void;
}

/** Stands between instances and database nodes, and makes trouble when asked. */
export interface FaultProxy {
  readonly port: number;
  readonly url: (database: string) => string;
  /** Keeps back statements that a rule picks, and all that follows them on the same connection. */
  hold(rule: StatementRule): Hold;
  /** Nothing passes in either direction, on open connections and new ones; nobody is told. */
  freeze(): void;
  thaw(): void;
  /** Closes all open connections. */
  cut(): void;
  /** Sends new connections to these ports in turn; open ones stay where they are. */
  target(...ports: readonly number[]): void;
  readonly connections: () => number;
  /** The statements that passed, the newest last; for saying what happened. */
  readonly seen: readonly string[];
  close(): Promise<void>;
}

const mostSeen = 2_000;

/** Matches the COMMIT of a transaction that wrote a matching statement. */
export const commitAfter =
  (written: RegExp): StatementRule =>
  (statement, transaction) =>
    /^(?:\/\* )?commit\b/i.test(statement) && transaction.some((text) => written.test(text));

export async function startFaultProxy(...ports: readonly number[]): Promise<FaultProxy> {
  const lanes = new Set<Lane>();
  const holds = new Set<{ rule: StatementRule; caught: (statement: string) => void; kept: Set<Lane> }>();
  const state = { targets: [...ports], next: 0, frozen: false };
  const seen: string[] = [];
  const server = createServer((client) => {
    const port = state.targets[state.next++ % state.targets.length];
    if (port === undefined) return void client.destroy();
    const lane = createLane(client, dial(port, '127.0.0.1'), (statement, transaction) => {
      seen.push(statement);
      if (seen.length > mostSeen) seen.shift();
      const hold = [...holds].find(({ rule }) => rule(statement, transaction));
      hold?.kept.add(lane);
      hold?.caught(statement);
      return hold === undefined;
    });
    if (state.frozen) lane.freeze();
    lanes.add(lane);
    lane.whenClosed(() => lanes.delete(lane));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const port = portOf(server);
  return {
    port,
    url: (database) => `mysql://root@127.0.0.1:${port}/${database}`,
    seen,
    hold(rule) {
      const { promise, resolve } = Promise.withResolvers<string>();
      const hold = { rule, caught: resolve, kept: new Set<Lane>() };
      holds.add(hold);
      return {
        caught: promise,
        count: () => hold.kept.size,
        release() {
          holds.delete(hold);
          for (const lane of hold.kept) lane.letGo();
        },
      };
    },
    freeze() {
      state.frozen = true;
      for (const lane of lanes) lane.freeze();
    },
    thaw() {
      state.frozen = false;
      for (const lane of lanes) lane.thaw();
    },
    cut() {
      for (const lane of lanes) lane.cut();
    },
    target: (...next) => {
      state.targets = [...next];
    },
    connections: () => lanes.size,
    close() {
      for (const lane of lanes) lane.cut();
      return new Promise((done) => server.close(() => done()));
    },
  };
}

interface Lane {
  freeze(): void;
  thaw(): void;
  letGo(): void;
  cut(): void;
  whenClosed(then: () => void): void;
}

/** One connection through the proxy; `passes` is asked before each statement is sent on. */
function createLane(client: Socket, server: Socket, passes: (text: string, transaction: string[]) => boolean): Lane {
  const reader = createStatementReader();
  let transaction: string[] = [];
  let kept: ClientPacket[] | null = null;
  const cut = () => {
    client.destroy();
    server.destroy();
  };
  for (const side of [client, server]) {
    side.setNoDelay(true);
    side.on('error', cut);
    side.on('close', cut);
  }
  const isHeld = (statement: string): boolean => {
    if (/^(?:begin|start transaction)/i.test(statement)) transaction = [];
    if (!passes(statement, transaction)) return true;
    transaction.push(statement);
    return false;
  };
  client.on('data', (chunk) => {
    for (const packet of reader.read(chunk)) {
      if (kept !== null) kept.push(packet);
      else if (packet.statement !== null && isHeld(packet.statement)) kept = [packet];
      else server.write(packet.bytes);
    }
  });
  server.on('data', (chunk) => client.write(chunk));
  return {
    freeze() {
      client.pause();
      server.pause();
    },
    thaw() {
      client.resume();
      server.resume();
    },
    letGo() {
      for (const { bytes } of kept ?? []) server.write(bytes);
      kept = null;
    },
    cut,
    whenClosed: (then) => void client.on('close', then),
  };
}
