// Erases what a deleted trip, message or chat and a removed guest leave behind, and files that nothing refers to. The erasers follow the log from their stored position, once
// the documents that they read are built.

import type { Logger } from 'pino'
import type { Codec } from '#core/store/codec.ts'
import type { HandleCommand } from '#core/store/command.ts'
import type { StreamReader } from '#core/store/streamReader.ts'
import type { EventStore, StoredEvent } from '#core/store/eventStore.ts'
import type { AnyStreamType } from '#core/store/streamType.ts'
import type { Progress } from '#projections/platform/progress.ts'
import type { Projection } from '#projections/platform/projection.ts'
import type { ReadStore } from '#projections/platform/readStore.ts'
import { createChatEraser } from '#api/chat/eraser.ts'
import { createFileEraser, type LaterErasure, laterErasures } from '#api/files/eraser.ts'
import type { FileStore } from '#api/platform/fileStore.ts'
import { followLog } from '#api/platform/follower.ts'
import { READ_MODELS_TIMEOUT_MS } from '#api/platform/readModels.ts'
import { createEraser } from '#api/trips/eraser.ts'

interface Deps {
  store: EventStore
  readStore: ReadStore
  codec: Codec
  reader: StreamReader
  files: FileStore
  clock(): number
  handleCommand: HandleCommand
  progress: Pick<Progress, 'ready' | 'waitForPosition'>
  /** Of the streams that are erased with their trip. */
  streamTypes: readonly AnyStreamType[]
  log: Logger
}

const FOLLOWER_NAME = 'eraser'
const LATER_EVERY_MS = 10 * 60_000

export function followErasers({
  store,
  readStore,
  codec,
  reader,
  files,
  clock,
  handleCommand,
  progress,
  streamTypes,
  log,
}: Deps): ReturnType<typeof followLog> & { eraseLater(): Promise<void> } {
  const erase = createEraser({ store, codec, handleCommand, streamTypes })
  const eraseChats = createChatEraser({ store, codec, handleCommand, readAt })
  const fileEraser = createFileEraser({ store, codec, reader, handleCommand, files, readAt, clock })

  async function readAt<Doc>(
    projection: Projection<Doc>,
    key: string,
    position: string,
  ): Promise<Doc | null> {
    if (!(await progress.waitForPosition(position, READ_MODELS_TIMEOUT_MS)))
      throw new Error('The read models are behind the erasers')
    return readStore.get(projection, key)
  }

  const all = async (event: StoredEvent): Promise<void> => {
    await fileEraser.onEvent(event)
    await erase(event)
    await eraseChats(event)
  }
  const follower = followLog(store, FOLLOWER_NAME, all, log, {
    async read() {
      await progress.ready
      return readStore.followerPosition(FOLLOWER_NAME)
    },
    move: (position) => readStore.setFollowerPosition(FOLLOWER_NAME, position),
  })

  async function eraseLater(): Promise<void> {
    await progress.ready
    for (const what of Object.keys(laterErasures) as LaterErasure[]) {
      const after = await readStore.followerPosition(what)
      const done = await fileEraser.eraseLater(what, after)
      if (done !== after) await readStore.setFollowerPosition(what, done)
    }
  }
  /** Settles when none is under way. */
  let erasing = Promise.resolve()
  const eraseNow = () => {
    erasing = erasing.then(eraseLater)
    return erasing
  }
  const timer = setInterval(() => {
    eraseNow().catch((err: unknown) => log.error({ err }, 'unused files are not erased yet'))
    erasing = erasing.catch(() => undefined)
  }, LATER_EVERY_MS).unref()
  return {
    eraseLater: eraseNow,
    async stop() {
      clearInterval(timer)
      await follower.stop()
      await erasing
    },
  }
}
