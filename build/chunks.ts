// Assigns the modules of the client to chunks (the files of the build), by the first screens that load them.

import { resolve } from 'node:path'
import { normalizePath, type Plugin, type Rollup } from 'vite'
import { staticImportsOf } from './plugins.ts'

/** The code of the screens and tabs that an address opens. */
export const firstScreens = {
  login: 'web/people/LoginScreen.tsx',
  register: 'web/people/RegisterScreen.tsx',
  join: 'web/app/JoinRoute.tsx',
  profile: 'web/people/ProfileScreen.tsx',
  home: 'web/app/HomeRoute.tsx',
  trips: 'web/app/TripsRoute.tsx',
  trip: 'web/trips/trip/TripDialog.tsx',
  itinerary: 'web/itinerary/ItineraryTab.tsx',
  expenses: 'web/money/ExpensesTab.tsx',
  money: 'web/money/MoneyTab.tsx',
  participants: 'web/trips/participants/ParticipantsTab.tsx',
  tripChat: 'web/chat/trip/ChatTab.tsx',
  chats: 'web/chat/list/ChatsScreen.tsx',
  conversation: 'web/app/ConversationRoute.tsx',
  contacts: 'web/chat/contacts/ContactsScreen.tsx',
}

const app = 'web/app/main.tsx'
const outbox = 'web/platform/outbox/sender.ts'
const { login, register, profile, home, trips, trip, itinerary, expenses, money, participants } = firstScreens
const { tripChat, chats, conversation, contacts, join } = firstScreens
const chatsAlone = [chats, conversation, contacts]
const chatScreens = [tripChat, ...chatsAlone]
const tripScreens = [trips, trip, itinerary, expenses, money, participants]
const ui = /\/(?:web\/ui|lucide-react|@headlessui|use-sync-external-store)\//

interface Rule {
  chunk: string
  /** Of these, each a module or a list that counts once, at least `atLeast` load the module. Default: all code on demand, each. */
  loadedBy?: readonly (string | readonly string[])[]
  /** Default: 1 */
  atLeast?: number
  /** Only modules with such a path. */
  among?: RegExp
}

/**
 * The first rule that holds for a module names its chunk. What only one screen or dialog loads is in that one's chunk, and
 * what no rule names is in a chunk for exactly those that load it.
 *
 * On a slow network each file costs a round trip, and a browser fetches six at a time, so the code that a first screen
 * needs is in few chunks, and code that the first paint does not need is in others. Whoever loads a module loads what it
 * imports, so a rule that holds for a module holds for its imports, too, and no chunk imports one that imports it. A rule
 * with `among` keeps that where these folders import only each other.
 */
const rules: readonly Rule[] = [
  { chunk: 'app', loadedBy: [app] },
  { chunk: 'app', loadedBy: [login, [home, profile, ...chatScreens, ...tripScreens]], atLeast: 2 },
  { chunk: 'shell', loadedBy: [home, chatScreens], atLeast: 2 },
  // Or an open trip would load the code that sends.
  { chunk: 'shell', loadedBy: [outbox, tripScreens], atLeast: 2 },
  { chunk: 'trips', loadedBy: [home] },
  // Or the page of a link would load all of an open trip for them.
  { chunk: 'trips', loadedBy: [join], among: /\/(?:joinedTrip|useSubmit|share-2|share)\./ },
  // The chats of a trip are a tab of it: what they share with the trip is no part of a conversation.
  { chunk: 'panes', loadedBy: [chatsAlone, [profile, ...tripScreens]], atLeast: 2 },
  { chunk: 'panes', loadedBy: chatScreens, among: ui },
  { chunk: 'signedOut', loadedBy: [login, register], atLeast: 2 },
  { chunk: 'travel', loadedBy: [trips] },
  { chunk: 'travel', loadedBy: [profile, tripScreens], atLeast: 2 },
  // Dialogs need the ids too, and open without the code that sends.
  { chunk: 'ids', loadedBy: [outbox], among: /\/(?:core\/kernel|@noble)\// },
  // Every screen sends, and not every one has a chat.
  { chunk: 'sending', loadedBy: [outbox] },
  { chunk: 'chats', loadedBy: chatScreens, atLeast: 2 },
  { chunk: 'trip', loadedBy: [trip] },
  { chunk: 'trip', loadedBy: [itinerary, [expenses, money], participants], atLeast: 2 },
  { chunk: 'trip', loadedBy: [itinerary, expenses, money], among: ui },
  { chunk: 'money', loadedBy: [expenses, money] },
  { chunk: 'forms', atLeast: 3, among: /\/(?:core\/kernel|valibot)\// },
  { chunk: 'itinerary', loadedBy: [itinerary] },
  // Not those of the chat: their imports are in `chats`, which sends.
  { chunk: 'rules', atLeast: 3, among: /\/core\/(?!chat\/)/ },
  { chunk: 'dialog', atLeast: 9, among: ui },
  { chunk: 'fields', atLeast: 3, among: ui },
]

const chunkOf = new Map<string, string>()

/** For the bundler, after `assignChunks` has run. */
export const chunkGroups = [
  {
    debugName: 'chunks',
    name: (id: string) => chunkOf.get(id) ?? null,
    includeDependenciesRecursively: false,
  },
]

/** Finds who loads each module. Fails a build without a module that this file names. */
export function assignChunks(): Plugin {
  return {
    name: 'assign-chunks',
    apply: 'build',
    buildEnd(error) {
      if (error) return
      const idOf = (module: string) => normalizePath(resolve(import.meta.dirname, '..', module))
      const named = [app, outbox, ...Object.values(firstScreens)]
      const unknown = named.find((module) => !this.getModuleInfo(idOf(module)))
      if (unknown) throw new Error(`build/chunks.ts names ${unknown}, which was not built`)

      const onDemand = [...this.getModuleIds()].filter((id) => {
        const module = this.getModuleInfo(id)
        return module?.isEntry || (module?.dynamicImporters.length ?? 0) > 0
      })
      const loaders = new Map<string, Set<string>>()
      for (const entry of new Set([idOf(app), ...onDemand]))
        for (const id of staticImportsOf(entry, (module) => importsOf(module, this)))
          loaders.set(id, (loaders.get(id) ?? new Set()).add(entry))

      for (const [id, by] of loaders) {
        if (by.size < 2) continue
        const isLoadedBy = (entry: string | readonly string[]) =>
          [entry].flat().some((module) => by.has(idOf(module)))
        const rule = rules.find(({ loadedBy, atLeast = 1, among }) => {
          const count = loadedBy ? loadedBy.filter(isLoadedBy).length : by.size
          return count >= atLeast && (!among || among.test(id))
        })
        if (rule) chunkOf.set(id, rule.chunk)
      }
    },
  }
}

/** The package of the icons has one module that exports all of them; of these, a module imports those that it names. */
function importsOf(id: string, context: Rollup.PluginContext): string[] {
  const { code, importedIds = [] } = context.getModuleInfo(id) ?? {}
  return importedIds.flatMap((imported) => {
    if (!imported.endsWith('/lucide-react.mjs')) return [imported]
    const all = context.getModuleInfo(imported)?.code ?? ''
    return [...(code ?? '').matchAll(/import \{([^}]+)\} from ["']lucide-react["']/g)]
      .flatMap(([, names]) => names!.split(',').map((name) => name.trim().split(' ')[0]))
      .map((name) => {
        const file = new RegExp(`default as ${name}\\b[^}]*} from ["']\\.(/icons/[\\w-]+\\.mjs)`).exec(
          all,
        )?.[1]
        return imported.replace('/lucide-react.mjs', file ?? '')
      })
  })
}
