import { readdir } from 'node:fs/promises'
import { join } from 'node:path'

const folder = join(import.meta.dirname, '../src/messages/data')

/** Reads every catalog except the English one, by BCP 47 tag, in the order of the tags. */
export async function readMessageCatalogs(): Promise<readonly (readonly [string, Record<string, string>])[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.ts')).sort()
  return await Promise.all(
    names.map(async (name) => {
      const { messages } = (await import(join(folder, name))) as { messages: Record<string, string> }
      return [name.slice(0, -'.ts'.length), messages] as const
    }),
  )
}
