// Reads docker-compose.yml with Debian's Docker Compose, which needs no Docker engine for that.

import { spawnSync } from 'node:child_process'
import { findOrInstall, findProgram, hintOf, type Wanted } from '#tests/support/program.ts'

const wanted: Wanted = {
  names: ['docker-compose'],
  named: 'DOCKER_COMPOSE',
  packages: ['docker-compose'],
  purpose: 'docker-compose, for the tests',
}
export const composeHint = hintOf(wanted)
export const findOrInstallCompose = () => findOrInstall(wanted)
export const hasCompose = () => findProgram(wanted) !== undefined

export interface Service {
  image?: string
  command?: string[]
  environment?: Record<string, string>
  healthcheck?: { test: string[] }
  restart?: string
  depends_on?: Record<string, { condition: string }>
  networks?: Record<string, unknown>
  network_mode?: string
  ports?: unknown[]
  volumes?: string[]
  read_only?: boolean
}

export interface ComposeFile {
  services: Record<string, Service>
  networks: Record<string, { internal?: boolean }>
}

// Debian's Docker Compose is written in Python, so its YAML parser is installed too.
const TO_JSON = 'import json, sys, yaml; json.dump(yaml.safe_load(sys.stdin), sys.stdout)'

/** @param folder with .env @throws Error with the output of Docker Compose */
export function readCompose(folder: string, files: readonly string[]): ComposeFile {
  const program = findProgram(wanted)
  if (!program) throw new Error(composeHint)
  // Docker Compose would substitute the variables of the test run's environment.
  const env = { PATH: process.env['PATH'], HOME: process.env['HOME'] }
  const args = [...files.flatMap((file) => ['-f', file]), 'config']
  const yaml = ran(program, args, { cwd: folder, env })
  return JSON.parse(ran('python3', ['-c', TO_JSON], { input: yaml })) as ComposeFile
}

function ran(program: string, args: string[], options: object): string {
  const { status, stdout, stderr, error } = spawnSync(program, args, { encoding: 'utf8', ...options })
  if (status !== 0) throw new Error(`${program} ${args[0]}: ${error?.message ?? stderr}`)
  return stdout
}
