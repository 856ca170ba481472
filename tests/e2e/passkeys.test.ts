// Passkeys in Chromium with its virtual authenticator, on http://localhost: an address without a name has none.

import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { expectAccessible } from '#tests/support/accessibility.ts'
import { createAuthenticator } from '#tests/support/authenticator.ts'
import { browserForFile, type Visit } from '#tests/support/browser.ts'
import { createClient, expectSuccess } from '#tests/support/client.ts'
import {
  client,
  expectToast,
  goOnline,
  logInAndOpen,
  plannedTrip,
  openWithToken,
  password,
} from '#tests/support/demoUsers.ts'
import { firstPath } from '#web/platform/page/paths.ts'
import { type Server, startServer } from '#tests/support/server.ts'

const { person } = browserForFile()
let server: Server
let url: string
beforeAll(async () => {
  server = await startServer()
  url = `http://localhost:${new URL(server.url).port}`
})

/** A page on a device with a fingerprint reader, which recognizes its owner. */
async function deviceOf(visit: Omit<Visit, 'url'> = {}) {
  const page = await person({ url, ...visit })
  const tools = await page.context().newCDPSession(page)
  await tools.send('WebAuthn.enable')
  const options = {
    protocol: 'ctap2',
    transport: 'internal',
    hasResidentKey: true,
    hasUserVerification: true,
    isUserVerified: true,
    automaticPresenceSimulation: true,
  } as const
  const { authenticatorId } = await tools.send('WebAuthn.addVirtualAuthenticator', { options })
  return {
    page,
    recognize: (isUserVerified: boolean) =>
      tools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
  }
}

const logOut = async (page: Page) => {
  await page.getByRole('button', { name: 'Logout' }).click()
  await page.waitForURL('**/login')
}
const signIn = (page: Page) => page.getByRole('button', { name: 'Sign in with a passkey' }).click()
const passkeysOf = (page: Page) => page.getByRole('dialog', { name: 'Passkeys', exact: true })
const openPasskeys = (page: Page) => page.getByRole('button', { name: /^Passkeys/ }).click()

/** The profile of somebody who came by a link and has no password. */
async function openAsProvisional(page: Page, name: string): Promise<void> {
  const alice = await client(server, 'alice')
  const id = await plannedTrip(alice, `A trip of ${name}`)
  const { inviteLink } = expectSuccess(await alice.post(`/trips/${id}/invite-link`, {}))
  const joining = { secret: inviteLink.url.split('#')[1], name }
  const anonymous = createClient(Number(new URL(server.url).port))
  const { token } = expectSuccess(await anonymous.post('/invite-links/join', joining))
  await openWithToken(page, token, '/app/profile')
}

describe('A passkey beside a password', () => {
  test('It is added in the profile with the password, signs in, and no longer once it is removed', async () => {
    const { page } = await deviceOf({ expects: [/400/, /401/] })
    await logInAndOpen(page, server, 'carol', '/app/profile')
    await openPasskeys(page)
    await passkeysOf(page).getByText('A passkey lets you log in').waitFor()
    const add = page.getByRole('dialog', { name: 'Add a passkey' })
    const addOne = async (currentPassword: string) => {
      await passkeysOf(page).getByRole('button', { name: 'Add a passkey' }).click()
      await add.getByLabel('Current password', { exact: true }).fill(currentPassword)
      await add.getByRole('button', { name: 'Continue' }).click()
    }
    await addOne('not-mine-at-all')
    await add.getByText('The current password is wrong').waitFor()
    await add.getByRole('button', { name: 'Cancel' }).click()
    await add.waitFor({ state: 'hidden' })
    await addOne(password)
    await expectToast(page, 'Passkey added. You can log in with it.')
    const list = passkeysOf(page).getByRole('list', { name: 'Passkeys' }).getByRole('listitem')
    await list.getByText(/^Added .+, not used yet$/).waitFor()
    await addOne(password)
    await add.getByText('This device has a passkey of your account already.').waitFor()
    await add.getByRole('button', { name: 'Cancel' }).click()
    await page.keyboard.press('Escape')
    await passkeysOf(page).waitFor({ state: 'hidden' })

    await logOut(page)
    await signIn(page)
    await expectToast(page, 'Login successful!')
    await page.waitForURL(`**${firstPath}`)
    await page.goto('/app/profile')
    await openPasskeys(page)
    await list.getByText(/last used/).waitFor()
    await list.getByRole('button', { name: /^Remove / }).click()
    const question = page.getByRole('alertdialog', { name: 'Remove this passkey?' })
    await question.getByRole('button', { name: 'Remove' }).click()
    await expectToast(page, 'Passkey removed. Your other devices were signed out.')
    await passkeysOf(page).getByText('A passkey lets you log in').waitFor()
    await page.keyboard.press('Escape')
    await passkeysOf(page).waitFor({ state: 'hidden' })

    // The device still offers it.
    await logOut(page)
    await signIn(page)
    await page.getByText('This passkey does not open an account here.').waitFor()
  })
})

describe('A passkey alone', () => {
  test('It keeps the account of somebody who came by a link and signs in; the last one stays until there is a password', async () => {
    const { page } = await deviceOf({ expects: [/409/] })
    await openAsProvisional(page, 'Noa')
    await page.getByRole('button', { name: 'Keep your account' }).click()
    const keep = page.getByRole('dialog', { name: 'Keep your account' })
    const withPasskey = keep.getByRole('button', { name: 'Use a passkey instead' })
    await keep.getByLabel('Username').fill('bob')
    await withPasskey.click()
    await keep.getByText('This username is already taken').waitFor()
    await keep.getByLabel('Username').fill('noa.keeps')
    await withPasskey.click()
    await expectToast(page, 'Your account is kept. You can log in on any device.')
    await page.getByText('Username noa.keeps').waitFor()

    await logOut(page)
    await signIn(page)
    await page.waitForURL(`**${firstPath}`)
    await page.goto('/app/profile')
    await openPasskeys(page)
    const remove = async () => {
      await passkeysOf(page)
        .getByRole('button', { name: /^Remove / })
        .click()
      const question = page.getByRole('alertdialog', { name: 'Remove this passkey?' })
      await question.getByRole('button', { name: 'Remove' }).click()
      return question
    }
    const question = await remove()
    await question
      .getByText('Add a password first. Without this passkey you could not log in again.')
      .waitFor()
    await question.getByRole('button', { name: 'Cancel' }).click()
    await question.waitFor({ state: 'hidden' })
    await page.keyboard.press('Escape')
    await passkeysOf(page).waitFor({ state: 'hidden' })

    await page.getByRole('button', { name: 'Add a password' }).click()
    const first = page.getByRole('dialog', { name: 'Add a password' })
    expect(await first.getByLabel('Current password').count()).toBe(0)
    await first.getByLabel('New password', { exact: true }).fill('over-the-hills')
    await first.getByRole('button', { name: 'Add password' }).click()
    await expectToast(page, 'Password added. Your other devices were signed out.')
    await page.getByRole('button', { name: 'Change password' }).waitFor()
    await openPasskeys(page)
    await remove()
    await expectToast(page, 'Passkey removed. Your other devices were signed out.')
  })
})

test('A fingerprint that is not recognized, or a closed question, says nothing and keeps what was entered', async () => {
  const { page, recognize } = await deviceOf()
  await recognize(false)
  await openAsProvisional(page, 'Ivo')
  await page.getByRole('button', { name: 'Keep your account' }).click()
  const keep = page.getByRole('dialog', { name: 'Keep your account' })
  const username = keep.getByLabel('Username')
  await username.fill('ivo.keeps')
  const withPasskey = keep.getByRole('button', { name: 'Use a passkey instead' })
  const asked = page.waitForResponse('**/auth/passkeys/options')
  await withPasskey.click()
  await asked
  await expect.poll(() => withPasskey.getAttribute('aria-busy')).toBeNull()
  expect(await username.inputValue()).toBe('ivo.keeps')
  expect(await keep.getByRole('alert').count()).toBe(0)
  await recognize(true)
  await withPasskey.click()
  await expectToast(page, 'Your account is kept. You can log in on any device.')

  await logOut(page)
  await recognize(false)
  const button = page.getByRole('button', { name: /^(Sign in with a passkey|Logging in)/ })
  const again = page.waitForResponse('**/auth/passkey-login/options')
  await button.click()
  await again
  await expect.poll(() => button.getAttribute('aria-busy')).toBeNull()
  expect(await page.getByRole('alert').count()).toBe(0)
  await recognize(true)
  await signIn(page)
  await page.waitForURL(`**${firstPath}`)
})

test('Without a network the log-in says so, and works once it is back', async () => {
  const { page } = await deviceOf({ expects: [/net::ERR_/] })
  await logInAndOpen(page, server, 'dave', '/app/profile')
  await openPasskeys(page)
  await passkeysOf(page).getByRole('button', { name: 'Add a passkey' }).click()
  const add = page.getByRole('dialog', { name: 'Add a passkey' })
  await add.getByLabel('Current password', { exact: true }).fill(password)
  await add.getByRole('button', { name: 'Continue' }).click()
  await expectToast(page, 'Passkey added. You can log in with it.')
  await page.keyboard.press('Escape')
  await passkeysOf(page).waitFor({ state: 'hidden' })
  await logOut(page)
  await page.context().setOffline(true)
  await signIn(page)
  await page.getByText('Network error occurred. Please try again.').waitFor()
  await goOnline(page)
  await signIn(page)
  await page.waitForURL(`**${firstPath}`)
})

// On pages without an authenticator: axe's session of the DevTools would end it.
test('The log-in, the form that keeps an account and the dialogs of passkeys are accessible', async () => {
  const page = await person({ url })
  await page.goto('/login')
  await page.getByRole('button', { name: 'Sign in with a passkey' }).waitFor()
  await expectAccessible(page, 'the log-in with a passkey')
  await openAsProvisional(page, 'Kim')
  await page.getByRole('button', { name: 'Keep your account' }).click()
  await page.getByRole('button', { name: 'Use a passkey instead' }).waitFor()
  await expectAccessible(page, 'the form that keeps an account')
  const device = createAuthenticator(Number(new URL(url).port))
  expectSuccess(await device.add(await client(server, 'erin'), { currentPassword: password }))
  await logInAndOpen(page, server, 'erin', '/app/profile')
  await openPasskeys(page)
  await passkeysOf(page).getByRole('list', { name: 'Passkeys' }).waitFor()
  await expectAccessible(page, 'the list of passkeys')
  await passkeysOf(page).getByRole('button', { name: 'Add a passkey' }).click()
  const add = page.getByRole('dialog', { name: 'Add a passkey' })
  await add.waitFor()
  await expectAccessible(page, 'the dialog of a new passkey')
  await add.getByRole('button', { name: 'Cancel' }).click()
  await add.waitFor({ state: 'hidden' })
  await passkeysOf(page)
    .getByRole('button', { name: /^Remove / })
    .click()
  await page.getByRole('alertdialog', { name: 'Remove this passkey?' }).waitFor()
  await expectAccessible(page, 'the question before a passkey is removed')
})

test('A page on an address without a name offers no passkeys', async () => {
  const page = await person({ url: url.replace('localhost', '127.0.0.1') })
  await page.goto('/login')
  await page.getByRole('button', { name: 'Log in' }).waitFor()
  expect(await page.getByRole('button', { name: 'Sign in with a passkey' }).count()).toBe(0)
  await logInAndOpen(page, server, 'bob', '/app/profile')
  await page.getByText(/^This one/).waitFor()
  expect(await page.getByRole('button', { name: /^Passkeys/ }).count()).toBe(0)
})
