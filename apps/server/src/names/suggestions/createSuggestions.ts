import type { NameSuggestion } from '@latchkey/protocol/api'
import type { NameRegistry } from '../registry/NameRegistry.ts'
import { listCandidates } from './listCandidates.ts'

/** Maximum of suggested free names. */
export const mostSuggestions = 4

/**
 * Creates the suggestion of names for a text. The exact name comes first, then up to four similar free ones. If no part of the text can be
 * in a name, they consist of words only. The same text has the same suggestions until one is registered. Each call reads the registry once.
 *
 * @example
 * const suggest = createSuggestions({ registry })
 * await suggest('Alice') // [{ name: 'alice.latchkey.eth', registered: true }, { name: 'alice-tulip.latchkey.eth', registered: false }, …]
 */
export function createSuggestions({
  registry,
}: {
  registry: Pick<NameRegistry, 'zone' | 'unavailable'>
}): (text: string) => Promise<NameSuggestion[]> {
  const { zone } = registry
  return async (text) => {
    const typed = withoutZone(text.trim().toLowerCase(), zone)
    const exact = typed.replace(/[\s_]/g, '-')
    const candidates = listCandidates({ text: typed, except: exact })
    const taken = await registry.unavailable({ labels: [exact, ...candidates] })
    const free = candidates.filter((label) => !taken.has(label)).slice(0, mostSuggestions)
    return [
      ...(exact === '' ? [] : [{ name: `${exact}.${zone}`, registered: taken.has(exact) }]),
      ...free.map((label) => ({ name: `${label}.${zone}`, registered: false })),
    ]
  }
}

/** `alice.latchkey.eth` and `alice.eth` are both about `alice`. */
function withoutZone(text: string, zone: string): string {
  const labels = zone.split('.')
  const ends = labels.map((_, index) => `.${labels.slice(index).join('.')}`)
  const end = ends.find((one) => text.endsWith(one))
  return end === undefined ? text : text.slice(0, -end.length)
}
