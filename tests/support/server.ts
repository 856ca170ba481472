// Starts servers for a test file. They and their folders are removed after it, also when a test fails.

import { afterAll } from 'vitest'
import { endServers } from '#tests/support/serverProcess.ts'

export { type Server, startServer } from '#tests/support/serverProcess.ts'

afterAll(endServers)
