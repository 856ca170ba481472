// A page that makes photos, has them made small and stores them, for a test that drives the browser.

import { waitingFileStoreContract } from '#tests/contracts/waitingFileStore.ts'
import { indexedDbWaitingFileStore } from '#web/platform/outbox/waitingFileStores.ts'
import { type SmallFile, UnusableFile, makeSmallPhoto } from '#web/platform/files/makeSmall.ts'

/** A photo with a red strip along its left edge, and noise elsewhere: nothing compresses worse. */
async function camera(width: number, height: number, noise = 1): Promise<Blob> {
  const canvas = new OffscreenCanvas(width, height)
  const context = canvas.getContext('2d')!
  const pixels = context.createImageData(width, height)
  let seed = 1
  const random = () => (seed = (seed * 16807) % 2147483647) % 256
  const grains = Array.from({ length: 4096 }, random)
  for (let at = 0; at < pixels.data.length; at += 4) {
    const [x, y] = [(at / 4) % width, Math.floor(at / 4 / width)]
    // Larger than a pixel of the small photo, so that they are still there.
    const grain = grains[((x >> 2) * 31 + (y >> 2) * 97) % 4096]! * noise
    pixels.data.set(x < width / 4 ? [255, 0, 0, 255] : [grain, 120, (grain * 7) % 256, 255], at)
  }
  context.putImageData(pixels, 0, 0)
  return canvas.convertToBlob({ type: 'image/jpeg', quality: 0.95 })
}

/** With what a camera writes: turned by 90 degrees, and where it was taken. */
async function withCameraData(photo: Blob): Promise<Blob> {
  const text = (words: string) => Array.from(new TextEncoder().encode(words))
  // Big-endian TIFF with one field: Orientation 6; then the words that must not leave the device.
  const tiff = [...text('MM'), 0, 42, 0, 0, 0, 8, 0, 1, 1, 18, 0, 3, 0, 0, 0, 1, 0, 6, 0, 0, 0, 0, 0, 0]
  const exif = [...text('Exif'), 0, 0, ...tiff, ...text('GPS 38.7223 N 9.1393 W')]
  const bytes = new Uint8Array(await photo.arrayBuffer())
  const length = exif.length + 2
  const head = [0xff, 0xd8, 0xff, 0xe1, length >> 8, length & 255, ...exif]
  return new Blob([new Uint8Array(head), bytes.slice(2)], { type: 'image/jpeg' })
}

interface Made extends Pick<SmallFile, 'file'> {
  text: string
  /** Red at the left edge, at the top edge. */
  red: { left: boolean; top: boolean }
  ms: number
}

async function made(blob: Blob, name: string, use: 'chat' | 'receipt'): Promise<Made | string> {
  const start = performance.now()
  try {
    const { file, bytes } = await makeSmallPhoto(new File([blob], name, { type: blob.type }), use)
    const ms = performance.now() - start
    const bitmap = await createImageBitmap(new Blob([bytes], { type: file.type }))
    const canvas = new OffscreenCanvas(bitmap.width, bitmap.height)
    const context = canvas.getContext('2d')!
    context.drawImage(bitmap, 0, 0)
    const isRed = (x: number, y: number) => {
      const [r, g] = context.getImageData(x, y, 1, 1).data
      return r! > 200 && g! < 60
    }
    const red = { left: isRed(3, bitmap.height - 3), top: isRed(bitmap.width - 3, 3) }
    return { file, text: new TextDecoder('latin1').decode(bytes), red, ms }
  } catch (error) {
    if (error instanceof UnusableFile) return error.message
    throw error
  }
}

let databases = 0

const photosPage = {
  /** Runs a test of the contract of the waiting files' store. @returns the failure, or null */
  async keeps(promise: string): Promise<string | null> {
    const name = `contract ${++databases}`
    const again = () => indexedDbWaitingFileStore(name)
    try {
      await waitingFileStoreContract[promise]!({ store: again(), again })
      return null
    } catch (error) {
      return String(error)
    }
  },
  photo: async (width: number, height: number, use: 'chat' | 'receipt', noise = 1) =>
    made(await camera(width, height, noise), 'photo.jpg', use),
  turned: async () => made(await withCameraData(await camera(800, 600, 0)), 'photo.jpg', 'chat'),
  other: (bytes: number[], type: string, name: string) =>
    made(new Blob([new Uint8Array(bytes)], { type }), name, 'chat'),
}

export type PhotosPage = typeof photosPage

declare global {
  interface Window {
    photosPage: PhotosPage
  }
}

window.photosPage = photosPage
