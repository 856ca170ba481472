// The gallery built as the client is, in memory, and handed to a page without any server.

import { existsSync, readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { build, type Rollup } from 'vite'

export const galleryUrl = 'https://gallery.example'

type Files = Map<string, string | Uint8Array>

/** Throws when it does not build. */
export async function buildGallery(): Promise<Files> {
  const built = (await build({
    configFile: 'tests/ui/gallery/vite.config.ts',
    build: { write: false },
    logLevel: 'silent',
  })) as Rollup.RollupOutput
  return new Map(
    built.output.map((file) => [`/${file.fileName}`, file.type === 'asset' ? file.source : file.code]),
  )
}

/** Opens the gallery on the page; its requests get the built files. */
export async function openGallery(page: Page, files: Files): Promise<void> {
  await page.route(`${galleryUrl}/**`, async (route) => {
    const { pathname } = new URL(route.request().url())
    const path = pathname === '/' ? '/index.html' : pathname
    // The styles also name files that the server serves as they are.
    const publicFile = `web/public${path}`
    const body = files.get(path) ?? (existsSync(publicFile) ? readFileSync(publicFile) : undefined)
    if (body === undefined) return route.fulfill({ status: 404 })
    return route.fulfill({ body: Buffer.from(body), contentType: types[path.split('.').at(-1) ?? ''] ?? '' })
  })
  await page.goto('/')
  await page.getByRole('heading', { level: 1 }).waitFor()
}

const types: Record<string, string> = {
  html: 'text/html',
  js: 'text/javascript',
  css: 'text/css',
  svg: 'image/svg+xml',
}
