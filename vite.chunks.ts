// Assigns the modules of the client to chunks (the files of the build), and finds the files that a chunk loads.

import type { Plugin, Rollup } from 'vite'

const formModules =
  /core\/kernel\/(?:decider|parseBody|refusals)\.|web\/platform\/form\.|node_modules\/valibot\//
const signedOutModules =
  /web\/people\/(?:SignedOutLayout|use\w+)\.|web\/ui\/PasswordField\.|lucide-react\/dist\/esm\/icons\/eye/
const firstScreenModules =
  /web\/ui\/(?:Banner|Card|ControlBox|Field|IconButton|TextField|tone)\.|lucide-react\/dist\/esm\/icons\/(?:arrow-left|x)\./
const signedInModules =
  /web\/platform\/(?:send|newKey|outbox\/pendingCommands|format|use(?!TripChanges|FormDraft|CommandForm|OnOpen)[A-Z]\w+|whenIdle|failureText)\.|lucide-react\/dist\/esm\/icons\/(?:arrow-down|check|chevron-down|pencil|user-plus|users-round)\.|web\/ui\/(?:Avatar|AvatarStack|EmptyState|Fab|LinkButton|List|ListRow|Loaded|PendingMark|RetryBanner|SectionTitle|Skeleton|StatusChip|TopBar|UnreadBadge|PendingNote|hueOf|lateCode|lazyDialog|dialogOpener|pictures\/Picture)\.|core\/kernel\/compareText\./
const tripModules =
  /core\/kernel\/calendar\.|core\/trips\/contract\.|web\/trips\/(?:TripCard|tripTiming|tripPages|joinRequests|(?:p|useP)endingTrips|roster|tripPaths|tripFailures|NoTrips)\.|web\/ui\/(?:cover\/(?:Cover|chooseLandscape)|pictures\/(?:Map|Suitcase)Picture|(?:useR|r)etainedRows)\./
const chatModules =
  /web\/chat\/(?:trip\/tripChatFailure|(?:engine|state)(?:\/\w+)+|\w+)\.|core\/(?:chat\/messageIssue|kernel\/boundedMap)\.|web\/ui\/pictures\/ChatPicture\./
const replicaModules =
  /\/projections\/(?:money\/(?:balances|contributions|expenses|payments)|itinerary\/activities|trips\/trips|platform\/(?:chunks|projection)|replica\/(?:trip|money)\w+)\.|web\/platform\/(?:replica\/(?:tripReplica|use\w+|changeFeed|foldInOrder|storedReplicas|touchedQueries)|submit|share|outbox\/refusedEntry)\.|web\/ui\/(?:toastOutcome|RefusedNote|Money|useIncrementalRows)\.|web\/trips\/tripCommands\.|core\/(?:kernel\/money|money\/(?:counted|currency|events|figures|leg|ledger|parties|permissions|roster|shares|split|toResponse)|trips\/(?:toResponse|visibility)|itinerary\/toResponse)\.|node_modules\/eventsource-parser\/|lucide-react\/dist\/esm\/icons\/(?:lock|log-out|rotate-ccw-clock|share-2|trash(?:-2)?)\./
const itineraryModules =
  /web\/itinerary\/(?!ItineraryTab|nextActivity)\w+\.|web\/ui\/(?:SegmentField|useDragOrder)\./
const offlineModules = /web\/platform\/offlineCache\/(?:offlineDatabase|indexedDb)/
const moneyModules =
  /projections\/replica\/settlementResponses\.|core\/money\/(?:contract|categories|fewestPayments|plan|settlement|shortfall|thinOut|toSettlementResponse|zeroSumGroups)\.|web\/money\/(?:sumOf|RelativeTime|CategoryIcon|categoryStyle|tripPeople|useTripPeople|PendingChangesNote|balanceStatus|expenses\/(?:RelationText|PendingExpenseNotes|pendingExpenses|expenseCommands|useExpenses|textWithNames))\.|web\/ui\/useOpened\./
const sendingModules =
  /web\/platform\/(?:outbox\/(?!pending|sender|refusedEntry)\w+|timers)\.|core\/kernel\/ids|@noble/

/**
 * On a slow network each file costs a round trip, so the code before the first paint is in few chunks: `app` for every
 * address, `pieces` for every first screen, and `shell` for the screens of signed-in users. The code that sends commands
 * and the code of dialogs are in chunks of their own (`sending`, `dialog`, and `pane` for dialogs that need no library),
 * because the first paint does not need them. An open trip needs `replica`, the tabs of its money `money`, and the
 * itinerary with its dialogs `itinerary`. A chunk may not import one that imports it, so what
 * `sender` and the chats use as well (`replicaState`, `backoff`, `Menu`) is in neither.
 */
export const chunkGroups = [
  // Includes everything that main.tsx imports.
  { name: 'app', test: /web\/app\/main\.tsx|node_modules\/react-dom\//, priority: 4 },
  { name: 'forms', test: formModules, priority: 3, includeDependenciesRecursively: false },
  {
    name: 'signedOut',
    test: signedOutModules,
    priority: 3,
    minShareCount: 2,
    includeDependenciesRecursively: false,
  },
  { name: 'pieces', test: firstScreenModules, priority: 3, minShareCount: 2 },
  { name: 'shell', test: signedInModules, priority: 2, minShareCount: 2 },
  { name: 'trips', test: tripModules, priority: 2, minShareCount: 2 },
  {
    name: 'chats',
    test: chatModules,
    priority: 2,
    minShareCount: 2,
    includeDependenciesRecursively: false,
  },
  {
    name: 'replica',
    test: replicaModules,
    priority: 2,
    minShareCount: 2,
    includeDependenciesRecursively: false,
  },
  {
    name: 'money',
    test: moneyModules,
    priority: 2,
    minShareCount: 2,
    includeDependenciesRecursively: false,
  },
  {
    name: 'itinerary',
    test: itineraryModules,
    priority: 2,
    minShareCount: 2,
    includeDependenciesRecursively: false,
  },
  {
    name: 'sending',
    test: sendingModules,
    priority: 2,
    minShareCount: 2,
    includeDependenciesRecursively: false,
  },
  { name: 'offline', test: offlineModules, priority: 2, includeDependenciesRecursively: false },
  {
    name: 'pane',
    test: /web\/ui\/(?:useDialogFocus|useBackCloses|Pane|dialogParts|layers)\./,
    priority: 1,
    includeDependenciesRecursively: false,
  },
  {
    name: 'dialog',
    test: /web\/ui\/(?:Dialog|ConfirmDialog|ErrorText|RestoredNote)\.|core\/kernel\/typedNumber\.|@headlessui/,
    includeDependenciesRecursively: false,
  },
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
