// Converts the valibot schema that validates a body to JSON Schema. Rules written as functions have no JSON Schema, so
// the schema is probed with samples: required and nullable keys, lengths, formats and ranges follow from what it
// accepts, and cannot differ from what the server accepts.

import { toJsonSchema } from '@valibot/to-json-schema'
import * as v from 'valibot'
import { CURRENCIES } from '#core/kernel/money.ts'
import { categories } from '#core/money/categories.ts'
import type { JsonSchema } from '#tests/openapi/jsonSchema.ts'

export function bodySchema(schema: v.GenericSchema): JsonSchema {
  const { $schema: _, ...whole } = toJsonSchema(schema, {
    typeMode: 'input',
    errorMode: 'ignore',
    overrideSchema: ({ valibotSchema: { type, ...given }, jsonSchema }) => {
      if (type === 'strict_object')
        return objectSchema((given as { entries?: Entries }).entries ?? {}) as object
      // Linters refuse a union with a single member.
      return jsonSchema.anyOf?.length === 1 ? (jsonSchema.anyOf[0] as object) : jsonSchema
    },
  }) as JsonSchema & { $schema?: string }
  return whole
}

type Entries = Record<string, v.GenericSchema>

function objectSchema(entries: Entries): JsonSchema {
  const names = Object.keys(entries)
  const required = names.filter((name) => !accepts(entries[name]!, undefined))
  return {
    type: 'object',
    properties: Object.fromEntries(names.map((name) => [name, fieldSchema(entries[name]!)])),
    ...(required.length > 0 ? { required } : {}),
    additionalProperties: false,
  }
}

const accepts = (schema: v.GenericSchema, value: unknown): boolean => v.safeParse(schema, value).success

function fieldSchema(schema: v.GenericSchema): JsonSchema {
  const field = withoutNull(bodySchema(schema))
  const whole = isScalar(field) ? probed(schema) : field
  if (!accepts(schema, null)) return whole
  return typeof whole.type === 'string' && !whole.enum
    ? { ...whole, type: [whole.type, 'null'] }
    : { anyOf: [whole, { type: 'null' }] }
}

/** `undefined` and `null` are probed separately. */
function withoutNull({ default: _, ...schema }: JsonSchema): JsonSchema {
  const others = schema.anyOf?.filter(({ type }) => type !== 'null')
  if (!others) return schema
  return others.length === 1 ? withoutNull(others[0]!) : { ...schema, anyOf: others }
}

/** A text or a number: the library converts its type only. */
const isScalar = ({ type, enum: values, const: value, anyOf, oneOf }: JsonSchema): boolean =>
  anyOf
    ? anyOf.every(isScalar)
    : !oneOf && type !== 'object' && type !== 'array' && type !== 'boolean' && !values && !value

function probed(schema: v.GenericSchema): JsonSchema {
  const ofNumber = numberSchema((value) => accepts(schema, value))
  return ofNumber ?? textSchema((value) => accepts(schema, value))
}

type Accepts = (value: unknown) => boolean

function numberSchema(accepts: Accepts): JsonSchema | null {
  if (!accepts(1)) return null
  const whole = !accepts(1.5)
  const maximum = largestAccepted(accepts, 1e12)
  return {
    type: whole ? 'integer' : 'number',
    ...(accepts(-1) ? {} : accepts(0) ? { minimum: 0 } : { exclusiveMinimum: 0 }),
    // A limit such as 999,999.99 lies between two whole numbers.
    ...(maximum === null ? {} : { maximum: !whole && accepts(maximum + 0.99) ? maximum + 0.99 : maximum }),
  }
}

/** A text that is not free has the first format whose sample it accepts. */
const formats: readonly (readonly [sample: string, schema: JsonSchema])[] = [
  ['2026-05-01', { format: 'date' }],
  ['09:30', { pattern: '^([01]\\d|2[0-3]):[0-5]\\d$' }],
  ['0f8fad5b-d9cb-469f-a165-70867728950e', { format: 'uuid' }],
  ['alice@example.com', { format: 'email' }],
  ['https://example.com/receipt.pdf', { format: 'uri' }],
  ['EUR', { enum: [...CURRENCIES] }],
  ['0'.repeat(64), { pattern: '^[0-9a-f]{64}$' }],
  ['food', { enum: categories.map(({ id }) => id) }],
]

function textSchema(accepts: Accepts): JsonSchema {
  const minLength = LENGTHS.find((length) => accepts(textOf(length)))
  // An optional text with a format accepts the empty text as null.
  const isFree = LENGTHS.some((length) => length > 0 && accepts(textOf(length)))
  if (minLength === undefined || !isFree)
    return { type: 'string', ...formats.find(([one]) => accepts(one))?.[1] }
  const maxLength = largestAccepted((length) => accepts(textOf(length as number)), LONGEST)
  return {
    type: 'string',
    ...(minLength > 0 ? { minLength } : {}),
    ...(maxLength === null ? {} : { maxLength }),
  }
}

const LENGTHS = Array.from({ length: 20 }, (_, index) => index)
const LONGEST = 100_000
/** Irregular, so that no part of it is on a list of common passwords. */
const longestText = Array.from(
  { length: LONGEST },
  (_, index) => 'bcdfghjkmnpqrstvwxyz'[(index * 7 + (index >> 2)) % 20],
).join('')
const textOf = (length: number): string => longestText.slice(0, length)

/** The largest accepted whole number, by bisection; null if `beyond` is accepted. */
function largestAccepted(accepts: Accepts, beyond: number): number | null {
  if (accepts(beyond)) return null
  let [low, high] = [LENGTHS.findLast((number) => accepts(number)) ?? 0, beyond]
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (accepts(middle)) low = middle
    else high = middle
  }
  return low
}
