// The offline cache of a page, read from its database.

import type { Page } from 'playwright-core'
import { expect } from 'vitest'

/** The names in this device's offline cache; of a trip, `replicas` and `pieces` with its id. */
export const cachedNames = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    // Opening the database before the app has created it would create it empty.
    if (!(await indexedDB.databases()).some(({ name }) => name === 'seen')) return []
    return new Promise<string[]>((resolve, reject) => {
      const opening = indexedDB.open('seen')
      opening.addEventListener('error', () => reject(opening.error!))
      opening.addEventListener('success', () => {
        const db = opening.result
        const transaction = db.transaction(['rows', 'replicas', 'pieces'])
        const names: string[] = []
        for (const store of transaction.objectStoreNames) {
          const reading = transaction.objectStore(store).getAllKeys()
          reading.addEventListener('success', () => {
            const found = reading.result.map((key) => (key as string[])[1]!)
            names.push(...(store === 'rows' ? found : found.map((tripId) => `${store} ${tripId}`)))
          })
        }
        transaction.addEventListener('complete', () => {
          db.close()
          resolve([...new Set(names)])
        })
      })
    })
  })

/** Waits until the offline cache has these names. */
export async function waitUntilCached(page: Page, ...names: (string | RegExp)[]): Promise<void> {
  const missing = async () => {
    const here = await cachedNames(page)
    return names.filter(
      (name) => !here.some((one) => (name instanceof RegExp ? name.test(one) : name === one)),
    )
  }
  await expect.poll(missing).toEqual([])
}
