// A new build of the client: announced, loaded with consent, and offered when a chunk of the old one is missing.

import { readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { axe, networkErrors } from '#tests/support/browser.ts'
import { logInAndOpen, waitForChunk } from '#tests/support/demoUsers.ts'
import { restartableServerForFile, waitForWorker } from '#tests/support/restartableServer.ts'

const setup = restartableServerForFile()

describe('new version', () => {
  test('A new version is announced and waits for consent, and meanwhile the old one still loads all its parts', async () => {
    const page = await setup.visit('bob', '/app/travel')
    await waitForWorker(page)
    const old = await buildOf(page)
    const draft = await page.context().newPage()
    await draft.goto('/app/profile')
    await setup.kill()
    const part = nextBuild()
    await setup.restart()
    expect((await page.request.get(part)).status(), 'the old part is gone from the server').toBe(404)

    await page.evaluate(async () => void (await (await navigator.serviceWorker.ready).update()))
    const ready = page.getByText('A new version is ready.')
    await ready.waitFor()
    expect(await axe(page)).toEqual([])
    expect(await buildOf(page)).toBe(old)
    expect(await page.evaluate(async (url) => (await fetch(url)).status, part)).toBe(200)
    // Opened while the new worker waits: the page is still wholly the old build.
    await page.reload()
    await ready.waitFor()
    expect(await buildOf(page)).toBe(old)

    await takeNewVersion(page)
    await ready.waitFor({ state: 'detached' })
    // The other tab does not reload, shows the notice, and can still load its code.
    await draft.getByText('A new version is ready.').waitFor()
    expect(await buildOf(draft)).toBe(old)
    expect(await draft.evaluate(async (url) => (await fetch(url)).status, part)).toBe(200)
    await takeNewVersion(draft)

    await draft.close()
    await page.reload()
    await expect.poll(() => page.evaluate(async () => (await caches.keys()).length)).toBe(1)
  })

  test('A page that was still loading when the new version took over announces it too', async () => {
    const page = await setup.visit('bob', '/app/travel')
    await waitForWorker(page)
    await setup.kill()
    nextBuild()
    await setup.restart()
    await page.evaluate(async () => void (await (await navigator.serviceWorker.ready).update()))
    await page.getByText('A new version is ready.').waitFor()
    const late = await page.context().newPage()
    // The page registers the worker when it is idle, and is not idle until the test says so.
    await late.addInitScript(() => {
      const idle = Promise.withResolvers<void>()
      const request = requestIdleCallback
      Object.assign(window, {
        beIdle: () => idle.resolve(),
        requestIdleCallback: (run: IdleRequestCallback) => void idle.promise.then(() => request(run)),
      })
    })
    await late.goto('/app/profile')
    await late.getByRole('button', { name: 'Change password' }).waitFor()
    const old = await buildOf(late)
    await takeNewVersion(page)
    expect(await late.getByText('A new version is ready.').count()).toBe(0)
    await late.evaluate(() => (window as unknown as { beIdle: () => void }).beIdle())
    await late.getByText('A new version is ready.').waitFor()
    expect(await buildOf(late)).toBe(old)
  })
})

test('A missing part of an outdated page without a worker leads to the offer to reload', async () => {
  const page = await setup.person({ url: setup.server.url, expects: [...networkErrors, /status of 404/] })
  await logInAndOpen(page, setup.server, 'bob', '/app/profile')
  const change = page.getByRole('button', { name: 'Change password' })
  await change.waitFor()
  for (const part of ['BottomBar', 'registration']) await waitForChunk(page, part)
  const old = await buildOf(page)
  await setup.kill()
  nextBuild()
  await setup.restart()
  await change.press('Enter')
  await page.getByText('A new version is ready.').waitFor()
  await page.getByRole('button', { name: 'Reload' }).click()
  await expect.poll(() => buildOf(page).catch(() => old)).not.toBe(old)
  await page.getByText('A new version is ready.').waitFor({ state: 'detached' })
})

/** Presses Reload until the page has another build: on a busy machine the new worker takes over after the reload. */
async function takeNewVersion(page: Page): Promise<void> {
  const old = await buildOf(page)
  const reload = page.getByRole('button', { name: 'Reload' })
  await reload.click()
  let pressedAt = Date.now()
  const pressAgain = async () => {
    const build = await buildOf(page).catch(() => old)
    if (build === old && Date.now() - pressedAt > 5000 && (await reload.count()) > 0) {
      await reload.click({ timeout: 5000 }).catch(() => undefined)
      pressedAt = Date.now()
    }
    return build
  }
  await expect.poll(pressAgain).not.toBe(old)
}

const buildOf = (page: Page): Promise<string> =>
  page.evaluate(() => document.querySelector<HTMLMetaElement>('meta[name=build]')!.content)

/** Replaces the served build by another one, in which one chunk has another name. @returns the path of the old chunk */
function nextBuild(): string {
  const assets = readdirSync(join(setup.clientFolder, 'assets'))
  // This chunk is fetched only when its dialog is opened.
  const part = assets.find((file) => /^ChangePasswordDialog-.*\.js$/.test(file))!
  const next = part.replace('.js', '-next.js')
  const build = /name="build" content="(\w+)"/.exec(
    readFileSync(join(setup.clientFolder, 'app.html'), 'utf8'),
  )![1]!
  const files = readdirSync(setup.clientFolder, { recursive: true, encoding: 'utf8' })
  for (const file of files.filter((one) => /\.(?:br|gz)$/.test(one))) rmSync(join(setup.clientFolder, file))
  for (const file of files.filter((one) => /\.(?:js|html)$/.test(one))) {
    const path = join(setup.clientFolder, file)
    const text = readFileSync(path, 'utf8')
    writeFileSync(path, text.replaceAll(build, `next${build}`).replaceAll(part, next))
  }
  renameSync(join(setup.clientFolder, 'assets', part), join(setup.clientFolder, 'assets', next))
  return `/assets/${part}`
}
