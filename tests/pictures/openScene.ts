// Opens a scene on a page: its user, its address, and its further steps.

import type { Page } from 'playwright-core'
import { password } from '#tests/pictures/extremes.ts'
import type { Scene } from '#tests/pictures/scenes.ts'
import { type Client, createClient } from '#tests/support/client.ts'
import { openWithToken } from '#tests/support/demoUsers.ts'

/**
 * No new request for this long means that the scene has loaded: an open trip has a change feed, so it is never idle.
 */
const QUIET_MS = 400

/**
 * @param url of a server with the seed data and the people of extremes.ts
 * @param quietMs time without a new request after which the scene counts as loaded
 */
export async function openScene(page: Page, scene: Scene, url: string, quietMs = QUIET_MS): Promise<void> {
  await openPageOf(page, scene, url, quietMs)
  await takeSteps(page, scene, quietMs)
}

/** Opens the page of a scene without its steps. */
export async function openPageOf(page: Page, scene: Scene, url: string, quietMs: number): Promise<void> {
  await scene.before?.(page)
  if (scene.as === null) await page.goto(scene.path)
  else await arrive(page, scene.as, scene.path, Number(new URL(url).port))
  await settle(page, quietMs)
}

/** Leads from the opened page, on which another scene may have been, to the state of this one. */
export async function takeSteps(page: Page, { steps }: Scene, quietMs: number): Promise<void> {
  if (!steps) return
  await steps(page)
  await settle(page, quietMs)
}

async function arrive(page: Page, username: string, path: string, port: number): Promise<void> {
  const { body } = await createClient(port).post('/auth/login', { username, password })
  const token = body.token as string
  await openWithToken(page, token, await addressOf(path, createClient(port, token)))
}

async function addressOf(path: string, client: Client): Promise<string> {
  const [, chat, title] = /\{(?:chat:([^}]+)|([^}]+))\}/.exec(path) ?? []
  if (chat === undefined && title === undefined) return path
  const { body } = await client.get(chat === undefined ? '/trips?limit=100' : '/conversations?limit=100')
  const found = (body.trips ?? body.conversations).find(
    (one: { title?: string; name?: string }) => (one.title ?? one.name) === (title ?? chat),
  )
  return path.replace(/\{[^}]+\}/, found.id)
}

/** Waits until nothing is fetched and nothing moves. */
async function settle(page: Page, quietMs: number): Promise<void> {
  let fetched = -1
  for (;;) {
    const now = await page.evaluate(() => performance.getEntriesByType('resource').length)
    if (now === fetched) break
    fetched = now
    await page.waitForTimeout(quietMs)
  }
  await page
    .waitForFunction(() => document.getAnimations().every(({ playState }) => playState !== 'running'), {
      timeout: 3000,
    })
    .catch(() => undefined)
}
