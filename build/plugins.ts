// What the build of the app and that of the demo share: service workers of one file, no circle of chunks, compressed files.

import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import type { Plugin, Rollup } from 'vite'

const COPY = '?copy'

/** Builds each service worker as one file: modules it shares with the pages are copied into it instead of imported. */
export function copyIntoWorkers(): Plugin {
  return {
    name: 'copy-into-workers',
    apply: 'build',
    enforce: 'pre',
    async resolveId(source, importer) {
      if (!importer?.endsWith('/sw.ts') && !importer?.endsWith(COPY)) return null
      const found = await this.resolve(source, importer.replace(COPY, ''), { skipSelf: true })
      return found && { ...found, id: found.id + COPY }
    },
  }
}

/**
 * Puts the build's id and files in place of the name under which a worker declares them.
 * @throws unless the name stands exactly once in the code: another would not be defined when the worker runs
 */
export function withBuild(code: string, name: string, build: { id: string; files: string[] }): string {
  const [before, after, ...others] = code.split(name)
  if (after === undefined || others.length > 0) throw new Error(`The worker must read ${name} exactly once`)
  return `${before}${JSON.stringify(build)}${after}`
}

/** The ids of a module and of all modules it imports, directly or not, without dynamic imports. */
export function staticImportsOf(
  id: string,
  importsOf: (id: string) => readonly string[],
  found = new Set<string>(),
): Set<string> {
  if (found.has(id)) return found
  found.add(id)
  for (const imported of importsOf(id)) staticImportsOf(imported, importsOf, found)
  return found
}

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

/** Compresses the client's files once, at build time, as much as possible, instead of for each request. */
export function compressAssets(): Plugin {
  return {
    name: 'compress-assets',
    apply: 'build',
    enforce: 'post',
    writeBundle({ dir = '' }, bundle) {
      for (const name of Object.keys(bundle).filter((file) => /\.(?:js|css|svg|html)$/.test(file))) {
        const bytes = readFileSync(join(dir, name))
        writeFileSync(join(dir, `${name}.br`), brotliCompressSync(bytes))
        writeFileSync(join(dir, `${name}.gz`), gzipSync(bytes, { level: 9 }))
      }
    },
  }
}
