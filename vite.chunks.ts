// Which modules of the client share a file of the build ("chunk"), and which files a chunk needs.

import type { Plugin, Rollup } from 'vite'

const ofForms = /core\/kernel\/(?:decider|parseBody|refusals)\.|web\/platform\/form\.|node_modules\/valibot\//
const ofSignedOut =
  /web\/people\/(?:SignedOutLayout|use\w+)\.|web\/ui\/PasswordField\.|lucide-react\/dist\/esm\/icons\/eye/
const ofAllScreens =
  /web\/ui\/(?:Banner|Card|ControlBox|Field|IconButton|TextField|tone)\.|lucide-react\/dist\/esm\/icons\/(?:arrow-left|x)\./
const ofShell =
  /web\/platform\/(?:send|newKey|outbox\/pendingCommands|format|use(?!TripChanges|FormDraft|CommandForm|OnOpen)[A-Z]\w+|whenIdle|failureText)\.|lucide-react\/dist\/esm\/icons\/(?:arrow-down|check|chevron-down|pencil|user-plus|users-round)\.|web\/ui\/(?:Avatar|AvatarStack|EmptyState|Fab|LinkButton|List|ListRow|Loaded|PendingMark|RetryBanner|SectionTitle|Skeleton|StatusChip|TopBar|UnreadBadge|PendingNote|hueOf|lazyDialog|dialogOpener|pictures\/Picture)\./
const ofTrips =
  /core\/kernel\/calendar\.|core\/trips\/contract\.|web\/trips\/(?:TripCard|tripPages|joinRequests|pendingTrips|roster)\.|web\/ui\/pictures\/(?:Map|Suitcase)Picture\./
const ofChats =
  /web\/chat\/(?:trip\/tripChatFailure|(?:engine|state)(?:\/\w+)+|\w+)\.|core\/(?:chat\/messageIssue|kernel\/boundedMap)\.|web\/ui\/pictures\/ChatPicture\./
const ofSending = /web\/platform\/(?:outbox\/(?!pending|sender)\w+|timers)\.|core\/kernel\/ids|@noble/

/**
 * On a slow network each file costs a round trip: all addresses share one chunk, all first screens a second, and the
 * screens of signed-in users a third. Code that sends, and code of dialogs, is left out of what the first paint needs.
 */
export const groups = [
  // Also takes in the modules that start the app.
  { name: 'app', test: /web\/app\/main\.tsx|node_modules\/react-dom\//, priority: 4 },
  { name: 'forms', test: ofForms, priority: 3, includeDependenciesRecursively: false },
  {
    name: 'signedOut',
    test: ofSignedOut,
    priority: 3,
    minShareCount: 2,
    includeDependenciesRecursively: false,
  },
  { name: 'pieces', test: ofAllScreens, priority: 3, minShareCount: 2 },
  { name: 'shell', test: ofShell, priority: 2, minShareCount: 2 },
  { name: 'trips', test: ofTrips, priority: 2, minShareCount: 2 },
  {
    name: 'chats',
    test: ofChats,
    priority: 2,
    minShareCount: 2,
    includeDependenciesRecursively: false,
  },
  {
    name: 'sending',
    test: ofSending,
    priority: 2,
    minShareCount: 2,
    includeDependenciesRecursively: false,
  },
  {
    name: 'dialog',
    test: /web\/ui\/useDialogFocus|@headlessui/,
    includeDependenciesRecursively: false,
  },
]

/** The names of a chunk's file and of all it imports; with `all`, also of those it may load later. */
export function filesOf(
  chunk: Rollup.OutputChunk,
  bundle: Rollup.OutputBundle,
  which: 'static' | 'all' = 'static',
  seen = new Set<string>(),
): string[] {
  seen.add(chunk.fileName)
  for (const file of which === 'all' ? [...chunk.imports, ...chunk.dynamicImports] : chunk.imports) {
    const imported = bundle[file]
    if (imported?.type === 'chunk' && !seen.has(file)) filesOf(imported, bundle, which, seen)
  }
  return [...seen]
}

/**
 * Refuses a build in which two chunks import each other: one of them runs first, and what it reads of the other while
 * it loads is not defined yet. No tool that looks at modules one by one sees this.
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
