import { readFile } from 'node:fs/promises'

/**
 * The time of the first block in a node's state file, seconds since 1970.
 *
 * A node makes its own first block before it loads a state, and the state's one does not replace it: unless both have the same
 * time, the second block does not follow the first.
 *
 * @throws SyntaxError when the file is no state: half written, or of something else
 */
export async function readGenesisTime(file: string): Promise<number> {
  const { blocks } = JSON.parse(await readFile(file, 'utf8')) as {
    blocks?: { header?: { number?: string; timestamp?: string } }[]
  }
  const time = Number(blocks?.find(({ header }) => Number(header?.number) === 0)?.header?.timestamp)
  if (!Number.isSafeInteger(time)) throw new SyntaxError(`${file} has no first block`)
  return time
}
