// One build makes two HTML documents, the landing (`index.html`, static, no React, its CSS inlined) and the app
// (`app.html`, React, for /login, /register, /join and /app/*), and the service worker that stores them (`sw.js`). All files they
// load get a hashed name under /assets and may be cached for ever; documents and worker may not. The demo is a build of
// its own after this one (build/demo.ts).

import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin, type Rollup } from 'vite'
import { htmlDocumentAt } from '#core/htmlDocuments.ts'
import { screenRoutes } from '#core/screenRoutes.ts'
import { assignChunks, chunkGroups, firstScreens } from './build/chunks.ts'
import { buildDemo, demoAlias, serveDemo } from './build/demo.ts'
import { compressAssets, copyIntoWorkers, filesOf, refuseCircularChunks, withBuild } from './build/plugins.ts'

/** The screen whose code loads together with the app's own, for addresses that begin with the static part of a route. */
const screens = {
  [screenRoutes.login]: firstScreens.login,
  [screenRoutes.register]: firstScreens.register,
  [screenRoutes.join]: firstScreens.join,
  [screenRoutes.profile]: firstScreens.profile,
  [screenRoutes.travel]: firstScreens.trips,
  [screenRoutes.contacts]: firstScreens.contacts,
  [screenRoutes.conversation]: firstScreens.conversation,
  [screenRoutes.chats]: firstScreens.chats,
  [screenRoutes.home]: firstScreens.home,
}

/** Beside the screen of trips, for an address that names a trip; and by its hash, which names the tab. */
const tripModules = [firstScreens.trips, firstScreens.trip]
const tripTabs = {
  '#itinerary': firstScreens.itinerary,
  '#expenses': firstScreens.expenses,
  '#money': firstScreens.money,
  '#participants': firstScreens.participants,
  '#chat': firstScreens.tripChat,
}

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
    assignChunks(),
    refuseCircularChunks(),
    nameResponseShapes(),
    listAppFiles(),
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
        // A browser finds a new version of a worker under its old name.
        entryFileNames: ({ name }) => (name === 'sw' ? 'sw.js' : 'assets/[name]-[hash].js'),
        codeSplitting: { groups: chunkGroups },
      },
    },
  },
  server: {
    host: '127.0.0.1',
    fs: { allow: ['..'] },
    proxy: { '/api': { target: 'http://127.0.0.1:3000', ws: true } },
  },
})

/** Serves app.html at the app's addresses in development, as the server does in production. */
function serveAppDocument(): Plugin {
  return {
    name: 'serve-app-document',
    configureServer(server) {
      server.middlewares.use((request, _response, next) => {
        const asksForPage = request.headers.accept?.includes('text/html') ?? false
        const { pathname } = new URL(request.url ?? '/', 'http://localhost')
        if (asksForPage && htmlDocumentAt(pathname) === 'app') request.url = '/app.html'
        next()
      })
    },
  }
}

/** Puts the stylesheet of the landing inside its document, so that it paints after one response. */
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
          if (sheet?.type !== 'asset') throw new Error(`The landing loads ${file}, which was not built`)
          delete bundle[file]
          return `<style>${String(sheet.source).trim()}</style>`
        },
      )
    },
  }
}

/** Preloads the code of a screen, which the browser would otherwise request only after the app's code has run. */
function preloadScreens(): Plugin {
  return {
    name: 'preload-screens',
    apply: 'build',
    enforce: 'post',
    generateBundle(_options, bundle) {
      const page = documentOf(bundle, 'app.html')
      const html = String(page.source)
      const filesToLoad = (modules: readonly string[], loaded: readonly string[] = []) =>
        [...new Set(modules.flatMap((module) => filesOf(chunkOf(module, bundle), bundle)))].filter(
          (file) => !html.includes(file) && !loaded.includes(file),
        )
      const tripFiles = filesToLoad(tripModules)
      const tabs = Object.entries(tripTabs).map(([hash, tab]) => [hash, filesToLoad([tab], tripFiles)])
      // The first pattern that matches is used: /app/chat/ before /app.
      const files = [
        [`^${screenRoutes.travel.replace(/:.*/, '')}[^/]+$`, tripFiles, Object.fromEntries(tabs)],
        ...Object.entries(screens).map(([route, module]) => [
          `^${route.replace(/:.*|\/:.*\?$/, '')}`,
          filesToLoad([module]),
        ]),
      ]
      // A script after a stylesheet would wait for it.
      page.source = html.replace(
        '<style>',
        `<script>for(const[p,f,t]of ${JSON.stringify(files)})if(location.pathname.match(p)){for(const h of[...f,...t?.[location.hash.split('/')[0]]??[]])document.head.append(Object.assign(document.createElement("link"),{rel:"modulepreload",href:"/"+h}));break}</script>\n    <style>`,
      )
    },
  }
}

function chunkOf(module: string, bundle: Rollup.OutputBundle): Rollup.OutputChunk {
  const chunk = Object.values(bundle).find(
    (file) => 'facadeModuleId' in file && file.facadeModuleId?.endsWith(module),
  )
  if (chunk?.type !== 'chunk') throw new Error(`vite.config.ts names ${module}, which was not built`)
  return chunk
}

/** Names the shapes of responses, of which some are those of events: a build reads the offline cache only if it was written with the same shapes. */
function nameResponseShapes(): Plugin {
  return {
    name: 'name-response-shapes',
    transformIndexHtml(html, { path }) {
      if (!path.endsWith('app.html')) return html
      const hash = createHash('sha256')
      for (const file of globSync('core/*/{contract,events,responses}.ts').sort())
        hash.update(readFileSync(file))
      return html.replace('<html', `<html data-shapes="${hash.digest('hex').slice(0, 12)}"`)
    },
  }
}

/**
 * Lists for the service worker all files the app can load, and gives the build an id, which the app's document holds too:
 * the worker never mixes files of two builds. Files that only the landing or the demo loads are not in the list.
 */
function listAppFiles(): Plugin {
  return {
    name: 'list-app-files',
    apply: 'build',
    enforce: 'post',
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
      const app = chunks.find(({ name }) => name === 'app')
      const worker = bundle['sw.js']
      if (!app || worker?.type !== 'chunk') throw new Error('The build made no app or no worker')
      const page = documentOf(bundle, 'app.html')
      const styles = [...String(page.source).matchAll(/<link rel="stylesheet"[^>]*href="\/([^"]+)"/g)]
      const loaded = filesOf(app, bundle, 'all').flatMap((file) => {
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

function documentOf(bundle: Rollup.OutputBundle, name: string): Rollup.OutputAsset {
  const page = bundle[name]
  if (page?.type !== 'asset') throw new Error(`The build made no ${name}`)
  return page
}
