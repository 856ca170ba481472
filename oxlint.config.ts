// What the linter checks: mistakes, promises nobody waits for, circles, house habits, and above all who may import
// whom (one planted violation per row in tests/boundaries proves that the check can fail).

import { defineConfig } from 'oxlint'

const features = ['people', 'trips', 'itinerary', 'money', 'chat']
const pure = ['valibot', '@noble/hashes']

const machine = [
  'crypto',
  'document',
  'fetch',
  'localStorage',
  'performance',
  'process',
  'setTimeout',
  'window',
]

/**
 * One row of the table of imports; a later row replaces an earlier one for the files both name.
 * `may`: folders and files, read from left to right, `!` takes back. `npm`: 'all' is every package and node:*,
 * 'browser' every package without node:*, a list just these. `near`: `./` is allowed, where no alias reaches.
 */
interface Row {
  files: string
  may: string[]
  npm: 'all' | 'browser' | string[]
  near?: boolean
}

/** A projection folds events and imports neither deciders nor operations. */
const nonRules = ['core', '!core/store', '!core/*/*decider.ts', '!core/*/*operations.ts', 'core/kernel']
/** A feature describes its streams, upcasts and operations in the store's shapes, and never opens a store. */
const shapes = ['codec', 'command', 'operation', 'runCommand', 'streamCache', 'streamReader'].map(
  (file) => `core/store/${file}.ts`,
)
/** Who is on the trip decides who can plan, pay and be in its chats, so these read the roster; no other feature knows another. */
const knowsTheRoster = ['itinerary', 'money', 'chat']
const rules = (feature: string) => [
  `core/${feature}`,
  ...(knowsTheRoster.includes(feature) ? ['core/trips'] : []),
]
const screens = ['core', 'projections', 'web/platform', 'web/ui']

const imports: Row[] = [
  // The first row of a layer is for its own files; a folder that no later row names may not even import itself.
  { files: 'core', may: ['core/kernel'], npm: pure },
  // The routes are patterns of the client's router, and matched as it does.
  { files: 'core/*.ts', may: ['core'], npm: [...pure, 'regexparam'] },
  { files: 'core/kernel', may: ['core/kernel'], npm: pure },
  { files: 'core/store', may: ['core/kernel', 'core/store'], npm: pure },
  ...features.map((f) => ({
    files: `core/${f}`,
    may: ['core/kernel', ...shapes, ...rules(f)],
    npm: pure,
  })),

  // History tells of all features, and asks no rulebook.
  { files: 'core/history', may: [...nonRules, 'core/history'], npm: pure },

  { files: 'projections', may: ['core/kernel'], npm: [] },
  { files: 'projections/*.ts', may: ['core', 'projections'], npm: [] },
  {
    files: 'projections/platform',
    may: ['core/kernel', 'core/store', 'projections/platform'],
    npm: 'browser',
  },
  ...features.map((f) => ({
    files: `projections/${f}`,
    may: [
      ...nonRules,
      'projections/platform',
      `projections/${f}`,
      // The settlement is derived from the trip's own document, too: the plan depends on who is on the trip.
      ...(f === 'money' ? ['projections/trips/trips.ts'] : []),
    ],
    npm: [],
  })),

  { files: 'projections/history', may: [...nonRules, 'projections'], npm: [] },

  { files: 'api', may: ['core/kernel'], npm: 'all' },
  { files: 'api/*.ts', may: ['core', 'projections', 'api', '!api/stores'], npm: 'all' },
  { files: 'api/platform', may: ['core', 'projections', 'api/platform'], npm: 'all' },
  // The story a first start plays goes through every feature's commands, as people would.
  {
    files: 'api/seed',
    may: ['core', 'projections', 'api/platform', ...features.map((f) => `api/${f}`), 'api/seed'],
    npm: 'all',
  },
  { files: 'api/stores', may: ['core/kernel', 'core/store', 'api/platform', 'api/stores'], npm: 'all' },
  // The live channel lets in by the token and into conversations by the same checks as the calls.
  {
    files: 'api/live',
    may: ['core', 'projections', 'api/platform', 'api/chat', 'api/people/presence.ts', 'api/live'],
    npm: 'all',
  },
  {
    files: 'api/history',
    may: ['core', '!core/*/*decider.ts', 'core/kernel', 'projections', 'api/platform', 'api/history'],
    npm: 'all',
  },
  ...features.map((f) => ({
    files: `api/${f}`,
    may: ['core/kernel', 'core/store', ...rules(f), 'projections', 'api/platform', `api/${f}`],
    npm: 'all' as const,
  })),
  // The composition root and the commands of the shell choose the adapters, nobody else does.
  { files: 'api/main.ts', may: ['core', 'projections', 'api'], npm: 'all' },
  { files: 'api/**/cli.ts', may: ['core', 'projections', 'api'], npm: 'all' },

  { files: 'web', may: screens, npm: 'browser' },
  { files: 'web/*.{ts,tsx}', may: ['core', 'projections', 'web'], npm: 'browser' },
  { files: 'web/app', may: ['core', 'projections', 'web'], npm: 'browser' },
  {
    files: 'web/ui',
    may: ['web/ui'],
    npm: ['react', 'react-dom', '@headlessui/react', 'lucide-react', 'react-hot-toast'],
  },
  { files: 'web/platform', may: ['core', 'projections', 'web/platform'], npm: 'browser' },
  ...[...features, 'history', 'landing'].map((f) => ({
    files: `web/${f}`,
    may: [...screens, `web/${f}`],
    npm: 'browser' as const,
  })),

  // The simulator runs it without a browser.
  {
    files: 'web/chat/engine',
    may: [
      'core',
      'web/chat/engine',
      ...['backoff', 'timers', 'outbox/outboxItem'].map((f) => `web/platform/${f}.ts`),
    ],
    npm: [],
  },

  // It shows the settlement itself, not a copy of it.
  { files: 'web/demo', may: [...screens, 'web/money', 'web/demo'], npm: 'browser' },

  { files: 'tests', may: ['core', 'projections', 'api', 'web', 'tests'], npm: 'all' },
  // A bench compares the write path with its own adapter used bare, so it reaches everything but the screens; the browser is the tests’.
  { files: 'bench', may: ['core', 'projections', 'api', 'bench', 'tests/support'], npm: 'all', near: true },
  { files: 'scripts', may: [], npm: 'all', near: true },
]

/** The gitignore-like patterns of a row: all is refused, then each entry and every parent of it is let in. */
function refusedBy({ may, npm }: Row): string[] {
  const aliases = ['\\#*', '\\#*/**']
  const refused =
    npm === 'all' ? aliases : npm === 'browser' ? [...aliases, 'node:*'] : ['*', ...npm.flatMap(letIn)]
  for (const entry of may) {
    const path = `\\#${entry.replace('!', '')}`
    if (entry.startsWith('!')) refused.push(path, `${path}/**`)
    else refused.push(...letIn(path))
  }
  return refused
}

function letIn(path: string): string[] {
  const parts = path.split('/')
  return [...parts.map((_, i) => `!${parts.slice(0, i + 1).join('/')}`), `!${path}/**`]
}

function overrideOf(row: Row) {
  const { files, may, npm, near } = row
  const packages = Array.isArray(npm) ? npm : [npm === 'all' ? 'any package' : 'packages of the browser']
  return {
    files: [/\.\w+$|\}$/.test(files) ? files : `${files}/**`],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          patterns: [
            // A path through a parent would walk around every line above; one way to write an import is enough.
            {
              regex: near ? '(^|/)\\.\\.(/|$)' : '(^|/)\\.\\.?(/|$)',
              message: 'Imports are written with their alias: #core/…, #web/….',
            },
            {
              group: refusedBy(row),
              message: `${files} may import: ${[...may.map((m) => `#${m}`.replace('#!', 'not #')), ...packages].join(', ')}.`,
            },
          ],
        },
      ] as ['error', object],
    },
  }
}

export default defineConfig({
  plugins: ['eslint', 'typescript', 'unicorn', 'oxc', 'import', 'promise', 'react', 'jsx-a11y', 'vitest'],
  categories: { correctness: 'error', suspicious: 'error' },
  options: { typeAware: true, denyWarnings: true, reportUnusedDisableDirectives: 'error' },
  ignorePatterns: ['node_modules', 'dist', 'data', 'tests/results'],
  rules: {
    'import/no-cycle': 'error',
    'import/no-default-export': 'error',
    'typescript/no-floating-promises': 'error',
    'typescript/no-misused-promises': ['error', { checksVoidReturn: false }],
    'typescript/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
    'typescript/no-explicit-any': 'error',
    // `import('#core/…').Thing` as a type would pass the table above unseen.
    'typescript/consistent-type-imports': 'error',
    // `fs` without its prefix would pass where only `node:` is refused.
    'unicorn/prefer-node-protocol': 'error',
    'unicorn/filename-case': ['error', { cases: { camelCase: true, pascalCase: true } }],
    'react/rules-of-hooks': 'error',
    'react/exhaustive-deps': 'error',
    // tsc says these with more sense.
    'no-unused-vars': 'off',
    'typescript/consistent-return': 'off',
    // These read a spread and a native checkbox as nothing; axe looks at the page itself.
    'jsx-a11y/click-events-have-key-events': 'off',
    'jsx-a11y/no-static-element-interactions': 'off',
    'jsx-a11y/role-has-required-aria-props': 'off',
    'jsx-a11y/prefer-tag-over-role': 'off',
    // exhaustive-deps has its say already.
    'react/exhaustive-effect-dependencies': 'off',
    // `fc.assert` and a small function beside its only caller read well; a property may expect under a condition.
    'import/no-named-as-default-member': 'off',
    'unicorn/consistent-function-scoping': 'off',
    'vitest/no-conditional-expect': 'off',
    'vitest/expect-expect': ['error', { assertFunctionNames: ['expect*', 'fc.assert', 'assert*', 'given*'] }],
    // A copy made to be changed underneath, and a promise that ends in an assertion, are meant.
    'unicorn/no-useless-spread': 'off',
    'promise/always-return': 'off',
    // given(…).when(…).then(…) is no promise, and Koa waits for what is async.
    'unicorn/no-thenable': 'off',
    'promise/valid-params': 'off',
    'oxc/no-async-endpoint-handlers': 'off',
    'import/no-named-as-default': 'off',
    'vitest/valid-expect': ['error', { maxArgs: 2 }],
    'vitest/valid-title': 'off',
    // A short inner name beside an outer one is clearer than an invented third.
    'no-shadow': 'off',
    // JSX is compiled with the automatic runtime.
    'react/react-in-jsx-scope': 'off',
    // What crosses a border is parsed by valibot; the few assertions left are where generics end.
    'typescript/no-unsafe-type-assertion': 'off',
    'typescript/no-unnecessary-type-arguments': 'off',
    // Ports are objects of closures: their functions need no `this`.
    'typescript/unbound-method': 'off',
    // Sorting a fresh array in place is the plain way.
    'unicorn/no-array-sort': 'off',
    'unicorn/no-array-reverse': 'off',
    // Threads of Node have no origin to name.
    'unicorn/require-post-message-target-origin': 'off',
    // Style sheets and polyfills are imported for what they do.
    'import/no-unassigned-import': 'off',
  },
  overrides: [
    ...imports.map(overrideOf),
    {
      // The same facts give the same answer in the server, the browser and a test: time, ids and chance come in.
      files: ['core/**', 'projections/**', 'web/chat/engine/**'],
      excludeFiles: ['core/store/**', 'projections/platform/**'],
      rules: {
        'no-restricted-globals': ['error', ...machine],
        'no-restricted-properties': [
          'error',
          { object: 'Date', property: 'now' },
          { object: 'Math', property: 'random' },
        ],
      },
    },
    { files: ['*.config.ts'], rules: { 'import/no-default-export': 'off' } },
  ],
})
