// The thread that writes the log ends, as one without memory does.

import { expect, test } from 'vitest'
import { startServer } from '#tests/support/server.ts'

/** SIGUSR2 ends the first thread of the server: the writer of the log. */
const ENDS_WRITER = `process.once('worker',(writer)=>process.on('SIGUSR2',()=>writer.terminate()))`

test.skipIf(process.platform === 'win32')(
  'A server whose writing thread ends says so and ends, so that its supervisor starts it again',
  async () => {
    const server = await startServer({
      env: {
        DEMO_DATA: 'off',
        NODE_OPTIONS: `--import=data:text/javascript,${ENDS_WRITER.replaceAll(' ', '%20')}`,
      },
    })
    process.kill(server.pid, 'SIGUSR2')
    await expect.poll(() => server.logs).toContain('the event store cannot be written: its thread has ended')
    expect(await server.stop()).toBe(1)
  },
)
