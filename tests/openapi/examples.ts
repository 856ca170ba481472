// Builds an example for a schema, with values by the names of properties.

import { idFrom } from '#core/kernel/ids.ts'
import type { JsonSchema } from '#tests/openapi/jsonSchema.ts'

const words: Readonly<Record<string, unknown>> = {
  amount: 42.5,
  category: 'food',
  content: 'Who brings the map?',
  currentPassword: 'travel-demo',
  description: 'Dinner by the river',
  destination: 'Lisbon, Portugal',
  currency: 'EUR',
  device: 'Chrome on Android',
  email: 'alice@example.com',
  exchangeRate: null,
  fileHash: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  hash: '60303ae22b998861bce3b28f33eec1be758a213c86c93c076dbe9f558c11c752',
  location: 'Alfama',
  message: 'Is there room for another person?',
  name: 'Alice',
  newPassword: 'a harder one to guess',
  note: 'Thank you',
  notes: 'Vegetarian',
  originalAmount: null,
  originalCurrency: null,
  password: 'travel-demo',
  phone: '+351 912 345 678',
  q: 'ali',
  rowKey: '60303ae22b998861bce3b28f33eec1be758a213c86c93c076dbe9f558c11c752',
  source: 'Splitwise',
  thumb: 'data:image/jpeg;base64,/9j/',
  text: 'Alice added the expense “Dinner by the river”',
  title: 'Weekend in Lisbon',
  token: 'eyJhbGciOiJIUzI1NiJ9.e30.c2lnbmF0dXJl',
  username: 'alice',
}

const formats: Readonly<Record<string, string>> = {
  date: '2026-05-01',
  'date-time': '2026-04-20T09:30:00.000Z',
  email: 'alice@example.com',
  uri: 'https://example.com/receipt.pdf',
}

/** @param name of the field that the schema describes @param schemas by their `$ref` */
export function exampleOf(schema: JsonSchema, schemas: (ref: string) => JsonSchema, name = ''): unknown {
  const inner = (part: JsonSchema, of = name) => exampleOf(part, schemas, of)
  const union = schema.anyOf ?? schema.oneOf
  const types = [schema.type ?? union?.map(({ type }) => type)].flat(2)
  if (name in words && (words[name] === null ? types.includes('null') : isScalar(schema, types)))
    return words[name]
  if (schema.$ref !== undefined)
    return name in words && schemas(schema.$ref).enum ? words[name] : inner(schemas(schema.$ref))
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[0]
  if (union) return inner(union[0]!)
  switch (types[0]) {
    case 'object':
      return Object.fromEntries(
        Object.entries(schema.properties ?? {}).map(([key, part]) => [
          key,
          inner(part, key === 'id' ? `${name}Id` : key),
        ]),
      )
    case 'array':
      return Array.from({ length: schema.minItems ?? 1 }, () =>
        inner(schema.items ?? {}, name.replace(/s$/, '')),
      )
    case 'boolean':
      return false
    case 'null':
      return null
    case 'integer':
      return 1
    case 'number':
      return 42.5
    default:
      return textOf(schema, name)
  }
}

/** Whether a word of the table can be the value. */
const isScalar = ({ enum: values, const: only, $ref }: JsonSchema, types: readonly unknown[]): boolean =>
  only === undefined &&
  $ref === undefined &&
  !values &&
  (types.includes('string') || types.includes('number'))

function textOf({ format, pattern }: JsonSchema, name: string): unknown {
  if (pattern?.includes(':')) return '09:30'
  if (format === 'uuid' || /id$/i.test(name)) return idFrom('example', name)
  return formats[name.endsWith('Url') ? 'uri' : (format ?? '')] ?? 'text'
}
