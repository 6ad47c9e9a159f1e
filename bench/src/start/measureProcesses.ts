import { readdirSync, readFileSync } from 'node:fs'

/** Resources of one process of a tree. */
export type ProcessUse = {
  pid: number
  /** Its command, shortened to the program and its first file. */
  command: string
  /** Bytes of memory: private memory and a share of shared memory (PSS). */
  memory: number
  /** Milliseconds of processor time since it started. */
  cpu: number
}

// The kernel counts in hundredths of a second on every system that Node runs on.
const tick = 10

/**
 * Reads the resources of a process and all its descendants from Linux's `/proc`. A process that ends meanwhile is left out.
 *
 * @param root the process id at the top of the tree
 */
export function measureProcesses(root: number): ProcessUse[] {
  const parents = new Map<number, number>()
  for (const name of readdirSync('/proc')) {
    const stat = /^\d+$/.test(name) ? readStat(Number(name)) : undefined
    if (stat) parents.set(Number(name), Number(stat[1]))
  }
  const isInTree = (pid: number | undefined): boolean =>
    pid !== undefined && pid > 0 && (pid === root || isInTree(parents.get(pid)))
  return [...parents.keys()].filter(isInTree).flatMap((pid) => measureProcess(pid) ?? [])
}

function measureProcess(pid: number): ProcessUse | undefined {
  const stat = readStat(pid)
  const rollup = read(pid, 'smaps_rollup')
  if (!stat || rollup === undefined) return undefined
  const kilobytes = Number(/^Pss:\s+(\d+) kB/m.exec(rollup)?.[1] ?? 0)
  const words = (read(pid, 'cmdline') ?? '').split('\0').filter((word) => word !== '' && !word.startsWith('-'))
  const command = words
    .slice(0, 2)
    .map((word) => word.split('/').slice(-3).join('/'))
    .join(' ')
  return { pid, command, memory: kilobytes * 1024, cpu: (Number(stat[11]) + Number(stat[12])) * tick }
}

/** The fields of `/proc/<pid>/stat` after the program's name, which may hold spaces: state, parent, … */
function readStat(pid: number): string[] | undefined {
  const line = read(pid, 'stat')
  return line?.slice(line.lastIndexOf(')') + 2).split(' ')
}

function read(pid: number, file: string): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch {
    return undefined
  }
}
