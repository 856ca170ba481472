// The Dockerfile removes the packages that only the client's build needs, and exactly those, whatever is installed
// later.

import { globSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const dockerfile = readFileSync('Dockerfile', 'utf8')
const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  dependencies: Record<string, string>
}

/** Package names of static and dynamic imports. */
function imported(folders: string): string[] {
  const found = new Set<string>()
  for (const file of globSync(`{${folders}}/**/*.ts`))
    for (const [, name] of readFileSync(file, 'utf8').matchAll(
      /(?:from |import\(|import )'((?:@[\w.-]+\/)?[\w.-]+)/g,
    ))
      found.add(name!)
  return [...found].filter((name) => name in dependencies)
}

describe('the image', () => {
  it('The image keeps the packages that the server imports, and removes all others', () => {
    const [, list = ''] = /npm uninstall --omit=dev([^&]+)/.exec(dockerfile) ?? []
    const removed = list.split(/[\s\\]+/).filter(Boolean)
    const kept = imported('api,core,projections')
    expect(kept).toContain('koa')
    expect([...removed, ...kept].sort()).toEqual(Object.keys(dependencies).sort())
  })

  it('The image is built from files that .dockerignore lets through', () => {
    const allowed = readFileSync('.dockerignore', 'utf8').split('\n')
    const copied = [...dockerfile.matchAll(/^COPY (?!--from)(?!\. )(.+) \S+$/gm)]
    const sources = copied.flatMap(([, files]) => files!.split(' '))
    expect(sources).toContain('api')
    for (const source of sources) expect(allowed).toContain(`!${source}`)
  })

  it('The image runs as an unprivileged user, stops on the server’s signal and has a health check', () => {
    expect(dockerfile).toMatch(/^USER node$/m)
    expect(dockerfile).toMatch(/^STOPSIGNAL SIGTERM$/m)
    expect(dockerfile).toMatch(/^HEALTHCHECK /m)
    expect(dockerfile).toMatch(/^CMD \["node", "api\/main\.ts"\]$/m)
  })
})
