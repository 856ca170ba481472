// The metrics of a running server, readable with the token, and its log lines without secrets.

import { expect, test } from 'vitest'
import { createClient, expectSuccess } from '#tests/support/client.ts'
import { startServer } from '#tests/support/server.ts'

const token = 'only-for-the-operator'

async function figures(url: string): Promise<Map<string, number>> {
  const answer = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${token}` } })
  expect([answer.status, answer.headers.get('content-type')]).toEqual([
    200,
    expect.stringContaining('text/plain'),
  ])
  const lines = (await answer.text()).split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  return new Map(lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.split(' ').at(-1))]))
}

test('The metrics need the token and count requests and commands', async () => {
  const server = await startServer({ env: { METRICS_TOKEN: token, LOG_LEVEL: 'info' } })
  expect((await fetch(`${server.url}/metrics`)).status).toBe(401)
  expect((await fetch(`${server.url}/metrics`, { headers: { authorization: 'Bearer no' } })).status).toBe(401)

  const port = Number(new URL(server.url).port)
  const before = await figures(server.url)
  const login = await createClient(port).post('/auth/login', { username: 'alice', password: 'travel-demo' })
  const alice = createClient(port, expectSuccess(login).token as string)
  expectSuccess(await alice.get('/trips'))
  const after = await figures(server.url)
  const written = 'trips_append_seconds_count{outcome="written"}'
  expect(after.get(written)).toBeGreaterThan(before.get(written) ?? 0)
  expect(after.get('trips_projection_ready')).toBe(1)
  expect(after.get('trips_projection_lag_events')).toBe(0)
  expect(after.get('trips_projection_lag_seconds')).toBe(0)
  for (const name of [
    'trips_append_conflicts_total',
    'trips_fan_out_seconds_count',
    'trips_sockets',
    'trips_read_models_unwritten',
    'nodejs_eventloop_lag_p99_seconds',
  ])
    expect(after.has(name), name).toBe(true)

  await server.stop()
  const request = server.logs.split('\n').find((line) => line.includes('/api/trips"'))
  expect(JSON.parse(request!)).toMatchObject({
    msg: 'request',
    method: 'GET',
    status: 200,
    requestId: expect.any(String),
  })
  expect(server.logs).not.toContain(expectSuccess(login).token)
  expect(server.logs).not.toContain(token)
  expect(
    server.logs
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .join('\n'),
  ).not.toContain('travel-demo')
})
