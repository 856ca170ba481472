// Shows the site within a frame of any width, because the windows of these engines are at least 450 pixels wide. The
// product forbids framing, so that header is removed on the way.

import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Server } from '#tests/support/server.ts'

interface Frames {
  /** The address of the site; the frame's page is at /frame. */
  url: string
  /** A script for /frame: loads a path in the frame. @param path */
  show: string
  /** A script for /frame: the text that the frame shows. */
  text: string
  /** A script for /frame: the elements that scroll sideways by mistake, with the number of px. @param width */
  scrollingSideways: string
  close(): Promise<void>
}

export async function framesOf(site: Server): Promise<Frames> {
  const server = createServer((asked, answer) => {
    if (asked.url === '/frame') {
      answer.setHeader('Content-Type', 'text/html')
      return void answer.end('<!doctype html><iframe style="width: 390px; height: 844px; border: 0">')
    }
    const { method, headers, url } = asked
    // One connection for each request: the server may close a kept-alive one just when it is used again.
    const onward = request(site.url + url, { method, headers, agent: false }, (given) => {
      const { 'content-security-policy': _policy, 'x-frame-options': _frames, ...rest } = given.headers
      answer.writeHead(given.statusCode!, rest)
      given.pipe(answer)
    })
    onward.on('error', () => answer.destroy())
    asked.pipe(onward)
  }).listen(0, '127.0.0.1')
  // Unanswered, they would fill the six connections that Firefox opens to a host, and later requests would wait.
  server.on('upgrade', (_, socket) => socket.destroy())
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    show,
    text,
    scrollingSideways,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** Creates a new frame: setting an address that differs only behind the # would load nothing. */
const show = `
  const frame = document.querySelector('iframe')
  return new Promise((resolve) => {
    frame.onload = () => {
      frame.onload = null
      frame.src = arguments[0]
      resolve(true)
    }
    frame.src = 'about:blank'
  })
`
const text = `return document.querySelector('iframe').contentDocument?.body?.innerText ?? ''`

/** A part that follows its own width is rendered some frames later. A strip that is made to scroll has a class for it. */
const scrollingSideways = `
  const frame = document.querySelector('iframe')
  const { contentDocument: page, contentWindow: inside } = frame
  frame.style.width = arguments[0] + 'px'
  const look = () =>
    [page.documentElement, ...page.querySelectorAll('body *')].flatMap((one) => {
      const scrolls = one === page.documentElement || ['auto', 'scroll'].includes(inside.getComputedStyle(one).overflowX)
      const tooWide = one.scrollWidth - one.clientWidth
      if (!scrolls || tooWide <= 0 || one.classList.contains('overflow-x-auto')) return []
      return [tooWide + ' px: ' + one.outerHTML.slice(0, 100)]
    })
  const settled = async () => {
    let found = []
    for (let frames = 0; frames < 120; frames++) {
      await new Promise((resolve) => requestAnimationFrame(resolve))
      found = look()
      if (frames > 0 && found.length === 0) break
    }
    return found
  }
  return settled()
`
