import { appendFileSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/** A transaction that was sent, and when. */
export type JournalEntry = { slot: number; wire: Uint8Array }

/** Stored data of a network: its start time and all transactions since. Everything else results from it. */
export type Journal = {
  /** Milliseconds since 1970. */
  genesisTime: number
  entries: readonly JournalEntry[]
  append: (entry: JournalEntry) => void
}

type Header = { version: number; genesisTime: number }

/**
 * Opens a network's journal. It has a line for the start time, and one for every transaction, written before a client learns
 * about it. A killed process can leave an incomplete last line, which is dropped.
 *
 * @param version Version of the seeded world. A journal of another version is renamed.
 */
export function openJournal({
  file,
  version,
  genesisTime,
}: {
  file: string
  version: number
  genesisTime: number
}): Journal {
  const found = readJournal(file)
  const append = ({ slot, wire }: JournalEntry) =>
    appendFileSync(file, `${slot} ${Buffer.from(wire).toString('base64')}\n`)
  if (found?.header.version === version) {
    // Removes the incomplete line, because the next entry must begin on a new line.
    if (found.torn) writeWhole(file, found)
    return { genesisTime: found.header.genesisTime, entries: found.entries, append }
  }
  mkdirSync(dirname(file), { recursive: true })
  if (existsSync(file)) renameSync(file, `${file}.old`)
  writeWhole(file, { header: { version, genesisTime }, entries: [] })
  return { genesisTime, entries: [], append }
}

function writeWhole(file: string, { header, entries }: { header: Header; entries: readonly JournalEntry[] }) {
  const lines = entries.map(({ slot, wire }) => `${slot} ${Buffer.from(wire).toString('base64')}\n`)
  writeFileSync(`${file}.new`, `${JSON.stringify(header)}\n${lines.join('')}`)
  renameSync(`${file}.new`, file)
}

function readJournal(file: string): { header: Header; entries: JournalEntry[]; torn: boolean } | undefined {
  if (!existsSync(file)) return undefined
  const [first = '', ...rest] = readFileSync(file, 'utf8').split('\n')
  // Complete lines end with a line break, and nothing follows the last one.
  const torn = rest.pop() !== ''
  try {
    const { version, genesisTime }: Partial<Header> = JSON.parse(first)
    if (typeof version !== 'number' || typeof genesisTime !== 'number') return undefined
    const entries = rest.map((line) => {
      const [slot = '', wire = ''] = line.split(' ')
      return { slot: Number(slot), wire: new Uint8Array(Buffer.from(wire, 'base64')) }
    })
    return { header: { version, genesisTime }, entries, torn }
  } catch {
    return undefined
  }
}
