// Opens the file store of the settings: a folder beside the log, or a bucket of an S3-compatible service.

import { join } from 'node:path'
import type { FileStore } from '#api/platform/fileStore.ts'
import { folderFileStore } from '#api/stores/files/folderFileStore.ts'
import { s3FileStore } from '#api/stores/files/s3FileStore.ts'

/** @param filesUrl s3://key:secret@host/bucket?region=…&tls=false; undefined for the folder */
export function openFileStore({
  filesUrl,
  dataDir,
}: {
  filesUrl: string | undefined
  dataDir: string
}): FileStore {
  if (filesUrl === undefined) return folderFileStore(join(dataDir, 'files'))
  const { username, password, host, pathname, searchParams } = new URL(filesUrl)
  return s3FileStore({
    url: `${searchParams.get('tls') === 'false' ? 'http' : 'https'}://${host}${pathname.replace(/\/$/, '')}`,
    region: searchParams.get('region') ?? 'us-east-1',
    keyId: decodeURIComponent(username),
    secret: decodeURIComponent(password),
  })
}
