// `node tests/pictures/drawIcons.ts`: renders the installed app's icons from their two drawings in web/public/icons.
// `icon` has rounded corners; `whole` fills its square, because Android masks it and iOS rounds it. The images are
// committed, so that building the client needs no browser.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import { chromiumHint, findChromium, launchFlags } from '#tests/support/chromium.ts'

const folder = 'web/public/icons'
const wanted = [
  { drawing: 'icon', file: 'icon-192', size: 192 },
  { drawing: 'icon', file: 'icon-512', size: 512 },
  { drawing: 'whole', file: 'maskable-192', size: 192 },
  { drawing: 'whole', file: 'maskable-512', size: 512 },
  { drawing: 'whole', file: 'apple-touch-icon', size: 180 },
]

const executablePath = findChromium()
if (!executablePath) throw new Error(chromiumHint)
const browser = await chromium.launch({ executablePath, args: launchFlags })
for (const { drawing, file, size } of wanted) {
  const page = await browser.newPage({ viewport: { width: size, height: size } })
  const svg = readFileSync(join(folder, `${drawing}.svg`), 'utf8').replace('<svg', `<svg width="${size}"`)
  await page.setContent(`<body style="margin:0;line-height:0">${svg}</body>`)
  await page.screenshot({ path: join(folder, `${file}.png`), omitBackground: drawing === 'icon' })
  await page.close()
}
await browser.close()
console.log(`${wanted.length} icons in ${folder}`)
