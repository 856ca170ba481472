// The imports that each row of the table in build/importTable.ts allows and refuses, as files added to a copy of the tree.

interface ImportRow {
  /** The row of the table in build/importTable.ts, in its order. */
  row: string
  file: string
  allowed: string[]
  refused: string[]
}

const features = ['people', 'trips', 'itinerary', 'money', 'chat', 'files']
const featuresWithRoster = ['itinerary', 'money', 'chat']
const refusedEverywhere = [
  '../core/kernel/money.ts',
  './neighbour.ts',
  '#core/kernel/../store/commandHandler.ts',
  '#tests/a.ts',
]

function other(feature: string) {
  return feature === 'people' ? 'chat' : 'people'
}

export const importRows: ImportRow[] = [
  {
    row: 'core',
    file: 'core/unnamed/plant.ts',
    allowed: ['#core/kernel/money.ts'],
    refused: [...refusedEverywhere, '#core/unnamed/b.ts', '#core/money/events.ts'],
  },
  {
    row: 'core/*.ts',
    file: 'core/plant.ts',
    allowed: ['#core/kernel/money.ts', '#core/money/operations.ts', '#core/store/codec.ts', 'regexparam'],
    refused: [
      './neighbour.ts',
      '#projections/views.ts',
      '#api/app.ts',
      '#web/platform/page/paths.ts',
      'node:fs',
      'koa',
    ],
  },
  {
    row: 'core/kernel',
    file: 'core/kernel/plant.ts',
    allowed: ['#core/kernel/money.ts', 'valibot', '@noble/hashes/sha2.js'],
    refused: [
      ...refusedEverywhere,
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
    allowed: ['#core/kernel/decider.ts', '#core/store/codec.ts', '@noble/hashes/sha2.js'],
    refused: [
      '#core/money/events.ts',
      '#projections/platform/projection.ts',
      '#api/stores/sqlite/sqlite.ts',
      'node:sqlite',
    ],
  },
  ...features.map((f) => ({
    row: `core/${f}`,
    file: `core/${f}/plant.ts`,
    allowed: [
      '#core/kernel/money.ts',
      `#core/${f}/deep/b.ts`,
      '#core/store/codec.ts',
      '#core/store/operation.ts',
      'valibot',
      ...(featuresWithRoster.includes(f) ? ['#core/trips/roster.ts'] : []),
    ],
    refused: [
      ...refusedEverywhere,
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
    row: 'core/records',
    file: 'core/records/plant.ts',
    allowed: [
      '#core/kernel/undo.ts',
      '#core/store/operation.ts',
      '#core/trips/tripContext.ts',
      '#core/records/b.ts',
    ],
    refused: [
      ...refusedEverywhere,
      '#core/money/events.ts',
      '#core/itinerary/activity.ts',
      '#core/store/eventStore.ts',
      '#projections/recordLists.ts',
      'node:fs',
    ],
  },

  {
    row: 'core/imports',
    file: 'core/imports/plant.ts',
    allowed: ['#core/kernel/ids.ts', '#core/money/split/shares.ts', '#core/imports/b.ts', 'valibot'],
    refused: [
      ...refusedEverywhere,
      '#core/trips/trip.ts',
      '#core/store/eventStore.ts',
      '#projections/money/a.ts',
      '#web/money/csv.ts',
      'node:fs',
      'papaparse',
    ],
  },

  {
    row: 'core/history',
    file: 'core/history/plant.ts',
    allowed: [
      '#core/kernel/decider.ts',
      '#core/money/events.ts',
      '#core/trips/trip.ts',
      '#core/history/b.ts',
    ],
    refused: [
      ...refusedEverywhere,
      '#core/money/decider.ts',
      '#core/store/commandHandler.ts',
      '#projections/money/a.ts',
      'node:fs',
    ],
  },

  {
    row: 'projections',
    file: 'projections/unnamed/plant.ts',
    allowed: ['#core/kernel/money.ts'],
    refused: [...refusedEverywhere, '#projections/unnamed/b.ts', '#core/money/events.ts', 'valibot'],
  },
  {
    row: 'projections/*.ts',
    file: 'projections/plant.ts',
    allowed: ['#projections/money/balances.ts', '#core/money/events.ts'],
    refused: ['#api/app.ts', '#web/platform/page/paths.ts', './neighbour.ts', 'node:fs'],
  },
  {
    row: 'projections/platform',
    file: 'projections/platform/plant.ts',
    allowed: ['#core/kernel/decider.ts', '#core/store/eventStore.ts', '#projections/platform/projection.ts'],
    refused: [
      ...refusedEverywhere,
      '#core/money/events.ts',
      '#projections/money/balances.ts',
      '#api/app.ts',
      'node:fs',
      'redis',
    ],
  },
  ...features.map((f) => ({
    row: `projections/${f}`,
    file: `projections/${f}/plant.ts`,
    allowed: [
      '#core/kernel/decider.ts',
      `#core/${other(f)}/events.ts`,
      `#core/${f}/contract.ts`,
      `#core/${f}/ledger.ts`,
      '#projections/platform/projection.ts',
      `#projections/${f}/b.ts`,
    ],
    refused: [
      ...refusedEverywhere,
      `#core/${f}/decider.ts`,
      `#core/${f}/operations.ts`,
      '#core/chat/messageOperations.ts',
      '#core/money/restoreOperation.ts',
      '#core/store/commandHandler.ts',
      `#projections/${other(f)}/a.ts`,
      `#api/${f}/routes.ts`,
      'valibot',
      'node:fs',
    ],
  })),

  ...['history', 'replica'].map((f) => ({
    row: `projections/${f}`,
    file: `projections/${f}/plant.ts`,
    allowed: ['#core/money/toResponse.ts', '#projections/money/balances.ts', `#projections/${f}/b.ts`],
    refused: [
      ...refusedEverywhere,
      '#core/money/decider.ts',
      '#core/store/commandHandler.ts',
      '#api/history/a.ts',
      'valibot',
    ],
  })),

  {
    row: 'api',
    file: 'api/unnamed/plant.ts',
    allowed: ['#core/kernel/money.ts', 'koa'],
    refused: [...refusedEverywhere, '#api/unnamed/b.ts', '#core/money/events.ts'],
  },
  {
    row: 'api/*.ts',
    file: 'api/plant.ts',
    allowed: [
      '#api/money/routes.ts',
      '#api/platform/operationRoute.ts',
      '#core/money/operations.ts',
      'koa',
      'node:fs',
    ],
    refused: ['#api/stores/sqlite/sqlite.ts', '#web/platform/page/paths.ts', '#tests/a.ts', './env.ts'],
  },
  {
    row: 'api/platform',
    file: 'api/platform/plant.ts',
    allowed: [
      '#core/trips/roster.ts',
      '#core/store/commandHandler.ts',
      '#projections/trips/a.ts',
      'koa',
      'node:fs',
    ],
    refused: [
      ...refusedEverywhere,
      '#api/money/routes.ts',
      '#api/stores/sqlite/sqlite.ts',
      '#web/platform/page/paths.ts',
    ],
  },
  {
    row: 'api/seed',
    file: 'api/seed/plant.ts',
    allowed: [
      '#core/money/operations.ts',
      '#api/platform/a.ts',
      '#api/people/passwords.ts',
      '#api/seed/b.ts',
    ],
    refused: [
      ...refusedEverywhere,
      '#api/stores/sqlite/sqlite.ts',
      '#api/live/changes.ts',
      '#api/app.ts',
      '#web/demo/a.ts',
    ],
  },
  {
    row: 'api/stores',
    file: 'api/stores/plant.ts',
    allowed: [
      '#core/store/eventStore.ts',
      '#projections/platform/leaves.ts',
      '#api/stores/b.ts',
      'node:sqlite',
    ],
    refused: [
      ...refusedEverywhere,
      '#core/money/events.ts',
      '#projections/money/balances.ts',
      '#api/money/routes.ts',
    ],
  },
  {
    row: 'api/live',
    file: 'api/live/plant.ts',
    allowed: [
      '#core/chat/decider.ts',
      '#api/chat/conversationAccess.ts',
      '#api/people/presence.ts',
      '#api/live/b.ts',
    ],
    refused: [
      '#api/people/authenticator.ts',
      '#api/money/routes.ts',
      '#api/stores/sqlite/sqlite.ts',
      '#web/platform/page/paths.ts',
    ],
  },
  {
    row: 'api/history',
    file: 'api/history/plant.ts',
    allowed: [
      '#core/money/events.ts',
      '#core/money/operations.ts',
      '#projections/platform/projection.ts',
      '#api/platform/a.ts',
      '#api/history/b.ts',
    ],
    refused: [
      ...refusedEverywhere.slice(0, 2),
      '#core/money/decider.ts',
      '#api/money/routes.ts',
      '#api/stores/sqlite/sqlite.ts',
    ],
  },
  ...features
    .filter((f) => f !== 'files')
    .map((f) => ({
      row: `api/${f}`,
      file: `api/${f}/plant.ts`,
      allowed: [
        `#core/${f}/operations.ts`,
        '#core/kernel/money.ts',
        '#core/store/operation.ts',
        '#projections/trips/a.ts',
        '#api/platform/operationRoute.ts',
        `#api/${f}/b.ts`,
        'koa',
        'node:crypto',
        ...(featuresWithRoster.includes(f) ? ['#core/trips/trip.ts'] : []),
      ],
      refused: [
        '../stores/sqlite.ts',
        './neighbour.ts',
        `#core/${other(f)}/operations.ts`,
        `#api/${other(f)}/routes.ts`,
        '#api/stores/sqlite/sqlite.ts',
        '#api/app.ts',
        '#web/platform/page/paths.ts',
        '#tests/a.ts',
      ],
    })),
  {
    row: 'api/files',
    file: 'api/files/plant.ts',
    allowed: ['#core/chat/access.ts', '#core/trips/decider.ts', '#projections/files/a.ts', '#api/files/b.ts'],
    refused: ['#api/chat/routes.ts', '#api/stores/sqlite/sqlite.ts', '#web/platform/page/paths.ts'],
  },
  {
    row: 'api/main.ts',
    file: 'api/main.ts',
    allowed: ['#api/stores/sqlite/sqlite.ts', '#api/app.ts', '#core/money/operations.ts', 'node:fs'],
    refused: [...refusedEverywhere.slice(0, 2), '#web/platform/page/paths.ts', '#tests/a.ts'],
  },
  {
    row: 'api/readModelBackend.ts',
    file: 'api/readModelBackend.ts',
    allowed: ['#api/stores/sqlite/sqliteReadStore.ts', '#api/stores/redis/redisKeys.ts', '#api/env.ts'],
    refused: [...refusedEverywhere.slice(0, 2), '#web/platform/page/paths.ts', '#tests/a.ts'],
  },
  {
    row: 'api/**/cli.ts',
    file: 'api/people/cli.ts',
    allowed: ['#api/stores/sqlite/sqlite.ts', '#api/env.ts', '#core/people/operations.ts'],
    refused: [...refusedEverywhere.slice(0, 2), '#web/platform/page/paths.ts', '#tests/a.ts'],
  },

  {
    row: 'web',
    file: 'web/unnamed/plant.tsx',
    allowed: ['#web/ui/buttons/Button.tsx', 'react'],
    refused: [...refusedEverywhere, '#web/unnamed/b.ts', '#web/money/ExpenseForm.tsx', 'node:fs'],
  },
  {
    row: 'web/*.{ts,tsx}',
    file: 'web/plant.tsx',
    allowed: ['#web/app/App.tsx', '#web/platform/live.ts', 'react-dom/client'],
    refused: [...refusedEverywhere, '#api/app.ts', 'node:fs'],
  },
  {
    row: 'web/app',
    file: 'web/app/Plant.tsx',
    allowed: ['#web/money/Expenses.tsx', '#core/money/contract.ts', 'wouter'],
    refused: [...refusedEverywhere, '#api/app.ts', 'node:fs'],
  },
  {
    row: 'web/ui',
    file: 'web/ui/plant.tsx',
    allowed: ['react', '@headlessui/react', 'lucide-react', '#web/ui/buttons/Button.tsx'],
    refused: [
      './neighbour.ts',
      '#core/kernel/money.ts',
      '#web/platform/dispatch.ts',
      '#web/platform/page/paths.ts',
      'valtio',
    ],
  },
  {
    row: 'web/platform',
    file: 'web/platform/plant.ts',
    allowed: [
      '#core/money/operations.ts',
      '#projections/money/balances.ts',
      '#web/platform/live.ts',
      'valtio',
    ],
    refused: [
      ...refusedEverywhere,
      '#web/money/a.ts',
      '#web/app/App.tsx',
      '#api/live/changes.ts',
      'node:events',
    ],
  },
  {
    row: 'web/records',
    file: 'web/records/plant.tsx',
    allowed: [
      '#core/recordKinds.ts',
      '#projections/money/balances.ts',
      '#web/platform/dispatch.ts',
      '#web/ui/buttons/Button.tsx',
      '#web/records/b.ts',
    ],
    refused: [...refusedEverywhere, '#web/money/a.tsx', '#web/app/App.tsx', '#api/app.ts', 'node:fs'],
  },
  ...[...features, 'history', 'landing'].map((f) => ({
    row: `web/${f}`,
    file: `web/${f}/plant.tsx`,
    allowed: [
      '#core/money/decider.ts',
      '#projections/money/balances.ts',
      '#web/platform/dispatch.ts',
      '#web/records/subjectOf.ts',
      '#web/ui/buttons/Button.tsx',
      '#web/platform/page/paths.ts',
      `#web/${f}/b.ts`,
      'valtio',
    ],
    refused: [...refusedEverywhere, `#web/${other(f)}/a.tsx`, '#web/app/App.tsx', '#api/app.ts', 'node:fs'],
  })),
  {
    row: 'web/chat/engine',
    file: 'web/chat/engine/plant.ts',
    allowed: [
      '#core/chat/contract.ts',
      '#web/chat/engine/timeline/timeline.ts',
      '#web/platform/http/backoff.ts',
      '#web/platform/time/timers.ts',
      '#web/platform/outbox/outboxCommand.ts',
    ],
    refused: [
      ...refusedEverywhere,
      '#web/chat/state/chatState.ts',
      '#web/platform/http/http.ts',
      '#web/platform/outbox/queue.ts',
      '#web/ui/buttons/Button.tsx',
      '#projections/money/balances.ts',
      'react',
      'valtio',
      'valtio/vanilla',
    ],
  },
  {
    row: 'web/demo',
    file: 'web/demo/plant.tsx',
    allowed: [
      '#core/money/operations.ts',
      '#core/store/memoryEventStore.ts',
      '#projections/money/balances.ts',
      '#web/platform/dispatch.ts',
      '#web/ui/buttons/Button.tsx',
      '#web/money/settlement/SettlementDialog.tsx',
      '#web/demo/b.ts',
      'msw/browser',
    ],
    refused: [...refusedEverywhere, '#web/trips/a.tsx', '#web/app/App.tsx', '#api/app.ts', 'node:fs'],
  },

  {
    row: 'tests',
    file: 'tests/money/plant.ts',
    allowed: [
      '#core/money/decider.ts',
      '#api/stores/sqlite/sqlite.ts',
      '#web/app/App.tsx',
      '#tests/support/a.ts',
    ],
    refused: ['../support/a.ts', './neighbour.ts', '#core/../api/app.ts', '#bench/a.ts'],
  },
  {
    row: 'bench',
    file: 'bench/plant.ts',
    allowed: [
      './figures.ts',
      '#bench/figures.ts',
      '#core/money/settlement/settlement.ts',
      '#api/stores/sqlite/sqlite.ts',
      'node:fs',
    ],
    refused: ['../core/money/settlement/settlement.ts', '#web/app/App.tsx', '#tests/a.ts'],
  },
  {
    row: 'scripts',
    file: 'scripts/plant.ts',
    allowed: ['./files.ts', 'vite', 'node:fs'],
    refused: ['../api/main.ts', '#api/app.ts', '#tests/a.ts'],
  },
]
