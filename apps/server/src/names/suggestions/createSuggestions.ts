import type { NameSuggestion } from '@latchkey/protocol/api'
import type { NameRegistry } from '../registry/NameRegistry.ts'
import { listCandidates } from './listCandidates.ts'

/** Free names that are suggested at most. */
export const mostSuggestions = 4

/**
 * Creates what suggests names for a text: the very one first, then up to four free ones like it, or ones of words alone where nothing of
 * the text can be in a name. The same text has the same suggestions until somebody registers one; the registry is asked once.
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
