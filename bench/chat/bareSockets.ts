// The baseline of the fan-out bench: a bare Socket.IO server with the same settings. Every socket joins one room; a
// posted message is emitted to it in the same envelope and gets a response of the same size. It checks and
// stores nothing.
// Usage: node bareSockets.ts <an event's payload as JSON>

import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Server } from 'socket.io'

const payload = JSON.parse(process.argv[2]!) as { message: { content: string; seq: number } }

const http = createServer((request, response) => {
  let body = ''
  request.setEncoding('utf8').on('data', (text: string) => (body += text))
  request.on('end', () => {
    const { content } = JSON.parse(body) as { content: string }
    const published = { ...payload, message: { ...payload.message, content } }
    io.to('all').emit('trip:message', published)
    response.writeHead(201, { 'Content-Type': 'application/json' })
    response.end(JSON.stringify({ message: published.message }))
  })
})
const io = new Server(http, { transports: ['websocket'], perMessageDeflate: false, serveClient: false })
io.on('connection', async (socket) => {
  await socket.join('all')
  socket.emit('authenticated', { user: socket.handshake.auth })
  socket.on('join_conversation', async ({ conversationId }: { conversationId: string }) => {
    await socket.join(conversationId)
    socket.emit('conversation_joined', { conversationId, last_seq: 0 })
  })
})
http.listen(Number(process.env['PORT'] ?? 0), '127.0.0.1', () =>
  console.log(`http://127.0.0.1:${(http.address() as AddressInfo).port}`),
)
process.once('SIGTERM', () => process.exit(0))
