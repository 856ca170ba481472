// What is true of every refusal: the shape of a failure, nothing of the machine in it, and nothing written.

import { expect } from 'vitest'
import type { Answer } from '#tests/support/client.ts'
import type { Product } from '#tests/support/product.ts'

export interface Refused {
  status: number
  /** Default: VALIDATION_ERROR. */
  code?: string
  /** The form field the text belongs to. */
  field?: string
  text?: string
}

/** Asks, and holds the answer to all of it. */
export async function expectRefused(
  product: Product<string>,
  ask: () => Promise<Answer>,
  { status, code = 'VALIDATION_ERROR', field, text }: Refused,
): Promise<Answer> {
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

/** `{message, error: {code, message, requestId, fields?, revision?}}`, and no line of a stack trace. */
export function expectFailure({ body, text, headers }: Answer, code: string): void {
  expect(headers['content-type']).toMatch(/^application\/json/)
  const { fields: _, revision: __, ...error } = body.error
  expect(Object.keys(body)).toEqual(['message', 'error'])
  expect(error).toEqual({ code, message: body.message, requestId: headers['x-request-id'] })
  expect(text).not.toMatch(/\.ts\b|node_modules|\bat .+:\d+:\d+/)
}
