/**
 * One build, two documents: the landing (`index.html`, static, no React, its CSS inlined) and the app
 * (`app.html`, React, for /login, /register and /app/*). Everything either of them loads gets a hashed name
 * under /assets and may be cached for ever; the documents themselves may not.
 */
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

const appPaths = /^\/(?:login|register|app(?:\/[^.?]*)?)\/?(?:\?.*)?$/

/** In development the app's own addresses answer with app.html, as the server does in production. */
function serveAppDocument(): Plugin {
  return {
    name: 'serve-app-document',
    configureServer(server) {
      server.middlewares.use((request, _response, next) => {
        const asksForPage = request.headers.accept?.includes('text/html') ?? false
        if (asksForPage && appPaths.test(request.url ?? '')) request.url = '/app.html'
        next()
      })
    },
  }
}

/** The landing must paint after one answer from the server, so its stylesheet travels inside the document. */
function inlineLandingStyles(): Plugin {
  return {
    name: 'inline-landing-styles',
    apply: 'build',
    enforce: 'post',
    generateBundle(_options, bundle) {
      const page = bundle['index.html']
      if (page?.type !== 'asset') this.error('the build made no landing document')
      page.source = String(page.source).replace(
        /<link rel="stylesheet"[^>]*href="\/([^"]+)"[^>]*>/g,
        (_link, file: string) => {
          const sheet = bundle[file]
          if (sheet?.type !== 'asset') return this.error(`the landing asks for ${file}, which was not built`)
          delete bundle[file]
          return `<style>${String(sheet.source).trim()}</style>`
        },
      )
    },
  }
}

export default defineConfig({
  root: 'web',
  appType: 'mpa',
  plugins: [react(), tailwindcss(), serveAppDocument(), inlineLandingStyles()],
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    manifest: 'manifest.json',
    modulePreload: { polyfill: false },
    rolldownOptions: { input: { landing: 'web/index.html', app: 'web/app.html' } },
  },
  server: {
    host: '127.0.0.1',
    fs: { allow: ['..'] },
    proxy: { '/api': { target: 'http://127.0.0.1:3000', ws: true } },
  },
})
