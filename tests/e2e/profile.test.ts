// The profile: sessions, the password, and rows without a function.

import { beforeAll, expect, test } from 'vitest'
import { coversSpec } from '#tests/spec/coversSpec.ts'
import { browserForFile } from '#tests/support/browser.ts'
import { expectAccessible } from '#tests/support/accessibility.ts'
import { type Server, startServer } from '#tests/support/server.ts'
import { logInAndOpen, client, expectToast, password } from '#tests/support/demoUsers.ts'

const { person } = browserForFile()
let server: Server
beforeAll(async () => {
  server = await startServer()
})

test('The profile says what comes later, lists the user’s sessions, and ends all others after a confirmation', async () => {
  coversSpec('§2 Profile: Avatar, username')

  const other = await client(server, 'carol')
  const page = await person({ url: server.url })
  await logInAndOpen(page, server, 'carol', '/app/profile')
  await page.getByText(/^This one and/).waitFor()
  await expectAccessible(page, 'the whole profile')
  const later = page.getByRole('list', { name: 'Coming later' })
  for (const title of ['Settings', 'Privacy & Security', 'Help & Support']) {
    const row = later.getByRole('listitem').filter({ hasText: title })
    await row.waitFor()
    await expect.poll(() => row.locator('button, a, input').count()).toBe(0)
  }
  await page.getByRole('button', { name: /^Signed-in devices/ }).click()
  const devices = page.getByRole('list', { name: 'Signed-in devices' }).getByRole('listitem')
  await expect.poll(() => devices.count()).toBeGreaterThan(1)
  await devices.first().getByText('This device').waitFor()
  await expectAccessible(page, 'the signed-in devices')
  await page.getByRole('button', { name: 'Sign out everywhere else' }).click()
  const question = page.getByRole('alertdialog', { name: 'Sign out everywhere else?' })
  expect((await other.get('/auth/me')).status).toBe(200)
  await question.getByRole('button', { name: 'Sign out' }).click()
  await expectToast(page, 'Signed out everywhere else')
  await expect.poll(() => devices.count()).toBe(1)
  expect((await other.get('/auth/me')).status).toBe(401)
})

test('The profile says nothing about unsent changes until the stored ones are read', async () => {
  const page = await person({ url: server.url })
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/sending-*.js', async (route) => {
    await released
    await route.continue()
  })
  await logInAndOpen(page, server, 'carol', '/app/profile')
  await page.getByRole('button', { name: 'Logout' }).waitFor()
  const sent = page.getByText('Everything you entered has been sent.')
  expect(await sent.count()).toBe(0)
  release()
  await sent.waitFor()
})

test('A new password needs the right old one, is no common one, and ends the other sessions', async () => {
  const other = await client(server, 'dave')
  const page = await person({ url: server.url, expects: [/400/] })
  await logInAndOpen(page, server, 'dave', '/app/profile')
  await page.getByRole('button', { name: 'Change password' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change Password' })
  const save = dialog.getByRole('button', { name: 'Change Password' })
  await dialog.getByLabel('New password', { exact: true }).fill('password')
  await dialog.getByText('This password is too common. Please choose one that is harder to guess.').waitFor()
  await expect.poll(() => save.isEnabled()).toBe(false)
  for (const label of ['Current password', 'New password']) {
    await dialog.getByRole('button', { name: `Show ${label.toLowerCase()}` }).click()
    await expect
      .poll(() => dialog.getByLabel(label, { exact: true }).getAttribute('type'), { message: label })
      .toBe('text')
  }
  await dialog.getByLabel('Current password', { exact: true }).fill('not-mine-at-all')
  await dialog.getByLabel('New password', { exact: true }).fill('over-the-hills')
  await expectAccessible(page, 'the dialog of a new password')
  await save.click()
  await dialog.getByText('The current password is wrong').waitFor()
  await dialog.getByLabel('Current password', { exact: true }).fill(password)
  await save.click()
  await expectToast(page, 'Password changed. Your other devices were signed out.')
  expect((await other.get('/auth/me')).status).toBe(401)
  // None of it is stored on the device.
  const kept = await page.evaluate(() => JSON.stringify(Object.entries(localStorage)))
  expect(kept).not.toContain('over-the-hills')
})

test('The switch of notifications is off while the browser blocks them, and otherwise keeps its state on this device', async () => {
  coversSpec('§2 Profile: Avatar, username')

  const page = await person({ url: server.url })
  await page.addInitScript(() =>
    Object.defineProperty(Notification, 'permission', {
      value: sessionStorage.getItem('isAllowed') === 'yes' ? 'granted' : 'denied',
    }),
  )
  await logInAndOpen(page, server, 'erin', '/app/profile')
  await page.getByText('Blocked by this browser.').waitFor()
  const notifications = page.getByRole('switch', { name: 'Notifications' })
  expect(await notifications.isChecked()).toBe(false)
  await notifications.press('Space')
  expect(await notifications.isChecked()).toBe(false)

  await page.evaluate(() => sessionStorage.setItem('isAllowed', 'yes'))
  await page.reload()
  await expect.poll(() => notifications.isChecked()).toBe(true)
  const told: string[] = []
  page.on('request', (request) => request.method() !== 'GET' && told.push(request.url()))
  await notifications.uncheck()
  // An earlier request would have been sent before this one.
  await page.evaluate(() => fetch('/healthz'))
  expect(told).toEqual([])
  await page.reload()
  await page.getByText('On this device only.', { exact: true }).waitFor()
  expect(await notifications.isChecked()).toBe(false)
})
