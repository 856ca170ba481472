// The files of a trip's archive, and the proof that none of them was changed: the manifest has the SHA-256 of each file,
// and another file that of the manifest. The hashes find damage and changes by hand; who knows the format can write new
// ones, so the manifest also has the ends of the log's hash chains, which the app can be asked for.

import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import * as v from 'valibot'
import { type AttachedFile, fileExtensions } from '#core/kernel/files.ts'
import { parseJsonFile, parseOrNull } from '#core/imports/text/jsonText.ts'
import { writeZip, type ZipFiles } from '#core/imports/text/zip.ts'

export const archivePaths = {
  manifest: 'manifest.json',
  /** The hash of the manifest, in the format of sha256sum. */
  manifestHash: 'manifest.sha256',
  trip: 'trip.json',
  events: 'events.jsonl',
} as const

/** Of a photo or PDF file: its name is the hash of its bytes. */
const filePath = ({ hash, type }: Pick<AttachedFile, 'hash' | 'type'>) =>
  `files/${hash}.${fileExtensions[type]}`
const FILE_PATH = /^files\/([0-9a-f]{64})\.\w+$/

export type ArchivedFile = Pick<AttachedFile, 'hash' | 'type'> & { content: Uint8Array }

const FORMAT = 'group-trip'

const hashText = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/))
const chainHead = v.object({ stream: v.string(), revision: v.number(), hash: hashText })

const manifestSchema = v.object({
  format: v.literal(FORMAT),
  version: v.number(),
  trip: v.object({ id: v.string(), title: v.string() }),
  /** The ends of the hash chains of the trip's streams. */
  streams: v.array(chainHead),
  files: v.array(v.object({ path: v.string(), bytes: v.number(), sha256: hashText })),
})
export type ArchiveManifest = v.InferOutput<typeof manifestSchema>

const hashOf = (bytes: Uint8Array): string => bytesToHex(sha256(bytes))

/** The ZIP file. The manifest is its first entry, so that a truncated file can still be recognized. */
export function packArchive(
  of: Pick<ArchiveManifest, 'trip' | 'streams'>,
  texts: ReadonlyMap<string, string>,
  attached: readonly ArchivedFile[] = [],
): Uint8Array {
  const encoder = new TextEncoder()
  const files = [...texts].map(([path, text]) => [path, encoder.encode(text)] as const)
  const stored = new Map(attached.map((file) => [filePath(file), file.content]))
  const manifest = encoder.encode(
    `${JSON.stringify(
      {
        ...{ format: FORMAT, version: 1, ...of },
        files: [...files, ...stored].map(([path, bytes]) => ({
          ...{ path, bytes: bytes.length, sha256: FILE_PATH.exec(path)?.[1] ?? hashOf(bytes) },
        })),
      } satisfies ArchiveManifest,
      null,
      2,
    )}\n`,
  )
  const proof = encoder.encode(`${hashOf(manifest)}  ${archivePaths.manifest}\n`)
  const packed = new Map([[archivePaths.manifest, manifest], [archivePaths.manifestHash, proof], ...files])
  return writeZip(packed, stored)
}

export interface VerifiedArchive {
  manifest: ArchiveManifest
  text: (path: string) => string | null
  /** Whether the bytes of a photo or file are there. */
  hasFile: (hash: string) => boolean
}

/** null for a ZIP file of another kind. @returns why it cannot be read, as a string: the file that was changed */
export function verifyArchive(zip: ZipFiles): VerifiedArchive | string | null {
  const files = inOneFolder(zip)
  const manifestBytes = files?.get(archivePaths.manifest)
  if (!files || !manifestBytes) return null
  const decoder = new TextDecoder()
  const proof = decoder.decode(files.get(archivePaths.manifestHash)).slice(0, 64)
  const json = parseJsonFile(decoder.decode(manifestBytes))
  if (proof !== hashOf(manifestBytes)) {
    // A manifest of another product has no proof of ours.
    const isOurs = files.has(archivePaths.manifestHash) || parseOrNull(manifestSchema, json) !== null
    return isOurs ? changed(archivePaths.manifest) : null
  }
  const manifest = parseOrNull(manifestSchema, json)
  if (!manifest) return null
  if (manifest.version !== 1) return 'The file was written by a newer version of this app. Please reload.'
  const listed = new Set<string>([archivePaths.manifest, archivePaths.manifestHash])
  for (const { path, sha256: hash } of manifest.files) {
    listed.add(path)
    const bytes = files.get(path)
    if (!bytes) return `“${path}” is missing in the file, so nothing of it was read.`
    if (hashOf(bytes) !== hash) return changed(path)
  }
  const added = [...files.keys()].find((path) => !listed.has(path))
  if (added !== undefined) return `“${added}” was added to the file, so nothing of it was read.`
  const hashes = new Set(
    manifest.files.flatMap(({ path, sha256: hash }) => (FILE_PATH.exec(path)?.[1] === hash ? [hash] : [])),
  )
  return {
    manifest,
    hasFile: (hash) => hashes.has(hash),
    text: (path) => (listed.has(path) ? decoder.decode(files.get(path)) : null),
  }
}

/** The bytes of the photos and files of an archive that was verified, by their hashes. */
export const filesInArchive = (zip: ZipFiles): Map<string, Uint8Array> =>
  new Map(
    [...(inOneFolder(zip) ?? [])].flatMap(([path, bytes]) => {
      const hash = FILE_PATH.exec(path)?.[1]
      return hash === undefined ? [] : [[hash, bytes] as const]
    }),
  )

const changed = (path: string): string =>
  `“${path}” was changed after the export, so nothing of the file was read.`

/** Other tools may pack the folder instead of its files, and add files of their own. */
function inOneFolder(zip: ZipFiles): ZipFiles | null {
  const manifest = [...zip.keys()].find((path) => /^(?:[^/]+\/)?manifest\.json$/.test(path))
  if (manifest === undefined) return null
  const folder = manifest.slice(0, -archivePaths.manifest.length)
  const own = [...zip].filter(([path]) => !/(?:^|\/)(?:__MACOSX\/|\.DS_Store$)/.test(path))
  return new Map(
    own.map(([path, bytes]) => [path.startsWith(folder) ? path.slice(folder.length) : path, bytes]),
  )
}
