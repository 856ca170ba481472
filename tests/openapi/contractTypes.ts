// Converts the TypeScript types of the contracts to JSON Schema. Types add no bytes to the client. The generator brings
// its own TypeScript, because the repository's has no compiler API.

import { globSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import {
  type CompletedConfig,
  type createProgram,
  createFormatter,
  createParser,
  DEFAULT_CONFIG,
  SchemaGenerator,
} from 'ts-json-schema-generator'
import { type JsonSchema, mapSchema } from '#tests/openapi/jsonSchema.ts'

const root = process.cwd()
const files = [
  ...globSync('core/*/{contract,tripChatContract,passkeyContract,pollContract}.ts').sort(),
  'core/chat/socketEvents.ts',
]

export interface ContractTypes {
  /** Schemas of the named types, in the order of their names. */
  schemas: Record<string, JsonSchema>
  endpoints: ReadonlyMap<string, EndpointTypes>
  /** Payload of each event, by the interface that names it (`ServerEvents`). */
  events: Readonly<Record<string, Record<string, { payload: JsonSchema; description: string | undefined }>>>
}

export interface EndpointTypes {
  /** The feature whose contract has it. */
  feature: string
  /** The comment of its constant. */
  description: string | undefined
  response: JsonSchema
  query: JsonSchema
  /** Names of the refusals that only some endpoints have. */
  refusals: readonly string[]
  /** Whether it responds with 200 if what it creates exists already. */
  existing: boolean
  /** Media type of a response that is not JSON. */
  media: string | undefined
}

export function contractTypes(): ContractTypes {
  const sources = files.map(readContract)
  const program = programOf(
    new Map(sources.map(({ path, text, declared }) => [path, text + appended(declared)])),
  )
  const config: CompletedConfig = { ...DEFAULT_CONFIG, expose: 'export', topRef: true, encodeRefs: false }
  const generator = new SchemaGenerator(
    program,
    createParser(program, config),
    createFormatter(config),
    config,
  )
  const noteNames = sources.flatMap(({ notes }) => notes)
  const names = [...sources.flatMap(({ declared }) => declared.map(({ name }) => name)), ...noteNames]
  const generated = (generator.createSchema(names) as { definitions: Record<string, JsonSchema> }).definitions
  const schemas: Record<string, JsonSchema> = {}
  for (const name of Object.keys(generated).sort()) schemas[name] = mapSchema(generated[name]!, withFormat)
  const take = (name: string): JsonSchema => {
    const schema = schemas[name] ?? {}
    delete schemas[name]
    return schema
  }

  const notes = Object.assign({}, ...noteNames.map((name) => take(name).properties ?? {})) as Record<
    string,
    JsonSchema
  >
  const endpoints = new Map<string, EndpointTypes>()
  const events: Record<string, Record<string, { payload: JsonSchema; description: string | undefined }>> = {}
  for (const { feature, declared } of sources)
    for (const { name, of, member, description } of declared)
      if (member !== undefined) (events[of] ??= {})[member] = { payload: take(name), description }
      else if (name.endsWith(RESPONSE)) {
        const more = notes[of]?.properties
        delete notes[of]
        endpoints.set(of, {
          feature,
          description,
          response: take(name),
          query: dereferenced(more?.['query'], schemas),
          refusals: valuesOf(more?.['refusals']),
          existing: more?.['existing'] !== undefined,
          media: more?.['media']?.const as string | undefined,
        })
      }
  const [unknown] = Object.keys(notes)
  if (unknown !== undefined) throw new Error(`${unknown} has notes, but is no endpoint`)
  return { schemas, endpoints, events }
}

const RESPONSE = '__response'

interface DeclaredType {
  /** Name of the type that is appended to the contract. */
  name: string
  type: string
  /** The endpoint or the interface of events. */
  of: string
  member?: string
  description: string | undefined
}

/** Finds the response type of each `endpoint`, and the payload types in interfaces of events. */
function readContract(path: string) {
  const text = readFileSync(join(root, path), 'utf8')
  const feature = path.split('/')[1]!
  const declared: DeclaredType[] = []
  /** Names of the interfaces with queries and refusals of endpoints. */
  const notes: string[] = []
  for (const statement of ts.createSourceFile(path, text, 99, true).statements) {
    for (const { name, initializer } of statement.declarationList?.declarations ?? []) {
      if (initializer?.expression?.getText() !== 'endpoint') continue
      const type = initializer.typeArguments?.[0]?.getText() ?? 'unknown'
      const of = name.getText()
      declared.push({ name: of + RESPONSE, type, of, description: commentOf(statement) })
    }
    const interfaceName = statement.name?.getText() ?? ''
    if (interfaceName.endsWith('Notes')) notes.push(interfaceName)
    if (!interfaceName.endsWith('Events')) continue
    for (const member of statement.members ?? []) {
      const event = member.name.getText().replaceAll("'", '')
      const type = (member.type?.parameters?.[0]?.type ?? member.type)?.getText() ?? 'never'
      const of = interfaceName
      const name = `${of}__${event.replaceAll(/\W/g, '_')}`
      declared.push({ name, type, of, member: event, description: commentOf(member) })
    }
  }
  return { path: join(root, path), text, feature, declared, notes }
}

const appended = (declared: readonly DeclaredType[]) =>
  declared.map(({ name, type }) => `\nexport type ${name} = ${type}`).join('')

const commentOf = ({ jsDoc }: Commented): string | undefined => jsDoc?.[0]?.comment?.replaceAll('\n', ' ')

/** @param texts of the contracts with the appended types, by path */
function programOf(texts: ReadonlyMap<string, string>) {
  const options = {
    target: 99,
    module: 199,
    moduleResolution: 99,
    strict: true,
    exactOptionalPropertyTypes: true,
    allowImportingTsExtensions: true,
    noEmit: true,
    skipLibCheck: true,
    types: [],
    lib: ['lib.es2024.d.ts'],
  }
  const host = ts.createCompilerHost(options)
  const { readFile } = host
  host.readFile = (file) => texts.get(file) ?? readFile.call(host, file)
  return ts.createProgram([...texts.keys()], options, host)
}

const DATE_TIME = /(?:At|_at|^at|Seen|_seen|lastActivity)$/
const DATE = /(?:Date|^date|^dateFrom|^dateTo)$/
const WHOLE = /^(?:n|limit|offset|total|revision|seq|from|to|before)$|(?:Count|_count|_seq)$/

/** Adds the formats that TypeScript cannot express; the names of properties imply them throughout the API. */
function withFormat(schema: JsonSchema, name: string): JsonSchema {
  const has = (type: string) =>
    schema.type === type || (Array.isArray(schema.type) && schema.type.includes(type))
  if (has('string') && schema.enum === undefined && schema.const === undefined) {
    if (DATE_TIME.test(name)) return { ...schema, format: 'date-time' }
    if (DATE.test(name)) return { ...schema, format: 'date' }
  }
  if (schema.type === 'number' && WHOLE.test(name)) return { minimum: 0, ...schema, type: 'integer' }
  return schema
}

/** Resolves a reference. */
function dereferenced(schema: JsonSchema = {}, schemas: Readonly<Record<string, JsonSchema>>): JsonSchema {
  return schema.$ref === undefined ? schema : schemas[schema.$ref.replace('#/definitions/', '')]!
}

const valuesOf = (schema: JsonSchema | undefined): readonly string[] =>
  (schema?.enum ?? (schema?.const === undefined ? [] : [schema.const])) as string[]

/** The part of the compiler API that is used here. */
interface TypeScript {
  createSourceFile(path: string, text: string, target: number, parents: boolean): { statements: Statement[] }
  createCompilerHost(options: object): { readFile(file: string): string | undefined }
  createProgram(files: string[], options: object, host: object): ReturnType<typeof createProgram>
}
interface Node {
  getText(): string
}
interface Commented {
  jsDoc?: { comment?: string }[]
}
interface Statement extends Commented {
  name?: Node
  declarationList?: {
    declarations: { name: Node; initializer?: { expression?: Node; typeArguments?: Node[] } }[]
  }
  members?: (Commented & { name: Node; type?: Node & { parameters?: { type: Node }[] } })[]
}

const require = createRequire(import.meta.url)
const ts = createRequire(require.resolve('ts-json-schema-generator'))('typescript') as TypeScript
