// One violation of each house rule besides the import table, as files added to a copy of the tree, beside valid code.

const asyncFunction = 'async function later() {\n  return true\n}\n\n'

/** `rule` is the rule that the linter must report; undefined for files that pass. */
export const houseRules: { title: string; files: Record<string, string>; rule?: string }[] = [
  {
    title: 'two files that import each other are refused',
    files: {
      'core/chat/circleA.ts': "import { b } from '#core/chat/circleB.ts'\n\nexport const a = () => b\n",
      'core/chat/circleB.ts': "import { a } from '#core/chat/circleA.ts'\n\nexport const b = () => a\n",
    },
    rule: 'import(no-cycle)',
  },
  {
    title: 'a floating promise is refused',
    files: { 'api/chat/floating.ts': `${asyncFunction}export function forget() {\n  later()\n}\n` },
    rule: 'typescript(no-floating-promises)',
  },
  {
    title: 'a promise as a condition is refused',
    files: { 'api/chat/condition.ts': `${asyncFunction}export const now = () => (later() ? 1 : 2)\n` },
    rule: 'typescript(no-misused-promises)',
  },
  {
    title: 'an awaited promise passes',
    files: { 'api/chat/awaited.ts': `${asyncFunction}export async function wait() {\n  await later()\n}\n` },
  },
  {
    title: 'a default export is refused',
    files: { 'web/chat/Default.tsx': 'export default function Default() {\n  return null\n}\n' },
    rule: 'import(no-default-export)',
  },
  {
    title: 'an import hidden in a type is refused',
    files: { 'core/chat/hidden.ts': "export type Trip = import('#core/trips/events.ts').Trip\n" },
    rule: 'typescript(consistent-type-imports)',
  },
  {
    title: 'a module of Node without its prefix is refused',
    files: { 'web/chat/prefix.ts': "export { readFile } from 'fs'\n" },
    rule: 'unicorn(prefer-node-protocol)',
  },
  {
    title: 'the clock is refused in core',
    files: { 'core/chat/clock.ts': 'export const now = () => Date.now()\n' },
    rule: 'eslint(no-restricted-properties)',
  },
  {
    title: 'a timer is refused in the store',
    files: {
      'core/store/timer.ts': 'export const later = (done: () => void) => setTimeout(done, 1)\n',
    },
    rule: 'eslint(no-restricted-globals)',
  },
  {
    title: 'randomness is refused in a projection',
    files: { 'projections/chat/chance.ts': 'export const any = () => Math.random()\n' },
    rule: 'eslint(no-restricted-properties)',
  },
  {
    title: 'the process environment is refused in core',
    files: { 'core/chat/machine.ts': 'export const home = () => process.env\n' },
    rule: 'eslint(no-restricted-globals)',
  },
  {
    title: 'the browser is refused in the engine of the chat',
    files: { 'web/chat/engine/browser.ts': 'export const title = () => document.title\n' },
    rule: 'eslint(no-restricted-globals)',
  },
  {
    title: 'a switch without a variant of its union is refused',
    files: {
      'core/chat/forgets.ts':
        "export function size(of: 'small' | 'large') {\n  switch (of) {\n    case 'small':\n      return 1\n  }\n  return 0\n}\n",
    },
    rule: 'typescript(switch-exhaustiveness-check)',
  },
]
