// Measures the JavaScript that a phone fetches before a screen works, in kB and in files, and compares it with the budgets. `npm run check`
// runs this file and fails where a screen exceeds its budget; `npm run bench` writes the table.

import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import type { Row } from './figures.ts'

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

const react =
  'React 19.3 alone is 60.5 of it, 3.7 more than when the budget was set; the rest is the router, the state, the documents and the screen'

const budgets: readonly Budget[] = [
  { name: 'landing', target: 1.5, measure: (built) => built.landing() },
  {
    name: '/login',
    target: 70,
    held: {
      atMost: 81,
      because: `${react}, with the room of its landscape (0.3), what all screens share (0.2), and code that is loaded again after a failure (0.3), and drafts that follow in all tabs (0.3), screens that stand a failure and a translation, and the renewal of the token (0.7)`,
    },
    measure: ({ of, weigh }) => weigh(of('/login')),
  },
  {
    name: '/app',
    target: 80,
    held: {
      atMost: 96.5,
      because: `${react}; the covers, the current trip and what is new are 3.5 of it, rendering only what a command changes 0.2, states that look like what comes 0.2, code that is loaded again after a failure 0.2, and what was refused 0.2, and responses that are cut off and log-outs that are repeated (0.1), and a document that stores nothing (0.1), and drafts that follow in all tabs and what was not sent for lost trips (0.8), screens that stand a failure and a translation, and the renewal of the token (0.8), and toasts stand at the foot of a phone (0.2)`,
    },
    measure: ({ of, weigh }) => weigh(of('/app')),
  },
  {
    name: 'a conversation',
    target: 90,
    held: {
      atMost: 127.3,
      because: `${react}, the list, the outbox, which also works when the browser’s database does not respond (18 together), what a notification says (0.2), states that look like what comes (0.2), and unread messages further down than the list, what a command leaves refused (0.3), the deletion of what is lost (0.1), that a search of the list is read again with it (0.1), the app’s own words for days (0.6), what repeats and waits after a failure (0.5), and drafts with their quotes and edits (0.5), and responses that are cut off and log-outs that are repeated, and a document that stores nothing (0.1), and drafts that follow in all tabs and what was not sent for lost trips (1.2), screens that stand a failure and a translation, the renewal of the token, and who has read (1.2), and toasts stand at the foot of a phone (0.1)`,
    },
    measure: ({ of, weigh }) => weigh(of('/app/chat/')),
  },
  {
    name: 'trip details, on top of /app',
    target: 45,
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
      atMost: 136.6,
      because:
        'React 19.3 alone is 60.5 of it, 3.7 more than when the budget was set; MSW without its cookies is 25, and the rest is the product itself: contract, rules, log and read models, the check of responses, groups in a list of expenses, unequal splits and imports (4), the rules of undoing (0.3), who may remove an import (0.1), and what a late retry, a large import and another currency may not do (0.3); rendering only what a command changes is 0.3, the room of the picture 0.1, a guest who is saved as they were 0.1, events serialized once 0.2, figures in thin ribbons 0.1, and what repeats after a failure 0.6, payments with their day, texts that a translation cannot break, and rows for any currency (2.5), and guests with their names among the faces (0.1)',
    },
    measure: (built) => built.demo(),
  },
  // Without the demo, which is a build of its own.
  {
    name: 'everything together',
    target: 300,
    held: {
      atMost: 459.1,
      because:
        'the rules of an open trip decide pending commands on the device, replicas have a store of their own, trips have covers, the form of an expense computes and guesses (5), the itinerary is an agenda and a board (8), money is drawn (9), wide windows have panes and keys (5), links in messages are found (1), a conversation has its trip beside it (2), what is new and open is told of every trip (2), expenses are split in six ways (9), imported as one (1.5) and exported (1.5), changes can be undone (1.1), files of seven other apps are read, as balances alone and as copies without names (36), a trip is packed and unpacked as one file (22), messages are notifications (0.8), the history has a line of the total spent (1.2), late retries, large imports and changed currencies are handled (0.4), a command renders only what it changes (0.9), the forms of money and the details of an expense are as they were drawn (3), refused changes and invitations that no row shows are reported (1.5), unread messages are counted further down than the list reaches (0.3), and wide windows have the overview’s column and the shapes of what loads (2.1), many contacts are searched (0.2), what is lost leaves the device (0.9), conversations are searched (1.1), and wide windows have the answer of the Money tab as a strip, two columns of payments and figures in thin ribbons (1.4), requests and code are repeated after a failure (0.5), the focus and the open chat of a trip stay where one is (0.3), drafts keep quotes and edits (0.7), refused entries of money reopen as they were entered (0.5), files that are handed on leave out what is between two people (0.7), a home without trips has other ways in (0.9), and values of the history have labels, payments faces, forms and layers of a trip its name in their title bars, and the settlement opens beside the expenses (3), a page asks for the build of its worker (0.1), and amounts are read as imports read them, whoever has no amount shares the rest, and the last split is offered (3.2); all of it is loaded late, links show hosts that look like others as they are, and the preview of an import names what is there with another content (0.3), and drafts that follow in all tabs, what was not sent for lost trips, and unfinished imports (3.2), payments of any amount, tables in any layout and any currency, and screens that stand a failure and a translation (15.6), and toasts are at the foot of a phone (0.5), and names with their shares in the cells of tables (0.3), and what each category has is in the balances (0.2), and payments in another currency (1)',
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
      name: `JavaScript before it works: ${name}`,
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
function withStableHashes(text: string): string {
  const hashOf = (name: string) => createHash('sha256').update(name).digest('base64url').slice(0, 8)
  return text.replaceAll(/([\w-]+)-[\w-]{8}(?=\.js\b)/g, (_, name: string) => `${name}-${hashOf(name)}`)
}

/** kB of the demo, whose files import only each other. */
function demoIn(folder: string): number {
  const code = codeIn(join(folder, 'assets/demo'))
  const html = readFileSync(join(folder, 'demo.html'), 'utf8')
  const files = withImports(assetsIn(html), code)
  return files.reduce((sum, file) => sum + brotliCompressSync(code.get(file) ?? '').length / 1000, 0)
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
