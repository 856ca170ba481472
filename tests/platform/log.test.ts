// How the logger writes errors: with their causes, without the other fields of an error.

import pino from 'pino'
import { describe, expect, it } from 'vitest'
import { logOptions } from '#api/platform/log.ts'

function loggedError(error: unknown): unknown {
  const lines: string[] = []
  const log = pino(logOptions('trace'), { write: (line: string) => void lines.push(line) })
  log.error({ err: error }, 'failed')
  return (JSON.parse(lines[0]!) as { err: unknown }).err
}

describe('Logged errors', () => {
  it('A logged error has its name, text, code and cause, and no other field', () => {
    const cause = Object.assign(new TypeError('broken pipe'), { code: 'EPIPE', packet: 'secret' })
    const logged = loggedError(new Error('request failed', { cause }))
    expect(logged).toMatchObject({
      type: 'Error',
      message: 'request failed',
      cause: { type: 'TypeError', message: 'broken pipe', code: 'EPIPE' },
    })
    expect(JSON.stringify(logged)).not.toContain('secret')
  })

  it('An error that is its own cause is logged once', () => {
    const error = new Error('first')
    error.cause = new Error('second', { cause: error })
    expect(loggedError(error)).toMatchObject({
      message: 'first',
      cause: { message: 'second', cause: '[Circular]' },
    })
  })

  it('The errors of an AggregateError are logged', () => {
    const refused = Object.assign(new Error('refused'), { code: 'ECONNREFUSED' })
    const error = new AggregateError([refused, 'no route', refused], 'no address works')
    expect(loggedError(error)).toMatchObject({
      type: 'AggregateError',
      errors: [{ message: 'refused', code: 'ECONNREFUSED' }, 'no route', { message: 'refused' }],
    })
  })
})
