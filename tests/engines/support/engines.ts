// The engines besides Chromium, and a signed-in person in one of them.

import { mkdirSync, writeFileSync } from 'node:fs'
import { afterAll, afterEach } from 'vitest'
import { openFirefox } from '#tests/engines/support/firefox.ts'
import { type Page, pageOf } from '#tests/engines/support/page.ts'
import type { Programs } from '#tests/engines/support/programs.ts'
import { openWebKit } from '#tests/engines/support/webkit.ts'
import type { Wire } from '#tests/engines/support/wire.ts'

export type EngineName = 'Firefox' | 'WebKit'
export const engineNames: readonly EngineName[] = ['Firefox', 'WebKit']

/** Set by tests/engines/run.ts. */
const given = JSON.parse(process.env['ENGINES'] ?? 'null') as (Programs & { display: string }) | null

interface Options {
  isPrivate?: boolean
}

/** Opens browsers with empty storage, and closes them after the test. */
export function browsersOf(engine: EngineName): { open(site: string, options?: Options): Promise<Page> } {
  let opened: Wire[] = []
  const closeAll = async () => {
    await Promise.all(opened.map((wire) => wire.close()))
    opened = []
  }
  afterEach(async ({ task }) => {
    if (task.result?.state === 'fail')
      for (const [i, wire] of opened.entries()) await takePicture(wire, `${engine} ${task.name} ${i + 1}`)
    await closeAll()
  })
  afterAll(closeAll)
  return {
    async open(site, { isPrivate = false } = {}) {
      if (!given) throw new Error('Run `npm run test:engines`: it looks for the engines.')
      const wire =
        engine === 'Firefox'
          ? await openFirefox(given.firefox, { isPrivate })
          : await openWebKit({ driver: given.driver, browser: given.browser, display: given.display })
      opened.push(wire)
      await wire.send('resize', PHONE)
      return pageOf(wire, site)
    },
  }
}

/** Saves pictures of a way through the product in tests/results. */
export const filmOf = (page: Page, name: string) => async (scene: string) => {
  await page.run(keepDrawing)
  const picture = await page.wire.send<string>('screenshot', { full: false })
  await page.run('window.isFilming = false')
  writeFileSync(`${resultFile(`${name} ${scene}`)}.png`, Buffer.from(picture, 'base64'))
}

/** In the page: WebKit takes a picture with the next frame, which a page at rest does not draw. */
const keepDrawing = `
  const dot = document.body.appendChild(document.createElement('i'))
  dot.style.cssText = 'position:fixed;inset:auto 0 0 auto;width:1px;height:1px'
  window.isFilming = true
  let frame = 0
  const draw = () => {
    dot.style.background = frame++ % 2 ? '#fff' : '#fefefe'
    if (window.isFilming) requestAnimationFrame(draw)
    else dot.remove()
  }
  draw()
`

function resultFile(name: string): string {
  mkdirSync('tests/results', { recursive: true })
  return `tests/results/${name.replace(/\W+/g, '-').slice(0, 120)}`
}

/** A script that returns the state of the page. */
const state = `return [location.href, document.readyState, document.body?.innerText].join('\\n')`

/** Saves a screenshot of a failed test in tests/results. */
async function takePicture(wire: Wire, name: string): Promise<void> {
  const picture = await wire.send<string>('screenshot', { full: false }).catch(() => '')
  const text = await wire.send<string>('execute', { script: state, args: [] }).catch(String)
  const file = resultFile(name)
  writeFileSync(`${file}.png`, Buffer.from(picture, 'base64'))
  writeFileSync(`${file}.txt`, text)
}

/** WebKit's small browser and Firefox have minimum window widths a little above a phone's. */
const PHONE = { width: 390, height: 844 }
