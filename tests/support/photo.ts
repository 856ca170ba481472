// Photos that a browser can draw, as a person chooses them.

import { deflateSync, crc32 } from 'node:zlib'

export interface ChosenFile {
  name: string
  mimeType: string
  buffer: Buffer
}

/** A PNG of noise, of about 90 kB. */
export const largePhoto = (shade: number): Buffer =>
  pngOf(200, 150, () => Buffer.from(Array.from({ length: 601 }, (_, x) => (x === 0 ? 0 : noise(shade)))))

let seed = 1
const noise = (shade: number) => (seed = (seed * 16807 + shade) % 2147483647) % 256

/** A PNG of two colours. @param shade from 0 to 255: each makes another photo */
export function photo(shade: number, width = 400, height = 300): ChosenFile {
  const row = Buffer.alloc(1 + width * 3, shade)
  row[0] = 0
  for (let x = 0; x < width / 2; x++) row.set([200, shade, 60], 1 + x * 3)
  const buffer = pngOf(width, height, () => row)
  return { name: `photo-${shade}.png`, mimeType: 'image/png', buffer }
}

function pngOf(width: number, height: number, row: () => Buffer): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 2, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]),
    ...chunk('IHDR', header),
    ...chunk('IDAT', deflateSync(Buffer.concat(Array.from({ length: height }, row)))),
    ...chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(type: string, data: Buffer): Buffer[] {
  const body = Buffer.concat([Buffer.from(type), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(body))
  return [length, body, sum]
}
