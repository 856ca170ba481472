// One build, two documents: the landing (`index.html`, static, no React, its CSS inlined) and the app (`app.html`, React,
// for /login, /register and /app/*), and the service worker that keeps them (`sw.js`). Everything they load gets a hashed
// name under /assets and may be cached for ever; documents and worker may not. The demo is built after it, by itself
// (vite.demo.ts).

import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin, type Rollup } from 'vite'
import { documentAt } from './core/documents.ts'
import { routes } from './core/routes.ts'
import { compressAssets } from './vite.compress.ts'
import { buildDemo, demoAlias, serveDemo } from './vite.demo.ts'
import { copyIntoWorkers, withBuild } from './vite.workers.ts'

/** Whose code is fetched together with the app's own when an address is opened that begins as the route does. */
const screens = {
  [routes.login]: 'web/people/LoginScreen.tsx',
  [routes.register]: 'web/people/RegisterScreen.tsx',
  [routes.profile]: 'web/people/ProfileScreen.tsx',
  [routes.travel]: 'web/app/TripsRoute.tsx',
  [routes.contacts]: 'web/chat/contacts/ContactsScreen.tsx',
  [routes.conversation]: 'web/chat/view/ConversationScreen.tsx',
  [routes.chats]: 'web/chat/list/ChatsScreen.tsx',
  [routes.home]: 'web/trips/HomeScreen.tsx',
}

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
  /web\/chat\/(?:trip\/tripChatFailure|(?:engine|state)(?:\/\w+)+|\w+)\.|core\/chat\/messageIssue\.|web\/ui\/pictures\/ChatPicture\./
const ofSending = /web\/platform\/(?:outbox\/(?!pending|sender)\w+|timers)\.|core\/kernel\/ids|@noble/

export default defineConfig({
  root: 'web',
  appType: 'mpa',
  plugins: [
    react(),
    tailwindcss(),
    copyIntoWorkers(),
    serveAppDocument(),
    inlineLandingStyles(),
    preloadScreens(),
    nameShapes(),
    listShell(),
    compressAssets(),
    serveDemo(),
    buildDemo(),
  ],
  resolve: { alias: demoAlias },
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: { landing: 'web/index.html', app: 'web/app.html', sw: 'web/platform/worker/sw.ts' },
      output: {
        // A worker is found again under its name, and looked at anew each time.
        entryFileNames: ({ name }) => (name === 'sw' ? 'sw.js' : 'assets/[name]-[hash].js'),
        codeSplitting: {
          // On a slow line each file costs a round trip: what every address needs is one, what all first screens share
          // a second, what those of the signed-in share a third; what sends, and what dialogs need, stays out of the
          // first paint. `app` also takes in what starts it.
          groups: [
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
          ],
        },
      },
    },
  },
  server: {
    host: '127.0.0.1',
    fs: { allow: ['..'] },
    proxy: { '/api': { target: 'http://127.0.0.1:3000', ws: true } },
  },
})

/** In development the app's own addresses answer with app.html, as the server does in production. */
function serveAppDocument(): Plugin {
  return {
    name: 'serve-app-document',
    configureServer(server) {
      server.middlewares.use((request, _response, next) => {
        const asksForPage = request.headers.accept?.includes('text/html') ?? false
        const { pathname } = new URL(request.url ?? '/', 'http://localhost')
        if (asksForPage && documentAt(pathname) === 'app') request.url = '/app.html'
        next()
      })
    },
  }
}

/** The landing must paint after one answer of the server, so its stylesheet travels inside the document. */
function inlineLandingStyles(): Plugin {
  return {
    name: 'inline-landing-styles',
    apply: 'build',
    enforce: 'post',
    generateBundle(_options, bundle) {
      const page = documentOf(bundle, 'index.html')
      page.source = String(page.source).replace(
        /<link rel="stylesheet"[^>]*href="\/([^"]+)"[^>]*>/g,
        (_link, file: string) => {
          const sheet = bundle[file]
          if (sheet?.type !== 'asset') throw new Error(`The landing asks for ${file}, which was not built`)
          delete bundle[file]
          return `<style>${String(sheet.source).trim()}</style>`
        },
      )
    },
  }
}

/** Without it a screen's code would be asked for only after the app's own has arrived and run. */
function preloadScreens(): Plugin {
  return {
    name: 'preload-screens',
    apply: 'build',
    enforce: 'post',
    generateBundle(_options, bundle) {
      const page = documentOf(bundle, 'app.html')
      const html = String(page.source)
      const files = Object.entries(screens).map(([route, module]) => {
        const chunk = Object.values(bundle).find(
          (file) => 'facadeModuleId' in file && file.facadeModuleId?.endsWith(module),
        )
        if (chunk?.type !== 'chunk')
          throw new Error(`vite.config.ts names the screen ${module}, which was not built`)
        return [
          route.replace(/:.*|\/:.*\?$/, ''),
          withImports(chunk, bundle).filter((file) => !html.includes(file)),
        ]
      })
      // The first address that fits: /app/chat/ before /app. After a stylesheet it would wait for that one to be here.
      page.source = html.replace(
        '<style>',
        `<script>for(const[p,f]of ${JSON.stringify(files)})if(location.pathname.startsWith(p)){for(const h of f)document.head.append(Object.assign(document.createElement("link"),{rel:"modulepreload",href:"/"+h}));break}</script>\n    <style>`,
      )
    },
  }
}

/** What a device keeps of the server's answers is read again only by a build that knows them in the same shapes. */
function nameShapes(): Plugin {
  return {
    name: 'name-shapes',
    transformIndexHtml(html, { path }) {
      if (!path.endsWith('app.html')) return html
      const hash = createHash('sha256')
      for (const file of globSync('core/*/{contract,responses}.ts').sort()) hash.update(readFileSync(file))
      return html.replace('<html', `<html data-shapes="${hash.digest('hex').slice(0, 12)}"`)
    },
  }
}

/**
 * Tells the worker what the app can ever load, and gives the build its name: the app's document carries it, so that
 * the worker never mixes two builds. What only others load (the landing, a demo) is theirs to keep.
 */
function listShell(): Plugin {
  return {
    name: 'list-shell',
    apply: 'build',
    enforce: 'post',
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
      const app = chunks.find(({ name }) => name === 'app')
      const worker = bundle['sw.js']
      if (!app || worker?.type !== 'chunk') throw new Error('The build made no app or no worker')
      const page = documentOf(bundle, 'app.html')
      const styles = [...String(page.source).matchAll(/<link rel="stylesheet"[^>]*href="\/([^"]+)"/g)]
      const loaded = withImports(app, bundle, 'all').flatMap((file) => {
        const { viteMetadata } = bundle[file] as Rollup.OutputChunk
        return [file, ...(viteMetadata?.importedCss ?? []), ...(viteMetadata?.importedAssets ?? [])]
      })
      const files = [...new Set([...loaded, ...styles.map(([, file]) => file!)])].sort()
      if (worker.imports.length > 0) throw new Error('The worker must be one file')
      const paths = files.map((file) => `/${file}`)
      const id = createHash('sha256')
        .update([...paths, page.source, worker.code].join('\0'))
        .digest('hex')
        .slice(0, 12)
      page.source = String(page.source).replace(
        '</head>',
        `  <meta name="build" content="${id}" />\n  </head>`,
      )
      worker.code = withBuild(worker.code, 'APP_BUILD', { id, files: paths })
    },
  }
}

/** @param which `all`: also what it may load later */
function withImports(
  chunk: Rollup.OutputChunk,
  bundle: Rollup.OutputBundle,
  which: 'static' | 'all' = 'static',
  seen = new Set<string>(),
): string[] {
  seen.add(chunk.fileName)
  for (const file of which === 'all' ? [...chunk.imports, ...chunk.dynamicImports] : chunk.imports) {
    const imported = bundle[file]
    if (imported?.type === 'chunk' && !seen.has(file)) withImports(imported, bundle, which, seen)
  }
  return [...seen]
}

function documentOf(bundle: Rollup.OutputBundle, name: string): Rollup.OutputAsset {
  const page = bundle[name]
  if (page?.type !== 'asset') throw new Error(`The build made no ${name}`)
  return page
}
