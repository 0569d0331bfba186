import { describe, expect, it } from 'vitest';
import { createMetrics } from './operation-pages.ts';

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
