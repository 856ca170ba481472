// The bytes of photos as addresses of this page: from this device where they wait to be sent, else from the server. An image
// cannot ask with a bearer token by itself.

import { useCallback, useEffect, useSyncExternalStore } from 'react'
import { downloadFile } from '#web/platform/http/fileRequests.ts'
import { deviceUploads } from '#web/platform/outbox/deviceUploads.ts'
import { session } from '#web/platform/session/session.ts'

interface LoadedPhoto {
  state: 'loading' | 'loaded' | 'failed'
  url: string | null
}

const photos = new Map<string, LoadedPhoto>()
const listeners = new Set<() => void>()
const users = new Map<string, number>()
/** Together they are hardly faster, and the first one is there later. */
const MAX_LOADING = 3
const waiting: string[] = []
let loading = 0
/** Beyond these, photos that are not shown leave the memory, the one that was loaded first. */
const MAX_LOADED = 80

function set(hash: string, photo: LoadedPhoto): void {
  photos.set(hash, photo)
  for (const listener of listeners) listener()
}

function loadNext(): void {
  while (loading < MAX_LOADING && waiting.length > 0) {
    loading += 1
    void load(waiting.shift()!).finally(() => {
      loading -= 1
      loadNext()
    })
  }
}

async function load(hash: string): Promise<void> {
  try {
    set(hash, { state: 'loaded', url: URL.createObjectURL(await photoBlob(hash)) })
    forgetOldest()
  } catch {
    set(hash, { state: 'failed', url: null })
  }
}

function forgetOldest(): void {
  for (const [hash, { url }] of photos) {
    if (photos.size <= MAX_LOADED) return
    if (users.has(hash) || url === null) continue
    URL.revokeObjectURL(url)
    photos.delete(hash)
  }
}

/** @throws Refused or Unreachable */
export async function photoBlob(hash: string): Promise<Blob> {
  const kept = session.user && (await deviceUploads.find(session.user.id, hash))
  return kept ? new Blob([kept.bytes], { type: kept.type }) : downloadFile(hash)
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** @param isWanted it is loaded, unless it is already there */
export function usePhotoUrl(hash: string, isWanted: boolean): LoadedPhoto & { retry: () => void } {
  const photo = useSyncExternalStore(subscribe, () => photos.get(hash))
  const retry = useCallback(() => {
    if (photos.get(hash)?.state === 'loading') return
    set(hash, { state: 'loading', url: null })
    waiting.push(hash)
    loadNext()
  }, [hash])
  useEffect(() => {
    if (isWanted && !photos.has(hash)) retry()
  }, [isWanted, hash, retry])
  useEffect(() => {
    users.set(hash, (users.get(hash) ?? 0) + 1)
    return () => {
      const left = users.get(hash)! - 1
      if (left > 0) users.set(hash, left)
      else users.delete(hash)
    }
  }, [hash])
  return { ...(photo ?? { state: 'loading', url: null }), retry }
}
