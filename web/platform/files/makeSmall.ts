// Makes a chosen photo small before it leaves the device. It is always encoded again, even where it is small enough: the
// file of a camera says where it was taken and by which device.

import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import { type AttachedFile, fileLimits } from '#core/kernel/files.ts'

/** The longest side in pixels: a receipt has small print. */
export const longestSides = { chat: 1600, receipt: 2048 } as const

/** What is sent, and how messages refer to it. */
export interface SmallFile {
  file: AttachedFile
  bytes: Uint8Array<ArrayBuffer>
}

/** The file cannot be sent; the message says why. */
export class UnusableFile extends Error {
  override name = 'UnusableFile'
}

const QUALITY = 0.82
/** A photo of much detail gets these until it is below `SMALL_BYTES`. */
const LOWER_QUALITIES = [0.7, 0.55]
const SMALL_BYTES = 600_000
/** A message shows it for a moment and has up to ten, so it is far below the limit. */
const THUMB = { longest: 40, qualities: [0.6, 0.3] }
const THUMB_BYTES = 900

interface Size {
  width: number
  height: number
}

/** With its longest side as long as that, and never larger than it is. */
export function fittingSize({ width, height }: Size, longest: number): Size {
  const scale = Math.min(1, longest / Math.max(width, height))
  const scaled = (side: number) => Math.max(1, Math.round(side * scale))
  return { width: scaled(width), height: scaled(height) }
}

/** Why the browser could not read it, in words. */
export function unreadableText({ name, type }: Pick<File, 'name' | 'type'>): string {
  if (/^image\/hei[cf]/.test(type) || /\.hei[cf]$/i.test(name))
    return 'This browser cannot read HEIC photos. Save it as a JPEG first.'
  return `“${name}” is not a photo that this browser can read`
}

/** As it is: it cannot be made small. @throws UnusableFile */
export async function readPdf(chosen: File): Promise<SmallFile> {
  const most = fileLimits.pdfBytes
  if (chosen.size > most) throw new UnusableFile(`A PDF can have at most ${most / 1024 / 1024} MB`)
  const bytes = new Uint8Array(await chosen.arrayBuffer())
  const hash = bytesToHex(sha256(bytes))
  const size = { width: null, height: null, bytes: bytes.length, thumb: null }
  return { file: { hash, type: 'application/pdf', ...size }, bytes }
}

/** Of a photo; of a GIF its first picture. @throws UnusableFile */
export async function makeSmallPhoto(chosen: File, use: keyof typeof longestSides): Promise<SmallFile> {
  const url = URL.createObjectURL(chosen)
  try {
    const image = await load(url).catch(() => {
      throw new UnusableFile(unreadableText(chosen))
    })
    const size = fittingSize(image, longestSides[use])
    const canvas = await draw(chosen, image, size)
    const photo = await encode(canvas, 'image/jpeg', [QUALITY, ...LOWER_QUALITIES], SMALL_BYTES)
    const bytes = new Uint8Array(await photo.arrayBuffer())
    const hash = bytesToHex(sha256(bytes))
    const thumb = await thumbOf(canvas, size)
    const file = { hash, type: 'image/jpeg', ...size, bytes: bytes.length, thumb } as const
    release(canvas)
    return { file, bytes }
  } finally {
    URL.revokeObjectURL(url)
  }
}

/** Its natural size is that of the upright picture. */
async function load(url: string): Promise<HTMLImageElement> {
  const image = new Image()
  image.src = url
  await image.decode()
  if (image.naturalWidth === 0) throw new Error('It has no size')
  return image
}

/**
 * It is scaled while it is decoded: a canvas of an iPhone has at most 16.7 megapixels, and its camera takes 48. Browsers that
 * scale no bitmap, or not this file, draw the picture itself.
 */
async function draw(chosen: Blob, image: HTMLImageElement, size: Size): Promise<HTMLCanvasElement> {
  const { width, height } = size
  const bitmap = await createImageBitmap(chosen, {
    imageOrientation: 'from-image',
    resizeWidth: width,
    resizeHeight: height,
    resizeQuality: 'high',
  }).catch(() => null)
  const canvas = canvasOf(size, bitmap ?? image)
  bitmap?.close()
  return canvas
}

/** On white, where the picture is transparent. */
function canvasOf({ width, height }: Size, picture: CanvasImageSource): HTMLCanvasElement {
  const canvas = document.createElement('canvas')
  Object.assign(canvas, { width, height })
  const context = canvas.getContext('2d')!
  context.fillStyle = '#fff'
  context.fillRect(0, 0, width, height)
  context.imageSmoothingQuality = 'high'
  context.drawImage(picture, 0, 0, width, height)
  return canvas
}

/** The memory of a canvas is limited as well, and Safari keeps that of an unused one for a while. */
const release = (canvas: HTMLCanvasElement) => Object.assign(canvas, { width: 0, height: 0 })

/** In the first quality that is below the limit, or else in the last one. */
async function encode(
  canvas: HTMLCanvasElement,
  type: string,
  qualities: readonly number[],
  limit: number,
): Promise<Blob> {
  let smallest: Blob | null = null
  for (const quality of qualities) {
    smallest = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, quality))
    if (smallest && smallest.size <= limit) break
  }
  if (!smallest) throw new UnusableFile('This photo is too large for this device')
  return smallest
}

/** A data URL. WebP has no tables in front of the picture, but Safari encodes none. */
async function thumbOf(canvas: HTMLCanvasElement, size: Size): Promise<string | null> {
  const small = canvasOf(fittingSize(size, THUMB.longest), canvas)
  const webp = await encode(small, 'image/webp', THUMB.qualities, THUMB_BYTES)
  const thumb =
    webp.type === 'image/webp' ? webp : await encode(small, 'image/jpeg', THUMB.qualities, THUMB_BYTES)
  release(small)
  if (thumb.size > fileLimits.thumbBytes) return null
  const bytes = new Uint8Array(await thumb.arrayBuffer())
  return `data:${thumb.type};base64,${btoa(String.fromCharCode(...bytes))}`
}
