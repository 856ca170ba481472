// A page of an engine in terms of its user: visible text, presses and typing. Every call waits for its state, and a
// press hits the topmost element at its place.

import { until } from '#tests/engines/support/until.ts'
import { type Wire, WebDriverError } from '#tests/engines/support/wire.ts'

type Role = 'button' | 'link' | 'tab' | 'textbox' | 'checkbox' | 'heading' | 'dialog' | 'listitem'

export interface Page {
  wire: Wire
  /** @param path of the site, or an absolute URL */
  goto(path: string): Promise<void>
  reload(): Promise<void>
  back(): Promise<void>
  /** Runs a function body in the page. */
  run<Result>(body: string, ...given: unknown[]): Promise<Result>
  /** Whether the text is visible now: on the topmost dialog, else on the page, or in a toast. */
  shows(text: string): Promise<boolean>
  /** Whether the element exists now, by its name, or a heading by words in it. */
  has(role: Role, name: string): Promise<boolean>
  press(role: Role, name: string): Promise<void>
  /** Replaces the value of the field. */
  fill(label: string, text: string): Promise<void>
  valueOf(label: string): Promise<string>
  /** Presses a key on the focused element. */
  key(name: keyof typeof keys): Promise<void>
  /** PNG, base64. */
  pictureOf(label: string): Promise<string>
}

const keys = { Enter: '\uE007', Escape: '\uE00C', Tab: '\uE004' }

/** The key of an element's id in W3C WebDriver's JSON. */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf'

/** Errors that occur while a page loads or renders, and pass. */
const passing = [
  'element click intercepted',
  'element not interactable',
  'stale element reference',
  'no such element',
  'javascript error',
  // A page that is left aborts the commands that run in it.
  'no such frame',
  'no such window',
]

export function pageOf(wire: Wire, site: string): Page {
  const run = <Result>(body: string, ...args: unknown[]) =>
    wire.send<Result>('execute', { script: body, args })

  /** Runs the act, and repeats it while the page is loading or rendering. */
  const waitFor = <Result>(what: string, act: () => Promise<Result>) =>
    until(what, async () => ({ result: await act() }), isPassing).then(({ result }) => result)

  const look = (role: Role, name: string) =>
    run<Record<string, string> | null>(findInPage, role, name, selectors[role])
  const find = async (role: Role, name: string): Promise<string> => {
    const element = await look(role, name)
    if (!element) throw new WebDriverError('no such element', `${role} ${name}`)
    return element[ELEMENT]!
  }
  /** Finds an element that does not move: a press on a moving one would miss it. */
  const findStill = async (role: Role, name: string): Promise<string> => {
    const id = await find(role, name)
    if (!(await run<boolean>(isStill, { [ELEMENT]: id })))
      throw new WebDriverError('element not interactable', `${role} ${name} is on its way`)
    return id
  }

  return {
    wire,
    run,
    async goto(path) {
      await wire.send('navigate', { url: path.startsWith('/') ? site + path : path })
    },
    async reload() {
      // Not the driver's own reload: in Firefox that one bypasses the service worker.
      await run('window.isLeft = true; location.reload()')
      await until(
        'the page is here anew',
        () => run<boolean>('return !window.isLeft && document.readyState === "complete"'),
        isPassing,
      )
    },
    async back() {
      await wire.send('back')
    },
    shows: (text) => run<boolean>(showsInPage, text),
    has: async (role, name) => (await look(role, name)) !== null,
    async press(role, name) {
      await waitFor(`the ${role} “${name}” can be pressed`, async () =>
        wire.send('click', { id: await findStill(role, name) }),
      )
    },
    async fill(label, text) {
      await waitFor(`“${label}” can be filled in`, async () => {
        const id = await findStill('textbox', label)
        await wire.send('clear', { id })
        await wire.send('type', { id, text })
      })
    },
    valueOf: (label) =>
      waitFor(`“${label}” has a value`, async () =>
        run<string>('return arguments[0].value', { [ELEMENT]: await find('textbox', label) }),
      ),
    async key(name) {
      const value = keys[name]
      const actions = ['keyDown', 'keyUp'].map((type) => ({ type, value }))
      await wire.send('actions', { actions: [{ type: 'key', id: 'keyboard', actions }] })
    },
    pictureOf: (label) =>
      waitFor(`“${label}” can be looked at`, async () =>
        wire.send<string>('pictureOf', { id: await findStill('textbox', label), full: false }),
      ),
  }
}

export async function expectText(page: Page, text: string): Promise<void> {
  await until(`“${text}” is seen`, () => page.shows(text), isPassing)
}

export async function expectThe(page: Page, role: Role, name: string): Promise<void> {
  await until(`there is the ${role} “${name}”`, () => page.has(role, name), isPassing)
}

/** Waits until the page has this address. */
export async function expectAddress(page: Page, path: string): Promise<void> {
  await until(
    `the address is ${path}`,
    () => page.run<boolean>('return location.pathname === arguments[0]', path),
    isPassing,
  )
}

/** Whether the error occurs only while a page loads or renders. */
const isPassing = (error: unknown): boolean => error instanceof WebDriverError && passing.includes(error.code)

const selectors: Record<Role, string> = {
  button: 'button,[role=button]',
  link: 'a[href]',
  tab: '[role=tab]',
  textbox: 'input:not([type=checkbox]),textarea',
  checkbox: 'input[type=checkbox],[role=checkbox]',
  heading: 'h1,h2,h3',
  dialog: '[role=dialog]',
  listitem: 'li',
}

/** In the page: the topmost dialog is the last one, and covers what lies below it. */
const topmost = `
  const isShown = (one) => one.getClientRects().length > 0 && getComputedStyle(one).visibility === 'visible'
  const top = [...document.querySelectorAll('[role=dialog]')].filter(isShown).at(-1) ?? document.body
  const plain = (text) => (text ?? '').replace(/\\s+/g, ' ').trim()
`
const findInPage = `${topmost}
  const [role, name, selector] = arguments
  const nameOf = (one) => {
    const by = (one.getAttribute('aria-labelledby') ?? '').split(' ').filter(Boolean)
    const named = by.map((id) => document.getElementById(id)?.textContent).join(' ')
    return plain(
      one.getAttribute('aria-label') || named || [...(one.labels ?? [])].map((l) => l.textContent).join(' ') ||
        one.textContent,
    )
  }
  const isWhole = role !== 'heading' && role !== 'listitem'
  const among = role === 'dialog' ? [top] : [...top.querySelectorAll(selector)]
  return (
    among.find((one) => {
      const own = nameOf(one)
      return (isWhole ? own === name : own.includes(name)) && (isShown(one) || role === 'checkbox')
    }) ?? null
  )
`
/** In the page: no ancestor is being moved or faded in. */
const isStill = `
  const [one] = arguments
  return document
    .getAnimations()
    .every(({ effect, playState }) => playState !== 'running' || effect?.getTiming().iterations === Infinity || !effect?.target?.contains(one))
`
const showsInPage = `${topmost}
  return plain(top.innerText).includes(arguments[0]) || plain(document.querySelector('body > output')?.innerText).includes(arguments[0])
`
