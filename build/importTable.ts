// Which folder may import which: the table, and its rules for the linter. tests/boundaries plants a violation of each row
// and expects it to be refused.

const features = ['people', 'trips', 'itinerary', 'money', 'chat', 'files']
const pure = ['valibot', '@noble/hashes']

/** One row of the table of imports. A later row replaces an earlier one for the files that both match. */
interface Row {
  files: string
  /** Folders and files, applied from left to right; `!` excludes. */
  allowed: string[]
  /** 'all': every package and node:*; 'browser': every package, no node:*; a list: these packages only. */
  npm: 'all' | 'browser' | string[]
  /** For folders that have no alias. */
  allowsRelative?: boolean
}

/** A projection folds events and imports neither deciders nor operations. */
const withoutDeciders = [
  'core',
  '!core/store',
  '!core/*/*decider.ts',
  '!core/*/*perations.ts',
  '!core/*/*Operation.ts',
  'core/kernel',
]
/** A feature declares its streams, upcasts and operations with the types of these files, and opens no store. */
const storeTypes = ['codec', 'command', 'operation', 'runCommand', 'streamReader', 'streamType'].map(
  (file) => `core/store/${file}.ts`,
)
/**
 * Whoever is on the trip can plan, pay and chat, so these features import the trips; what is planned and paid are records. No
 * other feature imports another.
 */
const readsTrips = ['itinerary', 'money', 'chat']
const hasRecords = ['itinerary', 'money']
const ownAndTrips = (feature: string) => [
  `core/${feature}`,
  ...(readsTrips.includes(feature) ? ['core/trips'] : []),
  ...(hasRecords.includes(feature) ? ['core/records'] : []),
]
const sharedByScreens = ['core', 'projections', 'web/platform', 'web/records', 'web/ui']

const imports: Row[] = [
  // The first row of a layer is for its own files; a folder that no later row names may not even import itself.
  { files: 'core', allowed: ['core/kernel'], npm: pure },
  // The routes are patterns of the client's router, and matched as it does.
  { files: 'core/*.ts', allowed: ['core'], npm: [...pure, 'regexparam'] },
  { files: 'core/kernel', allowed: ['core/kernel'], npm: pure },
  { files: 'core/store', allowed: ['core/kernel', 'core/store'], npm: pure },
  ...features.map((f) => ({
    files: `core/${f}`,
    allowed: ['core/kernel', ...storeTypes, ...ownAndTrips(f)],
    npm: pure,
  })),
  // What all kinds of records have in common; it knows none of them.
  {
    files: 'core/records',
    allowed: ['core/kernel', ...storeTypes, 'core/trips', 'core/records'],
    npm: pure,
  },

  // Files of other apps become neutral records; what is done with them is up to the money.
  {
    files: 'core/imports',
    allowed: ['core/kernel', 'core/money', 'core/imports'],
    npm: [...pure, 'fflate'],
  },

  // The history describes the events of all features, and decides nothing.
  { files: 'core/history', allowed: [...withoutDeciders, 'core/history'], npm: pure },

  { files: 'projections', allowed: ['core/kernel'], npm: [] },
  { files: 'projections/*.ts', allowed: ['core', 'projections'], npm: [] },
  {
    files: 'projections/platform',
    allowed: ['core/kernel', 'core/store', 'projections/platform'],
    npm: [],
  },
  ...features.map((f) => ({
    files: `projections/${f}`,
    allowed: [
      ...withoutDeciders,
      'projections/platform',
      `projections/${f}`,
      // The settlement depends on who is on the trip, so it reads the trip's document too.
      ...(f === 'money' ? ['projections/trips/trips.ts'] : []),
    ],
    npm: [],
  })),

  ...['history', 'replica'].map((f) => ({
    files: `projections/${f}`,
    allowed: [...withoutDeciders, 'projections'],
    npm: [],
  })),

  { files: 'api', allowed: ['core/kernel'], npm: 'all' },
  { files: 'api/*.ts', allowed: ['core', 'projections', 'api', '!api/stores'], npm: 'all' },
  { files: 'api/platform', allowed: ['core', 'projections', 'api/platform'], npm: 'all' },
  // The demo data is created by the operations of all features.
  {
    files: 'api/seed',
    allowed: ['core', 'projections', 'api/platform', ...features.map((f) => `api/${f}`), 'api/seed'],
    npm: 'all',
  },
  {
    files: 'api/stores',
    allowed: ['core/kernel', 'core/store', 'projections/platform', 'api/platform', 'api/stores'],
    npm: 'all',
  },
  // Sockets check tokens and access to conversations by the same rules as the endpoints.
  {
    files: 'api/live',
    allowed: ['core', 'projections', 'api/platform', 'api/chat', 'api/people/presence.ts', 'api/live'],
    npm: 'all',
  },
  {
    files: 'api/history',
    allowed: ['core', '!core/*/*decider.ts', 'core/kernel', 'projections', 'api/platform', 'api/history'],
    npm: 'all',
  },
  ...features
    .filter((f) => f !== 'files')
    .map((f) => ({
      files: `api/${f}`,
      allowed: ['core/kernel', 'core/store', ...ownAndTrips(f), 'projections', 'api/platform', `api/${f}`],
      npm: 'all' as const,
    })),
  // Who may read a file follows from what refers to it, by the rules of that feature.
  {
    files: 'api/files',
    allowed: ['core', 'projections', 'api/platform', 'api/files'],
    npm: 'all',
  },
  // Only the composition root and the command-line tools choose adapters.
  { files: 'api/main.ts', allowed: ['core', 'projections', 'api'], npm: 'all' },
  { files: 'api/readModelBackend.ts', allowed: ['core', 'projections', 'api'], npm: 'all' },
  { files: 'api/**/cli.ts', allowed: ['core', 'projections', 'api'], npm: 'all' },

  { files: 'web', allowed: sharedByScreens, npm: 'browser' },
  { files: 'web/*.{ts,tsx}', allowed: ['core', 'projections', 'web'], npm: 'browser' },
  { files: 'web/app', allowed: ['core', 'projections', 'web'], npm: 'browser' },
  {
    files: 'web/ui',
    allowed: ['web/ui'],
    npm: ['react', 'react-dom', '@headlessui/react', 'lucide-react', 'react-hot-toast'],
  },
  { files: 'web/platform', allowed: ['core', 'projections', 'web/platform'], npm: 'browser' },
  { files: 'web/records', allowed: sharedByScreens, npm: 'browser' },
  ...[...features, 'history', 'landing'].map((f) => ({
    files: `web/${f}`,
    allowed: [...sharedByScreens, `web/${f}`],
    npm: 'browser' as const,
  })),

  // The simulator runs the engine without a browser.
  {
    files: 'web/chat/engine',
    allowed: [
      'core',
      'web/chat/engine',
      ...['http/backoff', 'time/timers', 'outbox/outboxCommand'].map((f) => `web/platform/${f}.ts`),
    ],
    npm: [],
  },

  // The demo shows the same settlement screens as the app.
  { files: 'web/demo', allowed: [...sharedByScreens, 'web/money', 'web/demo'], npm: 'browser' },

  { files: 'tests', allowed: ['core', 'projections', 'api', 'web', 'tests'], npm: 'all' },
  // Benchmarks compare the write path with a bare adapter, so they import everything but the screens. The browser is
  // started by tests/support.
  {
    files: 'bench',
    allowed: ['core', 'projections', 'api', 'bench', 'tests/support'],
    npm: 'all',
    allowsRelative: true,
  },
  { files: 'scripts', allowed: [], npm: 'all', allowsRelative: true },
]

/** Patterns as in .gitignore: everything is refused, then each allowed entry and all its parents are excluded. */
function refusedBy({ allowed, npm }: Row): string[] {
  const aliases = ['\\#*', '\\#*/**']
  const refused =
    npm === 'all' ? aliases : npm === 'browser' ? [...aliases, 'node:*'] : ['*', ...npm.flatMap(exclusionsOf)]
  for (const entry of allowed) {
    const path = `\\#${entry.replace('!', '')}`
    if (entry.startsWith('!')) refused.push(path, `${path}/**`)
    else refused.push(...exclusionsOf(path))
  }
  return refused
}

function exclusionsOf(path: string): string[] {
  const parts = path.split('/')
  return [...parts.map((_, i) => `!${parts.slice(0, i + 1).join('/')}`), `!${path}/**`]
}

function overrideOf(row: Row) {
  const { files, allowed, npm, allowsRelative } = row
  const packages = Array.isArray(npm) ? npm : [npm === 'all' ? 'any package' : 'packages of the browser']
  return {
    files: [/\.\w+$|\}$/.test(files) ? files : `${files}/**`],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          patterns: [
            // A relative path would not match the patterns below.
            {
              regex: allowsRelative ? '(^|/)\\.\\.(/|$)' : '(^|/)\\.\\.?(/|$)',
              message: 'Imports are written with their alias: #core/…, #web/….',
            },
            {
              group: refusedBy(row),
              message: `${files} may import: ${[...allowed.map((m) => `#${m}`.replace('#!', 'not #')), ...packages].join(', ')}.`,
            },
          ],
        },
      ] as ['error', object],
    },
  }
}

export const importOverrides = imports.map(overrideOf)
