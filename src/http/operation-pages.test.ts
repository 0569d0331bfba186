import type { IncomingMessage } from 'node:http';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createMetrics, operationPages } from './operation-pages.ts';

describe('the metrics', () => {
  it('count answers by method, class of status and time', async () => {
    const metrics = createMetrics();
    metrics.note({ method: 'GET', status: 200, milliseconds: 3 });
    metrics.note({ method: 'GET', status: 204, milliseconds: 30 });
    metrics.note({ method: 'BREW', status: 404, milliseconds: 20_000 });
    const text = await metrics.text();
    expect(text).toContain('platen_request_seconds_bucket{le="0.001",method="GET",status="2xx"} 0');
    expect(text).toContain('platen_request_seconds_bucket{le="0.005",method="GET",status="2xx"} 1');
    expect(text).toContain('platen_request_seconds_bucket{le="0.1",method="GET",status="2xx"} 2');
    expect(text).toContain('platen_request_seconds_sum{method="GET",status="2xx"} 0.033');
    expect(text).toContain('platen_request_seconds_bucket{le="10",method="OTHER",status="4xx"} 0');
    expect(text).toContain('platen_request_seconds_bucket{le="+Inf",method="OTHER",status="4xx"} 1');
  });

  it('show gauges as they are when asked, and the process itself', async () => {
    const metrics = createMetrics();
    let value = 1;
    metrics.gauge('platen_test', 'A number.', () => value);
    value = 7;
    const text = await metrics.text();
    expect(text).toContain('# TYPE platen_test gauge\nplaten_test 7\n');
    expect(text).toContain('process_resident_memory_bytes');
  });
});

describe('while the database hangs', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  const get = (pages: ReturnType<typeof operationPages>, url: string) =>
    pages({
      method: 'GET',
      url,
      headers: {},
      // Pages about the server look at nothing else of a request.
      message: {} as IncomingMessage,
      remote: { address: '', secure: false },
      id: '',
    });

  it('the server says within a second that it is not ready, and asks the database once', async () => {
    let pings = 0;
    let answer = () => {};
    const ping = () => {
      pings += 1;
      return new Promise<void>((resolve) => {
        answer = resolve;
      });
    };
    const pages = operationPages({
      ping,
      metrics: createMetrics(),
      mayReadMetrics: () => true,
      isClosing: () => false,
    });
    const asked = [get(pages, '/readyz'), get(pages, '/readyz')];
    await vi.advanceTimersByTimeAsync(999);
    const unready = { status: 503, payload: 'not ready: the database did not answer in time\n' };
    expect(await Promise.all(asked)).toMatchObject([unready, unready]);
    expect(pings).toBe(1);
    const later = get(pages, '/readyz');
    answer();
    expect(await later).toMatchObject({ status: 200, payload: 'ready\n' });
    const refused = operationPages({
      ping: () => Promise.reject(),
      metrics: createMetrics(),
      mayReadMetrics: () => true,
      isClosing: () => false,
    });
    expect(await get(refused, '/readyz')).toMatchObject({ payload: 'not ready: the database does not answer\n' });
  });

  it('the metrics are those that need no database', async () => {
    const metrics = createMetrics();
    metrics.gauge('platen_stuck', 'Never there.', () => new Promise(() => {}));
    metrics.gauge('platen_there', 'There.', () => 1);
    const text = metrics.text();
    await vi.advanceTimersByTimeAsync(999);
    expect(await text).toContain('platen_there 1\n');
    expect(await text).not.toContain('platen_stuck');
  });
});
