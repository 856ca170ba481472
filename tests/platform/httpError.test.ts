// The format of a failure, and the details that it never reveals.

import { describe, expect, test } from 'vitest'
import { HttpError, renderFailure, validationError } from '#api/platform/http/httpError.ts'

/** An error like those of Koa's `ctx.throw`: `expose` marks a text that the client may read. */
const thrownByKoa = (status: number, message: string, expose: boolean) =>
  Object.assign(new Error(message), { status, expose })

describe('a failure', () => {
  test('A failure has one format, with its text twice and the request’s id', () => {
    const error = new HttpError(429, 'RATE_LIMITED', 'Slow down', { headers: { 'Retry-After': '3' } })
    expect(renderFailure(error, 'r1')).toEqual({
      status: 429,
      headers: { 'Retry-After': '3' },
      body: { message: 'Slow down', error: { code: 'RATE_LIMITED', message: 'Slow down', requestId: 'r1' } },
    })
  })

  test('A failure of a form names its fields, and its text is the first field’s', () => {
    const { status, body } = renderFailure(
      validationError({ title: 'Trip title is required', budget: 'x' }),
      'r1',
    )
    expect(status).toBe(400)
    expect(body).toEqual({
      message: 'Trip title is required',
      error: {
        code: 'VALIDATION_ERROR',
        message: 'Trip title is required',
        requestId: 'r1',
        fields: { title: 'Trip title is required', budget: 'x' },
      },
    })
  })

  test('A failure that leaves a body unread closes the connection', () =>
    expect(renderFailure(new HttpError(413, 'PAYLOAD_TOO_LARGE', 'x', { close: true }), 'r').headers).toEqual(
      {
        Connection: 'close',
      },
    ))

  test.each([
    ['a bug', new TypeError('secret is undefined')],
    ['an outage that Koa made a 500 of', thrownByKoa(503, 'redis at 10.0.0.3 is away', false)],
    ['an error not meant for callers', thrownByKoa(404, 'no file /data/key', false)],
    ['a text', 'secret'],
    ['nothing', undefined],
  ])('A failure that is %s reveals nothing', (_, thrown) => {
    const { status, body } = renderFailure(thrown, 'r1')
    expect(status).toBe(500)
    expect(body.error.code).toBe('INTERNAL_ERROR')
    expect(JSON.stringify(body)).not.toMatch(/secret|redis|data|stack/)
  })

  test('A failure that Koa throws for the caller keeps its status', () => {
    const { status, body } = renderFailure(thrownByKoa(405, 'Method Not Allowed', true), 'r1')
    expect([status, body.error.code, body.message]).toEqual([405, 'METHOD_NOT_ALLOWED', 'Method Not Allowed'])
  })
})
