// Builds the demo apart from the app: its document (`demo.html`, for /demo/settlement), its service worker (`demo/sw.js`)
// and MSW's, which that worker imports. It shares no file with the app, so neither loads code that only the other needs
// (docs/decisions/0024).

import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { build, type Plugin } from 'vite'
import { htmlDocumentAt } from '#core/htmlDocuments.ts'
import {
  compressAssets,
  copyIntoWorkers,
  refuseCircularChunks,
  staticImportsOf,
  withBuild,
} from './plugins.ts'

const root = resolve(import.meta.dirname, '../web')
const mswWorker = resolve(import.meta.dirname, '../node_modules/msw/lib/mockServiceWorker.js')

/** Leaves out MSW's cookie store, larger than all the rest of it, and its interceptors of requests the demo never makes. */
export const demoAlias = {
  'tough-cookie': join(root, 'demo/cookies.ts'),
  '@mswjs/interceptors/XMLHttpRequest': join(root, 'demo/noInterceptors.ts'),
  '@mswjs/interceptors/WebSocket': join(root, 'demo/noInterceptors.ts'),
}

/** Builds the demo into the same folder, after the app. */
export function buildDemo(): Plugin {
  let outDir = ''
  let isWritten = false
  const first = findImportsOf('demo/main.tsx')
  // Below the settlement: loaded as soon as that is shown.
  const figures = findImportsOf('demo/DemoFigures.tsx')
  return {
    name: 'build-demo',
    apply: 'build',
    configResolved(config) {
      outDir = resolve(config.root, config.build.outDir)
    },
    writeBundle: () => void (isWritten = true),
    async closeBundle() {
      if (!isWritten) return
      await build({
        configFile: false,
        root,
        publicDir: false,
        logLevel: 'warn',
        resolve: { alias: demoAlias },
        plugins: [
          react(),
          tailwindcss(),
          copyIntoWorkers(),
          first.plugin,
          figures.plugin,
          listDemoFiles(),
          refuseCircularChunks(),
          compressAssets(),
        ],
        build: {
          outDir,
          emptyOutDir: false,
          modulePreload: { polyfill: false },
          rolldownOptions: {
            input: { demo: join(root, 'demo.html'), sw: join(root, 'demo/worker/sw.ts') },
            output: {
              entryFileNames: ({ name }) => (name === 'sw' ? 'demo/sw.js' : 'assets/demo/[name]-[hash].js'),
              chunkFileNames: 'assets/demo/[name]-[hash].js',
              assetFileNames: 'assets/demo/[name]-[hash][extname]',
              // On a slow network each file costs a round trip.
              codeSplitting: {
                groups: [
                  { name: 'first', test: first.has, priority: 1, includeDependenciesRecursively: false },
                  { name: 'figures', test: figures.has, includeDependenciesRecursively: false },
                ],
              },
            },
          },
        },
      })
    },
  }
}

/** Finds all static imports of a module, itself included. */
function findImportsOf(module: string): { plugin: Plugin; has(id: string): boolean } {
  let found = new Set<string>()
  return {
    has: (id) => found.has(id),
    plugin: {
      name: `find-imports-of-${module}`,
      buildEnd() {
        const importsOf = (id: string) => this.getModuleInfo(id)?.importedIds ?? []
        found = staticImportsOf(join(root, module), importsOf)
      },
    },
  }
}

/** Lists for the service worker all files of the demo, puts the build's id into its document, and copies MSW's worker. */
function listDemoFiles(): Plugin {
  return {
    name: 'list-demo-files',
    enforce: 'post',
    generateBundle(_options, bundle) {
      const worker = bundle['demo/sw.js']
      const page = bundle['demo.html']
      if (worker?.type !== 'chunk' || page?.type !== 'asset') throw new Error('The demo was not built')
      const msw = readFileSync(mswWorker, 'utf8')
      this.emitFile({ type: 'asset', fileName: 'demo/mockServiceWorker.js', source: msw })
      const files = Object.keys(bundle)
        .filter((file) => file.startsWith('assets/'))
        .map((file) => `/${file}`)
        .sort()
      const id = createHash('sha256')
        .update([...files, page.source, worker.code, msw].join('\0'))
        .digest('hex')
        .slice(0, 12)
      page.source = String(page.source).replace(
        '</head>',
        `  <meta name="build" content="${id}" />\n  </head>`,
      )
      worker.code = withBuild(worker.code, 'DEMO_BUILD', { id, files })
    },
  }
}

/** Serves the demo in development: its document, and MSW's worker alone, which caches nothing. */
export function serveDemo(): Plugin {
  return {
    name: 'serve-demo',
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const { pathname } = new URL(request.url ?? '/', 'http://localhost')
        if (pathname === '/demo/sw.js') {
          response.setHeader('Content-Type', 'text/javascript')
          return void response.end(readFileSync(mswWorker))
        }
        if (htmlDocumentAt(pathname) === 'demo') request.url = '/demo.html'
        next()
      })
    },
  }
}
