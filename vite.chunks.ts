// Assigns the modules of the client to chunks (the files of the build), and finds the files that a chunk loads.

import type { Plugin, Rollup } from 'vite'

/** One regular expression for each name in the lists below. */
const modulePatterns: string[] = []

/** @param folders the names of their modules, each a regular expression @param packages of which all modules */
function modulesIn(folders: Record<string, string>, ...packages: string[]): RegExp {
  const modules = Object.entries(folders).flatMap(([folder, names]) =>
    names
      .trim()
      .split(/\s+/)
      .map((name) => `/${folder}/${name}\\.`),
  )
  const patterns = [...modules, ...packages.map((name) => `/node_modules/${name}/`)]
  modulePatterns.push(...patterns)
  return new RegExp(patterns.join('|'))
}

const icons = 'lucide-react/dist/esm/icons'

const appModules = modulesIn(
  {
    'web/app': 'main',
    'web/ui': 'Banner Card Field IconButton TextField tone',
    [icons]: 'arrow-left circle-check circle-exclamation-point info triangle-exclamation-point x',
  },
  'react-dom',
)
const formModules = modulesIn(
  {
    'core/kernel': 'decider parseBody refusals currencyField dateFields textFields webLink',
    'web/platform': 'form',
  },
  'valibot',
)
const signedOutModules = modulesIn({
  'web/people': 'SignedOutLayout use\\w+ pathAfterLogIn',
  'web/ui': 'PasswordField',
  [icons]: 'eye(?:-off)?',
})
const shellModules = modulesIn({
  'core/kernel': 'calendar compareText text',
  'web/platform': `backoff dayTitle enteredText failureText format newKey replicaState send outbox/pendingCommands whenIdle
    use(?!TripChanges|FormDraft|CommandForm|OnOpen|Debounced|Shortcuts)[A-Z]\\w+`,
  'web/ui': `Avatar AvatarStack EmptyState ErrorLine Fab LinkButton List ListRow Loaded PendingMark PendingNote RetryBanner
    SectionTitle Skeleton StatusChip TopBar UnreadBadge copyText dialogOpener hueOf lazyCode lazyDialog pictures/Picture`,
  [icons]: 'arrow-down check chevron-down lock log-out pencil user-plus users-round',
})
const tripsModules = modulesIn({
  'core/money': 'moneyLimits',
  'core/trips': 'contract',
  'web/trips': `NoTrips OldTripsBanner TripCard pendingTrips tripLabels tripPages tripTiming
    usePendingTrips`,
  'web/ui': 'cover/(?:Cover|chooseLandscape) pictures/(?:Map|Suitcase)Picture retainedRows useRetainedRows',
  [icons]: 'shield-check',
})
const travelModules = modulesIn({
  'core/chat': 'tripChatContract',
  'core/history': 'contract',
  'core/kernel': 'textSearch',
  'core/trips': 'isJoinable',
  'web/platform': 'outbox/refusedEntry submit tripFailures useDebounced useShortcuts',
  'web/trips': `InvitationCard Invitations OrphanedWork RefusedTripChanges joinRequests participants/foundNames refusedInvitations
    tripCommands tripPaths useInvitationAnswer`,
  'web/ui': `Key LazyConfirmDialog MenuList OutcomeMessage Pane RefusedBanner RefusedNote SearchField dialogParts
    focusIfLost layers leaveControl toastOutcome chipClasses useBackCloses useDialogFocus`,
  [icons]: 'circle-question-mark key-round search',
})
const chatsModules = modulesIn({
  'core/chat': 'contract limits messageIssue newestFirst',
  'core/kernel': 'boundedMap',
  'web/chat': '(?:engine|state)(?:/\\w+)+ \\w+',
  'web/ui': 'pictures/ChatPicture',
})
const tripModules = modulesIn(
  {
    'core/itinerary': 'events outsideDates records toResponse',
    'core/kernel': 'fnv1a32 formatMinor isolateBidi money',
    'core/money': `categoryTotals currency events expenseLength figures leg hasMoney ledger parties permissions records roster signedAmount state toResponse`,
    'core/money/split': 'modes shares split',
    'core/trips': 'events toResponse trip visibility',
    projections: `itinerary/activities money/(?:balances|contributions|expenses|payments) platform/(?:chunks|projection)
    replica/(?:trip|money)\\w+ trips/trips`,
    'web/history': 'ChangeSentence',
    'web/platform': `outbox/pendingRecords restoreRemoved share
    replica/(?:changeFeed|foldInOrder|hasRecords|storedReplicas|tripReplica|use\\w+)`,
    'web/ui':
      'OrphanedCommands Menu Money PersonName PrintedPage scrollerOf useDialogs useIncrementalRows useWidth',
    [icons]: 'arrow-up ellipsis-vertical file-up map-pin rotate-ccw-clock share-2 trash(?:-2)?',
  },
  'eventsource-parser',
)
const moneyModules = modulesIn({
  'core/money': `categories contract fewestPayments payersText plan reduceBalances settlement shortfall toSettlementResponse
    zeroSumGroups`,
  'projections/replica': 'expensesResponse settlementResponses',
  'web/money': `CategoryIcon LoadingPeople PendingChangesNote RelativeTime StackedBar categoryStyle decimalText
    formatFigure sumOf tripPeople useTripPeople why/figureNames
    settlement/(?:LazySettlement|lineText|personalBalance|settlementByMode)
    expenses/(?:LazyExpense\\w+|PayerName|PendingExpenseNotes|RelationText|expenseCommands|pendingExpenses)
    expenses/useExpenses`,
  'web/ui': 'pictures/ReceiptPicture useOpened',
  [icons]: 'bed-double drama receipt shopping-bag ticket train-front utensils',
})
const settlementModules = modulesIn({
  'core/money': 'balanceParts',
  'web/money': 'BalancePartsBar pool/PoolBalance settlement/(?:PartyFace|PersonalBalanceCard) why/Why',
  [icons]: 'wallet',
})
const itineraryModules = modulesIn({
  'core/itinerary': 'contract dayPlan',
  'web/itinerary': '(?!ItineraryTab)\\w+',
  'web/ui': 'SegmentField useDragOrder',
})
const rulesModules = modulesIn({
  'core/money': `amountFields amounts bodies expenseRules importBodies importRules personBodies
    receiptUrl`,
  'core/money/split': 'expenseSplit splitBodies',
})
const tripRulesModules = modulesIn({ 'core/kernel': 'limits', 'core/trips': 'bodies dates limits' })
const sendingModules = modulesIn(
  {
    'core/kernel': 'canonicalJson ids',
    'web/platform': 'outbox/(?!pending|refusedEntry)\\w+ timers',
  },
  '@noble',
)
const offlineModules = modulesIn(
  {
    'web/platform': 'database offlineCache/(?:indexedDbCacheStore|offlineDatabase)',
  },
  'idb',
)
const dialogModules = modulesIn(
  {
    'core/kernel': 'currencySign typedNumber',
    'web/ui': 'ConfirmDialog Dialog ErrorText RestoredNote Switch TextAreaField',
  },
  '@headlessui',
  'use-sync-external-store',
)
const fieldsModules = modulesIn({
  'core/money': 'typedAmount',
  'web/money': 'expenses/(?:expenseDetails|shownModes)',
  'web/platform': 'useOnOpen',
  'web/ui':
    'CheckList Checkbox Chip DateField DetailList FormDialog MoneyField PersonChips SelectField TickBox',
})
const filesModules = modulesIn({
  'web/money': 'csv (?:exports|expenses|settlement|archive)/(?:expensesCsv|moneyRecords|settlementCsv)',
  'web/platform': 'saveFile',
  [icons]: 'arrow-right chevron-left download',
})

/** Modules that the code of at least two screens or dialogs needs, without what they import. */
const shared = (name: string, test: RegExp) => ({
  name,
  test,
  priority: 2,
  minShareCount: 2,
  includeDependenciesRecursively: false,
})

/**
 * On a slow network each file costs a round trip, and a browser fetches six at a time, so the code that a first screen
 * needs is in few chunks: `app` for every address, `shell` for the screens of signed-in users, `trips` for home and all
 * trips, `travel` for the list of trips and for panes. An open trip needs `trip`, the tabs of its money `money`, and the
 * itinerary with its dialogs `itinerary`. What the first paint does not need is in chunks of its own: the code that sends
 * commands (`sending`), that of dialogs (`dialog`) and forms (`forms`, `fields`), the rules that decide on the device
 * (`rules`, `tripRules`), and exports (`files`). A chunk may not import one that imports it, so what `sender` and the
 * trips use as well (`replicaState`, `backoff`) is in `shell`.
 */
export const chunkGroups = [
  // Includes everything that main.tsx imports.
  { name: 'app', test: appModules, priority: 4 },
  { name: 'forms', test: formModules, priority: 3, includeDependenciesRecursively: false },
  { ...shared('signedOut', signedOutModules), priority: 3 },
  { name: 'shell', test: shellModules, priority: 2, minShareCount: 2 },
  { name: 'trips', test: tripsModules, priority: 2, minShareCount: 2 },
  shared('travel', travelModules),
  shared('chats', chatsModules),
  shared('trip', tripModules),
  shared('money', moneyModules),
  // Of the tab Money and of the dialog, which also opens from the expenses.
  shared('settlement', settlementModules),
  shared('itinerary', itineraryModules),
  shared('rules', rulesModules),
  shared('tripRules', tripRulesModules),
  shared('sending', sendingModules),
  shared('files', filesModules),
  { name: 'offline', test: offlineModules, priority: 2, includeDependenciesRecursively: false },
  { name: 'dialog', test: dialogModules, includeDependenciesRecursively: false },
  { name: 'fields', test: fieldsModules, includeDependenciesRecursively: false },
]

/** The names of a chunk's file and of all files it imports, directly or not; `all` includes dynamic imports. */
export function filesOf(
  chunk: Rollup.OutputChunk,
  bundle: Rollup.OutputBundle,
  which: 'static' | 'all' = 'static',
  visited = new Set<string>(),
): string[] {
  visited.add(chunk.fileName)
  for (const file of which === 'all' ? [...chunk.imports, ...chunk.dynamicImports] : chunk.imports) {
    const imported = bundle[file]
    if (imported?.type === 'chunk' && !visited.has(file)) filesOf(imported, bundle, which, visited)
  }
  return [...visited]
}

/** Fails a build without a module of this name: one that was renamed would leave its chunk for a file of its own. */
export function refuseUnknownModules(): Plugin {
  return {
    name: 'refuse-unknown-modules',
    apply: 'build',
    generateBundle() {
      const modules = [...this.getModuleIds()]
      const unknown = modulePatterns.filter((pattern) => {
        const isNamed = new RegExp(pattern)
        return !modules.some((id) => isNamed.test(id))
      })
      if (unknown.length > 0) throw new Error(`vite.chunks.ts names no module with ${unknown.join(', ')}`)
    },
  }
}

/**
 * Fails a build in which two chunks import each other: the one that runs first would find the exports of the other
 * undefined. A linter does not find this, because the modules in the chunks do not import each other.
 */
export function refuseCircularChunks(): Plugin {
  return {
    name: 'refuse-circular-chunks',
    apply: 'build',
    generateBundle(_options, bundle) {
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk') continue
        const circle = chunk.imports.find((file) => {
          const imported = bundle[file]
          return imported?.type === 'chunk' && filesOf(imported, bundle).includes(chunk.fileName)
        })
        if (circle) throw new Error(`The chunks ${chunk.fileName} and ${circle} import each other`)
      }
    },
  }
}
