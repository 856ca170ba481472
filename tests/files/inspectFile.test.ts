import { describe, expect, it } from 'vitest'
import { inspectFile } from '#core/files/inspectFile.ts'
import { EXIF, jpeg, jpegSegment, pdf, png, pngChunk, webp, webpChunk } from '#tests/support/pictures.ts'

const text = (bytes: Uint8Array) => Buffer.from(bytes).toString('latin1')
const kept = (bytes: Uint8Array) => {
  const inspected = inspectFile(bytes)
  if (typeof inspected === 'string') throw new Error(inspected)
  return inspected
}

describe('The type and size of a file are read from its bytes', () => {
  it.each([
    ['a JPEG', jpeg({ width: 640, height: 480 }), 'image/jpeg', 640, 480],
    ['a PNG', png({ width: 640, height: 480 }), 'image/png', 640, 480],
    ['a WebP', webp({ width: 640, height: 480 }), 'image/webp', 640, 480],
    ['a PDF', pdf(), 'application/pdf', null, null],
  ] as const)('%s', (_, bytes, type, width, height) =>
    expect(kept(bytes)).toMatchObject({ type, width, height }),
  )
})

describe('What a camera or a program wrote beside the picture leaves it', () => {
  it('The place leaves a JPEG, with all other texts', () => {
    const more = [EXIF, jpegSegment(0xed, 'Photoshop caption'), jpegSegment(0xfe, 'a comment')]
    const { content } = kept(jpeg({ more: [...more, jpegSegment(0xe2, 'MPF\0second picture')] }))
    expect(text(content)).not.toMatch(/GPS|Photoshop|comment|MPF/)
    expect(content).toEqual(new Uint8Array(jpeg()))
  })

  it('The colour profile of a JPEG stays', () => {
    const bytes = jpeg({ more: [jpegSegment(0xe2, 'ICC_PROFILE\0\x01\x01profile')] })
    expect(kept(bytes).content).toEqual(new Uint8Array(bytes))
  })

  it('EXIF, texts and times leave a PNG', () => {
    const more = ['eXIf', 'tEXt', 'iTXt', 'zTXt', 'tIME', 'prVt'].map((name) => pngChunk(name, 'GPSLatitude'))
    expect(kept(png({ more })).content).toEqual(new Uint8Array(png()))
  })

  it('EXIF and XMP leave a WebP, and its header says so', () => {
    const more = [webpChunk('EXIF', 'GPSLatitude'), webpChunk('XMP ', '<x:xmpmeta>')]
    expect(kept(webp({ more })).content).toEqual(new Uint8Array(webp({}, 0)))
  })
})

describe('A file is refused', () => {
  const cut = (bytes: Buffer) => bytes.subarray(0, -3)
  const then = (bytes: Buffer) => Buffer.concat([bytes, Buffer.from('PK\x03\x04<script>')])
  it.each([
    ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'NotAFileType'],
    ['an HTML page', Buffer.from('<!doctype html><p>%PDF-'), 'NotAFileType'],
    ['a GIF', Buffer.from('GIF89a............'), 'NotAFileType'],
    ['nothing', Buffer.alloc(0), 'NotAFileType'],
    ['a truncated JPEG', cut(jpeg()), 'FileIsIncomplete'],
    ['a JPEG of the header only', jpeg().subarray(0, 20), 'FileIsIncomplete'],
    ['a truncated PNG', cut(png()), 'FileIsIncomplete'],
    ['a truncated WebP', cut(webp()), 'FileIsIncomplete'],
    ['a truncated PDF', pdf().subarray(0, -8), 'FileIsIncomplete'],
    ['a JPEG that is an archive, too', then(jpeg()), 'FileHasMore'],
    ['a PNG that is an archive, too', then(png()), 'FileHasMore'],
    ['a WebP that is an archive, too', then(webp()), 'FileHasMore'],
    ['a PDF that is an archive, too', then(pdf()), 'FileHasMore'],
    ['a WebP that moves', webp({}, 0x02), 'MovingPicture'],
    ['a PNG that moves', png({ more: [pngChunk('acTL', 'frames')] }), 'MovingPicture'],
    ['a line of 1 × 60000 pixels', png({ width: 1, height: 60_000 }), 'TooManyPixels'],
    ['30000 × 30000 pixels', jpeg({ width: 30_000, height: 30_000 }), 'TooManyPixels'],
    ['10000 × 10000 pixels', webp({ width: 10_000, height: 10_000 }), 'TooManyPixels'],
    ['a picture without height', jpeg({ height: 0 }), 'FileIsIncomplete'],
    ['a photo of 6 MB', jpeg({ data: 'x'.repeat(6 * 1024 * 1024) }), 'PhotoIsTooLarge'],
    ['a PDF of 11 MB', pdf('x'.repeat(11 * 1024 * 1024)), 'PdfIsTooLarge'],
  ] as const)('%s', (_, bytes, refusal) => expect(inspectFile(bytes)).toBe(refusal))

  it('at whatever byte it ends', () => {
    for (const whole of [jpeg({ more: [EXIF] }), png(), webp()])
      for (let length = 0; length < whole.length; length++)
        expect(inspectFile(whole.subarray(0, length)), String(length)).toBeTypeOf('string')
  })
})
