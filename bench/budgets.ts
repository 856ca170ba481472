// Measures the JavaScript that a phone fetches before a screen works, in kB and in files, and compares it with the budgets.
// `npm run check` runs this file and fails where a screen exceeds its budget; `npm run bench` writes the table.

import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { median, type Row } from './figures.ts'

interface Budget {
  name: string
  /** Default: kB of JavaScript after brotli, as the server sends it. */
  unit?: 'files'
  target: number
  /** Where the target is missed: the limit until it is met, and the reason. */
  held?: { atMost: number; because: string }
  measure(built: Built): number
}

interface Built {
  /** The files that an address loads before it works, and those that its code prefetches. */
  of(address: string): string[]
  /** The same for a tab of an open trip. */
  tab(name: string): string[]
  /** A chunk by its name, with its imports. */
  chunk(name: string): string[]
  all(): string[]
  /** kB */
  weigh(files: readonly string[]): number
  landing(): number
  demo(): number
}

const budgets: readonly Budget[] = [
  { name: 'landing', target: 1.5, measure: (built) => built.landing() },
  {
    name: '/login',
    target: 70,
    held: { atMost: 81.5, because: 'React is 60.5 of it; the button for a passkey is 0.2' },
    measure: ({ of, weigh }) => weigh(of('/login')),
  },
  {
    name: '/app',
    target: 80,
    held: { atMost: 96.5, because: 'React is 60.5 of it; covers, the current trip and what is new 3.5' },
    measure: ({ of, weigh }) => weigh(of('/app')),
  },
  {
    name: 'a conversation',
    target: 90,
    held: {
      atMost: 126.1,
      because: 'React is 60.5 of it; the list of messages 12, reactions, mentions, search and photos 8',
    },
    measure: ({ of, weigh }) => weigh(of('/app/chat/')),
  },
  {
    name: 'trip details, on top of /app',
    target: 45,
    held: {
      atMost: 46.6,
      because: 'the head that folds, the swipe and links between tabs are 1.2, polls 0.5',
    },
    measure: ({ of, chunk, weigh }) =>
      weigh(chunk('TripDialog').filter((file) => !of('/app').includes(file))),
  },
  // A slow network takes a round trip for each six of them.
  ...['itinerary', 'expenses', 'money'].map((tab): Budget => ({
    name: `the ${tab} of an open trip`,
    unit: 'files',
    target: 12,
    measure: (built) => built.tab(tab).length,
  })),
  {
    name: '/demo/settlement',
    target: 110,
    held: {
      atMost: 142.2,
      because: 'React is 60.5 of it, MSW 25; the rest is the product itself, of which links and claims are 3',
    },
    measure: (built) => built.demo(),
  },
  // Without the demo, which is a build of its own.
  {
    name: 'everything together',
    target: 300,
    held: {
      atMost: 566,
      because:
        'all of it is loaded late; imports are 36, archives 22, links and joining 21, the chat’s dialogs and cards 20, photos and receipts 20, the search of everything 6',
    },
    measure: ({ all, weigh }) => weigh(all()),
  },
]

export async function bench(): Promise<Row[]> {
  const built = read(join(import.meta.dirname, '../dist/web'))
  return budgets.map(({ name, unit = 'kB', target, held, measure }) => {
    const value = measure(built)
    const met = value <= target
    return {
      name,
      value,
      unit,
      target: `≤ ${target}`,
      met,
      ...(!met && held && { note: held.because }),
    }
  })
}

if (import.meta.main) {
  const built = read(join(import.meta.dirname, '../dist/web'))
  for (const { name, unit = 'kB', target, held, measure } of budgets) {
    const [value, most] = [measure(built), held?.atMost ?? target]
    if (value <= most) continue
    const needed = `${Number(value.toFixed(1))} ${unit}`
    console.error(`${name} needs ${needed} of JavaScript before it works; ${most} are allowed`)
    process.exitCode = 1
  }
}

/** @param folder of the built client @throws Error when it was not built */
function read(folder: string): Built {
  const code = codeIn(join(folder, 'assets'))
  const app = readFileSync(join(folder, 'app.html'), 'utf8')
  const index = readFileSync(join(folder, 'index.html'), 'utf8')
  const weights = new Map<string, number>()

  const weigh = (files: readonly string[]): number => {
    let sum = 0
    for (const file of files) {
      if (!weights.has(file))
        weights.set(file, brotliCompressSync(withStableHashes(code.get(file) ?? '')).length / 1000)
      sum += weights.get(file)!
    }
    return sum
  }
  const preloads = /for\(const\[p,f,t\]of (\[.*?\]\])\)if/.exec(app)?.[1] ?? '[]'
  const screens = JSON.parse(preloads) as [
    pattern: string,
    files: string[],
    tabs?: Record<string, string[]>,
  ][]
  const everywhere = assetsIn(app.replace(preloads, ''))
  const found = (address: string) => {
    const screen = screens.find(([pattern]) => pattern === `^${address}`)
    if (!screen) throw new Error(`The build has no screen at ${address}`)
    return screen
  }

  return {
    of: (address) => withImports([...everywhere, ...found(address)[1].map(nameOf)], code),
    tab(name) {
      const [, files, tabs] = found('/app/travel/[^/]+$')
      const ofTab = tabs?.[`#${name}`]
      if (!ofTab) throw new Error(`An open trip has no tab ${name}`)
      return withImports([...everywhere, ...[...files, ...ofTab].map(nameOf)], code)
    },
    chunk(name) {
      const file = [...code.keys()].find((one) => one.startsWith(`${name}-`))
      if (!file) throw new Error(`The build has no chunk ${name}`)
      return withImports([file], code)
    },
    all: () => [...code.keys()],
    weigh,
    landing() {
      const inline = Array.from(index.matchAll(/<script\b[^>]*>([^]*?)<\/script>/g), ([, text]) => text).join(
        '',
      )
      return (
        (inline ? brotliCompressSync(inline).length / 1000 : 0) + weigh(withImports(assetsIn(index), code))
      )
    },
    demo: () => demoIn(folder),
  }
}

/** The hashes in the names of files change with every build, and with them the size: up to 0.1 kB for a screen. */
function withStableHashes(text: string, salt = ''): string {
  const hashOf = (name: string) =>
    createHash('sha256')
      .update(name + salt)
      .digest('base64url')
      .slice(0, 8)
  return text.replaceAll(/([\w-]+)-[\w-]{8}(?=\.js\b)/g, (_, name: string) => `${name}-${hashOf(name)}`)
}

function sizeOf(files: readonly string[], code: ReadonlyMap<string, string>, salt?: string): number {
  const sizes = files.map((file) => brotliCompressSync(withStableHashes(code.get(file) ?? '', salt)).length)
  return sizes.reduce((sum, size) => sum + size, 0) / 1000
}

/** kB of the demo, whose files import only each other. */
function demoIn(folder: string): number {
  const code = codeIn(join(folder, 'assets/demo'))
  const html = readFileSync(join(folder, 'demo.html'), 'utf8')
  const files = withImports(assetsIn(html), code)
  // Most of it is one large file, whose size depends on the hashes by 0.15 kB either way.
  return median(['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((salt) => sizeOf(files, code, salt)))
}

function codeIn(folder: string): Map<string, string> {
  const scripts = readdirSync(folder).filter((file) => file.endsWith('.js'))
  return new Map(scripts.map((file) => [file, readFileSync(join(folder, file), 'utf8')]))
}

function withImports(
  files: readonly string[],
  code: ReadonlyMap<string, string>,
  found = new Set<string>(),
): string[] {
  for (const file of files) {
    if (found.has(file)) continue
    found.add(file)
    withImports(importsIn(code.get(file) ?? ''), code, found)
  }
  return [...found]
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

function assetsIn(html: string): string[] {
  return Array.from(html.matchAll(/(?:src|href)="\/(assets\/[^"]+\.js)"/g), ([, path]) => nameOf(path!))
}

/** Static imports only: nothing waits for an `import()`. */
function importsIn(code: string): string[] {
  return Array.from(code.matchAll(/(?:from|import)\s*["'](\.\/[^"']+\.js)["']/g), ([, path]) => nameOf(path!))
}
