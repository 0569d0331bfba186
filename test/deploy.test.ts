import { execFileSync } from 'node:child_process';
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Deployment } from 'kubernetes-models/apps/v1';
import { Ingress } from 'kubernetes-models/networking.k8s.io/v1';
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1';
import { ConfigMap, Secret, Service } from 'kubernetes-models/v1';
import { describe, expect, it } from 'vitest';
import { parseAllDocuments, parse as parseYaml } from 'yaml';
import { readConfig } from '../src/config/config.ts';

const root = new URL('../deploy/', import.meta.url).pathname;
const text = (name: string) => readFileSync(join(root, name), 'utf8');
const program = (...files: string[]) => files.find((file) => existsSync(file));

/** Reads settings as the program would; an unknown name or a wrong value stops with a sentence. */
const configOf = (env: Record<string, string>) => readConfig({ flags: {}, env });

describe('systemd', () => {
  const env = Object.fromEntries(
    text('systemd/platen.env')
      .split('\n')
      .filter((line) => /^[A-Z]/.test(line))
      .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  );

  it('gets settings that exist, for an instance that keeps nothing others need', () => {
    const config = configOf(env);
    expect(config).toMatchObject({ host: '0.0.0.0', port: 8080, cacheMegabytes: 256 });
    expect(config.databaseUrl).toMatch(/^mysql:\/\/[^/]+,[^/]+,[^/]+\/platen$/);
    expect(config.mediaStorage).toMatch(/^s3:/);
  });

  const analyze = program('/usr/bin/systemd-analyze', '/bin/systemd-analyze');
  it.skipIf(analyze === undefined)('accepts the unit', () => {
    const folder = mkdtempSync(join(tmpdir(), 'platen-unit-'));
    try {
      const unit = text('systemd/platen.service').replace('/etc/platen/platen.env', join(root, 'systemd/platen.env'));
      writeFileSync(join(folder, 'platen.service'), unit);
      const said = execFileSync(analyze!, ['verify', '--man=no', join(folder, 'platen.service')], {
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      expect(said).toBe('');
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

describe.each(['haproxy/haproxy.cfg', 'compose/haproxy.cfg'])('%s', (name) => {
  it('asks every instance whether it is ready, and repeats no write', () => {
    const config = text(name);
    expect(config).toMatch(/option httpchk GET \/readyz/);
    expect(config.match(/^ {4}server platen\d .*\bcheck\b/gm)).toHaveLength(3);
    expect(config).toContain('http-request disable-l7-retry unless { method GET HEAD OPTIONS }');
    expect(config).toContain('option forwardfor');
  });

  const haproxy = program('/usr/sbin/haproxy', '/usr/local/sbin/haproxy');
  it.skipIf(haproxy === undefined)('is accepted by HAProxy', () => {
    expect(() => execFileSync(haproxy!, ['-c', '-f', join(root, name)], { stdio: 'pipe' })).not.toThrow();
  });
});

describe('compose', () => {
  interface ComposeService {
    image: string;
    environment?: Record<string, string>;
    depends_on?: string[] | Record<string, unknown>;
    volumes?: string[];
    networks: string[];
    stop_grace_period?: string;
  }
  const file = parseYaml(text('compose/compose.yaml'), { merge: true }) as {
    services: Record<string, ComposeService>;
    volumes: Record<string, unknown>;
    networks: Record<string, unknown>;
  };
  const filled = (value: string) =>
    value.replace(/\$\{(\w+)(?::-([^}]*)|:\?[^}]*)\}/g, (_, _name, fallback = 'x') => fallback);

  it('names only services, volumes and networks that it declares', () => {
    for (const service of Object.values(file.services)) {
      const needs = Array.isArray(service.depends_on) ? service.depends_on : Object.keys(service.depends_on ?? {});
      expect(Object.keys(file.services)).toEqual(expect.arrayContaining(needs));
      expect(Object.keys(file.networks)).toEqual(expect.arrayContaining(service.networks));
      const volumes = (service.volumes ?? []).map((one) => one.split(':')[0]!).filter((one) => !one.startsWith('.'));
      expect(Object.keys(file.volumes)).toEqual(expect.arrayContaining(volumes));
    }
  });

  it('has three instances with settings that exist and folders of their own', () => {
    const instances = ['platen1', 'platen2', 'platen3'].map((name) => file.services[name]!);
    for (const { environment = {}, stop_grace_period } of instances) {
      const env = Object.fromEntries(Object.entries(environment).map(([name, value]) => [name, filled(value)]));
      expect(configOf(env)).toMatchObject({ host: '0.0.0.0', port: 8080, redisUrl: 'redis://redis:6379' });
      expect(stop_grace_period).toBe('60s');
    }
    expect(new Set(instances.flatMap(({ volumes = [] }) => volumes)).size).toBe(3);
  });
});

describe('Kubernetes', () => {
  const kinds = { ConfigMap, Deployment, Service, PodDisruptionBudget, Ingress, Secret };
  const documents = globSync(join(root, 'kubernetes/*.yaml')).flatMap((file) =>
    parseAllDocuments(readFileSync(file, 'utf8')).map((document) => {
      expect(document.errors).toEqual([]);
      // Each document is checked against the schema of its kind below.
      return document.toJS() as { kind: keyof typeof kinds; apiVersion: string; [member: string]: unknown };
    }),
  );
  /** The document of a kind, as data: what is asked of it below is what its schema guarantees. */
  // biome-ignore lint/suspicious/noExplicitAny: the schema of the kind has been checked
  const of = (kind: keyof typeof kinds): any => documents.find((document) => document.kind === kind);

  it.each(documents.map((document) => [document.kind, document] as const))('%s fits its schema', (kind, document) => {
    const model = new (kinds[kind] as new (data: never) => { validate(): void; apiVersion: string })(document as never);
    expect(model.apiVersion).toBe(document.apiVersion);
    expect(() => model.validate()).not.toThrow();
  });

  it('gives the instances settings that exist', () => {
    const env = { ...of('ConfigMap').data, ...of('Secret').stringData };
    expect(configOf(env)).toMatchObject({ host: '0.0.0.0', dataDir: '/data' });
  });

  it('selects the same pods in the deployment, the service and the budget, and leaves two of them', () => {
    const { spec } = of('Deployment');
    const labels = spec.template.metadata.labels;
    expect(spec.selector.matchLabels).toEqual(labels);
    expect(of('Service').spec.selector).toEqual(labels);
    expect(of('PodDisruptionBudget').spec.selector.matchLabels).toEqual(labels);
    expect(of('PodDisruptionBudget').spec.minAvailable).toBe(spec.replicas - 1);
  });

  it('asks the process alone whether it lives, and the database too whether it is ready', () => {
    const { spec } = of('Deployment').spec.template;
    const [container] = spec.containers;
    expect(container.livenessProbe.httpGet.path).toBe('/healthz');
    expect(container.readinessProbe.httpGet.path).toBe('/readyz');
    expect(container.ports).toContainEqual({ name: 'http', containerPort: 8080 });
    expect(container.args).toEqual(['serve', '--port', '8080']);
    const preStop = Number(container.lifecycle.preStop.exec.command[1]);
    expect(spec.terminationGracePeriodSeconds).toBeGreaterThan(preStop + 60);
    expect(spec.enableServiceLinks).toBe(false);
  });
});

it('the settings of the database keep what the program relies on', () => {
  expect(text('mariadb/galera.cnf')).toMatch(/^binlog_format = ROW$/m);
  expect(text('mariadb/galera.cnf')).toMatch(/^innodb_autoinc_lock_mode = 2$/m);
  for (const name of ['galera.cnf', 'primary.cnf']) {
    expect(text(`mariadb/${name}`)).toMatch(/^character_set_server = utf8mb4$/m);
    expect(text(`mariadb/${name}`)).not.toMatch(/^(?:sql_mode|read_only)/m);
  }
});
