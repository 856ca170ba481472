// Asserts what holds for every refusal: its format, no internals in it, and no event written.

import { expect } from 'vitest'
import type { HttpResponse } from '#tests/support/client.ts'
import type { Product } from '#tests/support/product.ts'

export interface Refused {
  status: number
  /** Default: VALIDATION_ERROR. */
  code?: string
  /** The form field with the error. */
  field?: string
  text?: string
}

/** Sends the request and checks every part of the refusal. */
export async function expectRefused(
  product: Product<string>,
  ask: () => Promise<HttpResponse>,
  { status, code = 'VALIDATION_ERROR', field, text }: Refused,
): Promise<HttpResponse> {
  const before = await product.store.head()
  const answer = await ask()
  expect(answer.status, answer.text).toBe(status)
  expectFailure(answer, code)
  if (field !== undefined) expect(Object.keys(answer.body.error.fields ?? {}), answer.text).toContain(field)
  if (text !== undefined)
    expect(field === undefined ? answer.body.message : answer.body.error.fields[field]).toBe(text)
  expect(await product.store.head(), 'nothing was written').toBe(before)
  return answer
}

/** Checks `{message, error: {code, message, requestId, fields?, revision?}}`, and that no stack trace is in it. */
export function expectFailure({ body, text, headers }: HttpResponse, code: string): void {
  expect(headers['content-type']).toMatch(/^application\/json/)
  const { fields: _, revision: __, ...error } = body.error
  expect(Object.keys(body)).toEqual(['message', 'error'])
  expect(error).toEqual({ code, message: body.message, requestId: headers['x-request-id'] })
  expect(text).not.toMatch(/\.ts\b|node_modules|\bat .+:\d+:\d+/)
}
