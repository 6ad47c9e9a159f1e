import { appendFileSync, mkdirSync, readFileSync, truncateSync } from 'node:fs'
import { dirname } from 'node:path'
import type { NodeRecord } from './node/createBitcoinNode.ts'

/** Records of a node in a file: one JSON object per line. The first line has the version of the local world. */
export type KeptRecords = {
  /** Previous records; empty if there are none, or they have another version. */
  records: readonly NodeRecord[]
  append: (record: NodeRecord) => void
}

/** Opens the file of a chain, and begins it anew when it is of another version. A last line that was cut off is dropped. */
export function keepRecords({ file, version }: { file: string; version: number }): KeptRecords {
  mkdirSync(dirname(file), { recursive: true })
  const [first, ...lines] = readLines(file)
  const isCurrent = first !== undefined && 'version' in first && first.version === version
  if (!isCurrent) {
    appendFileSync(file, '')
    truncateSync(file)
    append({ version })
  }
  function append(line: unknown) {
    appendFileSync(file, `${JSON.stringify(line)}\n`)
  }
  return { records: isCurrent ? lines.filter(isRecord) : [], append }
}

type Line = Record<string, unknown>

function readLines(file: string): Line[] {
  let text = ''
  try {
    text = readFileSync(file, 'utf8')
  } catch {
    return []
  }
  const end = text.lastIndexOf('\n') + 1
  // Half a line would spoil the next one.
  if (end < text.length) truncateSync(file, Buffer.byteLength(text.slice(0, end)))
  return text
    .slice(0, end)
    .split('\n')
    .map(parse)
    .filter((line) => line !== undefined)
}

function parse(line: string): Line | undefined {
  try {
    const value: unknown = JSON.parse(line)
    return typeof value === 'object' && value !== null ? (value as Line) : undefined
  } catch {
    return undefined
  }
}

function isRecord(line: Line): line is NodeRecord {
  return typeof line.block === 'string' || typeof line.transaction === 'string'
}
