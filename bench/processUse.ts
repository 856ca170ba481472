// What a process uses of the machine, from /proc: processor time, memory and file descriptors.

import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'

/** The unit of processor times in /proc: 1/100 s on every Linux. */
const TICKS = 100

/** The processor time of a process so far, in seconds. */
export function processorSeconds(pid: number): number {
  // The program's name, in brackets, may contain spaces.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ')
  return (Number(fields[11]) + Number(fields[12])) / TICKS
}

/** The processor time of the whole machine so far that was not idle, in seconds. */
export function machineSeconds(): number {
  const [user, nice, system, , , irq, softirq, steal] = readFileSync('/proc/stat', 'utf8')
    .split('\n')[0]!
    .split(/\s+/)
    .slice(1)
    .map(Number)
  return [user, nice, system, irq, softirq, steal].reduce<number>((sum, one) => sum + (one ?? 0), 0) / TICKS
}

export function residentMegabytes(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) / 1000
}

export const openDescriptors = (pid: number): number => readdirSync(`/proc/${pid}/fd`).length

export function descriptorLimit(pid: number): number {
  return Number(/Max open files\s+(\d+)/.exec(readFileSync(`/proc/${pid}/limits`, 'utf8'))![1])
}

/** Keeps all threads of a process on one processor core. @returns false where `taskset` is missing or refused */
export function pinToCore(pid: number, core: number): boolean {
  return spawnSync('taskset', ['-a', '-p', '-c', String(core), String(pid)]).status === 0
}
