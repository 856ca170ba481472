// Erases what a deleted trip or a removed guest leaves behind. The erasers follow the log from their stored position, once
// the documents that they read are built.

import type { Logger } from 'pino'
import type { Codec } from '#core/store/codec.ts'
import type { HandleCommand } from '#core/store/command.ts'
import type { EventStore, StoredEvent } from '#core/store/eventStore.ts'
import type { AnyStreamType } from '#core/store/streamType.ts'
import type { Progress } from '#projections/platform/progress.ts'
import type { Projection } from '#projections/platform/projection.ts'
import type { ReadStore } from '#projections/platform/readStore.ts'
import { createChatEraser } from '#api/chat/eraser.ts'
import { followLog } from '#api/platform/follower.ts'
import { READ_MODELS_TIMEOUT_MS } from '#api/platform/readModels.ts'
import { createEraser } from '#api/trips/eraser.ts'

interface Deps {
  store: EventStore
  readStore: ReadStore
  codec: Codec
  handleCommand: HandleCommand
  progress: Pick<Progress, 'ready' | 'waitForPosition'>
  /** Of the streams that are erased with their trip. */
  streamTypes: readonly AnyStreamType[]
  log: Logger
}

const FOLLOWER_NAME = 'eraser'

export function followErasers({
  store,
  readStore,
  codec,
  handleCommand,
  progress,
  streamTypes,
  log,
}: Deps): ReturnType<typeof followLog> {
  const erase = createEraser({ store, codec, handleCommand, streamTypes })
  const eraseChats = createChatEraser({ store, codec, handleCommand, readAt })

  async function readAt<Doc>(
    projection: Projection<Doc>,
    key: string,
    position: string,
  ): Promise<Doc | null> {
    if (!(await progress.waitForPosition(position, READ_MODELS_TIMEOUT_MS)))
      throw new Error('The read models are behind the erasers')
    return readStore.get(projection, key)
  }

  const both = async (event: StoredEvent): Promise<void> => {
    await erase(event)
    await eraseChats(event)
  }
  return followLog(store, FOLLOWER_NAME, both, log, {
    async read() {
      await progress.ready
      return readStore.followerPosition(FOLLOWER_NAME)
    },
    move: (position) => readStore.setFollowerPosition(FOLLOWER_NAME, position),
  })
}
