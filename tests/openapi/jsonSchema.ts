// JSON Schema (2020-12) as far as the descriptions use it.

export interface JsonSchema {
  $ref?: string
  type?: string | string[]
  description?: string
  format?: string
  pattern?: string
  enum?: unknown[]
  const?: unknown
  properties?: Record<string, JsonSchema>
  required?: string[]
  additionalProperties?: boolean | JsonSchema
  items?: JsonSchema
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  allOf?: JsonSchema[]
  minLength?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
  minimum?: number
  maximum?: number
  exclusiveMinimum?: number
  default?: unknown
  examples?: unknown[]
}

/** The schema with each part of it changed, from the inside out. @param name of the property that a part describes */
export function mapSchema(
  schema: JsonSchema,
  change: (part: JsonSchema, name: string) => JsonSchema,
  name = '',
): JsonSchema {
  const inner = (part: JsonSchema) => mapSchema(part, change, name)
  const { properties, items, additionalProperties } = schema
  const changed: JsonSchema = { ...schema }
  if (properties)
    changed.properties = Object.fromEntries(
      Object.entries(properties).map(([key, part]) => [key, mapSchema(part, change, key)]),
    )
  if (items) changed.items = inner(items)
  if (typeof additionalProperties === 'object') changed.additionalProperties = inner(additionalProperties)
  for (const union of ['anyOf', 'oneOf', 'allOf'] as const)
    if (schema[union]) changed[union] = schema[union].map(inner)
  return change(changed, name)
}
