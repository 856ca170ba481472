// Files added to a copy of the tree: imports that the table in oxlint.config.ts must refuse, others that it must allow,
// and one violation of each other house rule beside valid code.

interface ImportRow {
  /** The row of the table in oxlint.config.ts, in its order. */
  row: string
  file: string
  may: string[]
  not: string[]
}

const features = ['people', 'trips', 'itinerary', 'money', 'chat']
const knowTheRoster = ['itinerary', 'money', 'chat']
const around = ['../core/kernel/money.ts', './neighbour.ts', '#core/kernel/../store/handle.ts', '#tests/a.ts']

function other(feature: string) {
  return feature === 'people' ? 'chat' : 'people'
}

export const importRows: ImportRow[] = [
  {
    row: 'core',
    file: 'core/unnamed/plant.ts',
    may: ['#core/kernel/money.ts'],
    not: [...around, '#core/unnamed/b.ts', '#core/money/events.ts'],
  },
  {
    row: 'core/*.ts',
    file: 'core/plant.ts',
    may: ['#core/kernel/money.ts', '#core/money/operations.ts', '#core/store/codec.ts', 'regexparam'],
    not: [
      './neighbour.ts',
      '#projections/views.ts',
      '#api/app.ts',
      '#web/platform/paths.ts',
      'node:fs',
      'koa',
    ],
  },
  {
    row: 'core/kernel',
    file: 'core/kernel/plant.ts',
    may: ['#core/kernel/money.ts', 'valibot', '@noble/hashes/sha2.js'],
    not: [
      ...around,
      '#core/money/events.ts',
      '#core/store/eventStore.ts',
      '@noble/curves',
      'valibot-other',
      'node:crypto',
    ],
  },
  {
    row: 'core/store',
    file: 'core/store/plant.ts',
    may: ['#core/kernel/decider.ts', '#core/store/codec.ts', '@noble/hashes/sha2.js'],
    not: [
      '#core/money/events.ts',
      '#projections/platform/projection.ts',
      '#api/stores/sqlite.ts',
      'node:sqlite',
    ],
  },
  ...features.map((f) => ({
    row: `core/${f}`,
    file: `core/${f}/plant.ts`,
    may: [
      '#core/kernel/money.ts',
      `#core/${f}/deep/b.ts`,
      '#core/store/codec.ts',
      '#core/store/operation.ts',
      'valibot',
      ...(knowTheRoster.includes(f) ? ['#core/trips/roster.ts'] : []),
    ],
    not: [
      ...around,
      `#core/${other(f)}/events.ts`,
      '#core/store/eventStore.ts',
      '#core/store/memoryEventStore.ts',
      `#projections/${f}/a.ts`,
      'react',
      'node:fs/promises',
      ...(f === 'people' ? ['#core/trips/roster.ts'] : []),
    ],
  })),

  {
    row: 'core/history',
    file: 'core/history/plant.ts',
    may: ['#core/kernel/decider.ts', '#core/money/events.ts', '#core/trips/trip.ts', '#core/history/b.ts'],
    not: [
      ...around,
      '#core/money/decider.ts',
      '#core/store/commandHandler.ts',
      '#projections/money/a.ts',
      'node:fs',
    ],
  },

  {
    row: 'projections',
    file: 'projections/unnamed/plant.ts',
    may: ['#core/kernel/money.ts'],
    not: [...around, '#projections/unnamed/b.ts', '#core/money/events.ts', 'valibot'],
  },
  {
    row: 'projections/*.ts',
    file: 'projections/plant.ts',
    may: ['#projections/money/balances.ts', '#core/money/events.ts'],
    not: ['#api/app.ts', '#web/platform/paths.ts', './neighbour.ts', 'node:fs'],
  },
  {
    row: 'projections/platform',
    file: 'projections/platform/plant.ts',
    may: [
      '#core/kernel/decider.ts',
      '#core/store/eventStore.ts',
      '#projections/platform/projection.ts',
      'redis',
    ],
    not: [...around, '#core/money/events.ts', '#projections/money/balances.ts', '#api/app.ts', 'node:fs'],
  },
  ...features.map((f) => ({
    row: `projections/${f}`,
    file: `projections/${f}/plant.ts`,
    may: [
      '#core/kernel/decider.ts',
      `#core/${other(f)}/events.ts`,
      `#core/${f}/contract.ts`,
      `#core/${f}/ledger.ts`,
      '#projections/platform/projection.ts',
      `#projections/${f}/b.ts`,
    ],
    not: [
      ...around,
      `#core/${f}/decider.ts`,
      `#core/${f}/operations.ts`,
      '#core/store/commandHandler.ts',
      `#projections/${other(f)}/a.ts`,
      `#api/${f}/routes.ts`,
      'valibot',
      'node:fs',
    ],
  })),

  {
    row: 'projections/history',
    file: 'projections/history/plant.ts',
    may: ['#core/money/toResponse.ts', '#projections/money/balances.ts', '#projections/history/b.ts'],
    not: [
      ...around,
      '#core/money/decider.ts',
      '#core/store/commandHandler.ts',
      '#api/history/a.ts',
      'valibot',
    ],
  },

  {
    row: 'api',
    file: 'api/unnamed/plant.ts',
    may: ['#core/kernel/money.ts', 'koa'],
    not: [...around, '#api/unnamed/b.ts', '#core/money/events.ts'],
  },
  {
    row: 'api/*.ts',
    file: 'api/plant.ts',
    may: [
      '#api/money/routes.ts',
      '#api/platform/operationRoute.ts',
      '#core/money/operations.ts',
      'koa',
      'node:fs',
    ],
    not: ['#api/stores/sqlite.ts', '#web/platform/paths.ts', '#tests/a.ts', './env.ts'],
  },
  {
    row: 'api/platform',
    file: 'api/platform/plant.ts',
    may: [
      '#core/trips/roster.ts',
      '#core/store/commandHandler.ts',
      '#projections/trips/a.ts',
      'koa',
      'node:fs',
    ],
    not: [...around, '#api/money/routes.ts', '#api/stores/sqlite.ts', '#web/platform/paths.ts'],
  },
  {
    row: 'api/seed',
    file: 'api/seed/plant.ts',
    may: ['#core/money/operations.ts', '#api/platform/a.ts', '#api/people/passwords.ts', '#api/seed/b.ts'],
    not: [...around, '#api/stores/sqlite.ts', '#api/live/changes.ts', '#api/app.ts', '#web/demo/a.ts'],
  },
  {
    row: 'api/stores',
    file: 'api/stores/plant.ts',
    may: ['#core/store/eventStore.ts', '#api/stores/b.ts', 'node:sqlite'],
    not: [...around, '#core/money/events.ts', '#projections/money/balances.ts', '#api/money/routes.ts'],
  },
  {
    row: 'api/live',
    file: 'api/live/plant.ts',
    may: [
      '#core/chat/decider.ts',
      '#api/chat/conversationAccess.ts',
      '#api/people/presence.ts',
      '#api/live/b.ts',
    ],
    not: [
      '#api/people/authenticator.ts',
      '#api/money/routes.ts',
      '#api/stores/sqlite.ts',
      '#web/platform/paths.ts',
    ],
  },
  {
    row: 'api/history',
    file: 'api/history/plant.ts',
    may: [
      '#core/money/events.ts',
      '#core/money/operations.ts',
      '#projections/platform/projection.ts',
      '#api/platform/a.ts',
      '#api/history/b.ts',
    ],
    not: [...around.slice(0, 2), '#core/money/decider.ts', '#api/money/routes.ts', '#api/stores/sqlite.ts'],
  },
  ...features.map((f) => ({
    row: `api/${f}`,
    file: `api/${f}/plant.ts`,
    may: [
      `#core/${f}/operations.ts`,
      '#core/kernel/money.ts',
      '#core/store/operation.ts',
      '#projections/trips/a.ts',
      '#api/platform/operationRoute.ts',
      `#api/${f}/b.ts`,
      'koa',
      'node:crypto',
      ...(knowTheRoster.includes(f) ? ['#core/trips/trip.ts'] : []),
    ],
    not: [
      '../stores/sqlite.ts',
      './neighbour.ts',
      `#core/${other(f)}/operations.ts`,
      `#api/${other(f)}/routes.ts`,
      '#api/stores/sqlite.ts',
      '#api/app.ts',
      '#web/platform/paths.ts',
      '#tests/a.ts',
    ],
  })),
  {
    row: 'api/main.ts',
    file: 'api/main.ts',
    may: ['#api/stores/sqlite.ts', '#api/app.ts', '#core/money/operations.ts', 'node:fs'],
    not: [...around.slice(0, 2), '#web/platform/paths.ts', '#tests/a.ts'],
  },
  {
    row: 'api/**/cli.ts',
    file: 'api/people/cli.ts',
    may: ['#api/stores/sqlite.ts', '#api/env.ts', '#core/people/operations.ts'],
    not: [...around.slice(0, 2), '#web/platform/paths.ts', '#tests/a.ts'],
  },

  {
    row: 'web',
    file: 'web/unnamed/plant.tsx',
    may: ['#web/ui/Button.tsx', 'react'],
    not: [...around, '#web/unnamed/b.ts', '#web/money/ExpenseForm.tsx', 'node:fs'],
  },
  {
    row: 'web/*.{ts,tsx}',
    file: 'web/plant.tsx',
    may: ['#web/app/App.tsx', '#web/platform/live.ts', 'react-dom/client'],
    not: [...around, '#api/app.ts', 'node:fs'],
  },
  {
    row: 'web/app',
    file: 'web/app/Plant.tsx',
    may: ['#web/money/Expenses.tsx', '#core/money/contract.ts', 'wouter'],
    not: [...around, '#api/app.ts', 'node:fs'],
  },
  {
    row: 'web/ui',
    file: 'web/ui/plant.tsx',
    may: ['react', '@headlessui/react', 'lucide-react', '#web/ui/Button.tsx'],
    not: [
      './neighbour.ts',
      '#core/kernel/money.ts',
      '#web/platform/send.ts',
      '#web/platform/paths.ts',
      'valtio',
    ],
  },
  {
    row: 'web/platform',
    file: 'web/platform/plant.ts',
    may: ['#core/money/operations.ts', '#projections/money/balances.ts', '#web/platform/live.ts', 'valtio'],
    not: [...around, '#web/money/a.ts', '#web/app/App.tsx', '#api/live/changes.ts', 'node:events'],
  },
  ...[...features, 'history', 'landing'].map((f) => ({
    row: `web/${f}`,
    file: `web/${f}/plant.tsx`,
    may: [
      '#core/money/decider.ts',
      '#projections/money/balances.ts',
      '#web/platform/send.ts',
      '#web/ui/Button.tsx',
      '#web/platform/paths.ts',
      `#web/${f}/b.ts`,
      'valtio',
    ],
    not: [...around, `#web/${other(f)}/a.tsx`, '#web/app/App.tsx', '#api/app.ts', 'node:fs'],
  })),
  {
    row: 'web/chat/engine',
    file: 'web/chat/engine/plant.ts',
    may: [
      '#core/chat/contract.ts',
      '#web/chat/engine/timeline/timeline.ts',
      '#web/platform/backoff.ts',
      '#web/platform/timers.ts',
      '#web/platform/outbox/outboxItem.ts',
    ],
    not: [
      ...around,
      '#web/chat/state/chatState.ts',
      '#web/platform/http.ts',
      '#web/platform/outbox/queue.ts',
      '#web/ui/Button.tsx',
      '#projections/money/balances.ts',
      'react',
      'valtio',
      'valtio/vanilla',
    ],
  },
  {
    row: 'web/demo',
    file: 'web/demo/plant.tsx',
    may: [
      '#core/money/operations.ts',
      '#core/store/memoryEventStore.ts',
      '#projections/money/balances.ts',
      '#web/platform/send.ts',
      '#web/ui/Button.tsx',
      '#web/money/settlement/SettlementDialog.tsx',
      '#web/demo/b.ts',
      'msw/browser',
    ],
    not: [...around, '#web/trips/a.tsx', '#web/app/App.tsx', '#api/app.ts', 'node:fs'],
  },

  {
    row: 'tests',
    file: 'tests/money/plant.ts',
    may: ['#core/money/decider.ts', '#api/stores/sqlite.ts', '#web/app/App.tsx', '#tests/support/a.ts'],
    not: ['../support/a.ts', './neighbour.ts', '#core/../api/app.ts', '#bench/a.ts'],
  },
  {
    row: 'bench',
    file: 'bench/plant.ts',
    may: [
      './figures.ts',
      '#bench/figures.ts',
      '#core/money/settlement.ts',
      '#api/stores/sqlite.ts',
      'node:fs',
    ],
    not: ['../core/money/settlement.ts', '#web/app/App.tsx', '#tests/a.ts'],
  },
  {
    row: 'scripts',
    file: 'scripts/plant.ts',
    may: ['./files.ts', 'vite', 'node:fs'],
    not: ['../api/main.ts', '#api/app.ts', '#tests/a.ts'],
  },
]

const later = 'async function later() {\n  return true\n}\n\n'

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
    files: { 'api/chat/floating.ts': `${later}export function forget() {\n  later()\n}\n` },
    rule: 'typescript(no-floating-promises)',
  },
  {
    title: 'a promise as a condition is refused',
    files: { 'api/chat/condition.ts': `${later}export const now = () => (later() ? 1 : 2)\n` },
    rule: 'typescript(no-misused-promises)',
  },
  {
    title: 'an awaited promise passes',
    files: { 'api/chat/awaited.ts': `${later}export async function wait() {\n  await later()\n}\n` },
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
