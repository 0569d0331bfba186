import { expect, it } from 'vitest';
import { ignoredNote, readConfig, withoutServiceVariables } from './config.ts';

/** As Kubernetes sets them for the services `platen` and `platen-redis`. */
const injected = {
  PLATEN_SERVICE_HOST: '10.96.14.3',
  PLATEN_SERVICE_PORT: '80',
  PLATEN_SERVICE_PORT_HTTP: '80',
  PLATEN_PORT: 'tcp://10.96.14.3:80',
  PLATEN_PORT_80_TCP: 'tcp://10.96.14.3:80',
  PLATEN_PORT_80_TCP_PROTO: 'tcp',
  PLATEN_PORT_80_TCP_PORT: '80',
  PLATEN_PORT_80_TCP_ADDR: '10.96.14.3',
  PLATEN_REDIS_SERVICE_HOST: '10.96.14.4',
  PLATEN_REDIS_PORT: 'tcp://[fd00::4]:6379',
  PLATEN_REDIS_PORT_6379_TCP: 'tcp://10.96.14.4:6379',
};

it('ignores what describes a service, and nothing else', () => {
  const own = { PLATEN_HOST: '0.0.0.0', PLATEN_REDIS_URL: 'redis://platen-redis:6379', HOME: '/' };
  const { env, ignored } = withoutServiceVariables({ ...injected, ...own });
  expect(env).toEqual(own);
  expect(ignored).toEqual(Object.keys(injected));
  expect(readConfig({ flags: {}, env }).port).toBe(8080);
  expect(ignoredNote(ignored)).toMatch(/^PLATEN_PORT .* is ignored/);
});

it('keeps a port of a person, and refuses one that is none', () => {
  expect(withoutServiceVariables({ PLATEN_PORT: '9000' })).toEqual({ env: { PLATEN_PORT: '9000' }, ignored: [] });
  const { env, ignored } = withoutServiceVariables({ PLATEN_PORT: 'tcp://nonsense', PLATEN_THROTTEL_PORT: '1' });
  expect(ignoredNote(ignored)).toBeNull();
  expect(() => readConfig({ flags: {}, env })).toThrow(/PLATEN_/);
});
