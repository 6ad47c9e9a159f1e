import { readFile } from 'node:fs/promises'

/**
 * Returns the time of the first block in a node's state file, in seconds since 1970.
 *
 * A node makes its own first block before it loads a state, and keeps it. Both first blocks therefore need the same time.
 * Otherwise the second block does not follow the first.
 *
 * @throws SyntaxError if the file is incomplete or not a state
 */
export async function readGenesisTime(file: string): Promise<number> {
  const { blocks } = JSON.parse(await readFile(file, 'utf8')) as {
    blocks?: { header?: { number?: string; timestamp?: string } }[]
  }
  const time = Number(blocks?.find(({ header }) => Number(header?.number) === 0)?.header?.timestamp)
  if (!Number.isSafeInteger(time)) throw new SyntaxError(`${file} has no first block`)
  return time
}
