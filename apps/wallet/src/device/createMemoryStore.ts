import type { Areas, KeyValueStore } from './KeyValueStore.ts'

/** Creates a store that lives as long as the page, for browsers that deny storage to a frame. */
export function createMemoryStore(): KeyValueStore {
  const areas = new Map<keyof Areas, Map<string, unknown>>()
  const areaOf = (area: keyof Areas) => {
    const found = areas.get(area) ?? new Map<string, unknown>()
    areas.set(area, found)
    return found
  }
  return {
    memoryOnly: true,
    get: async <Area extends keyof Areas>(area: Area, key: string) =>
      structuredClone(areaOf(area).get(key)) as Areas[Area] | undefined,
    put: async (area, key, value) => {
      areaOf(area).set(key, structuredClone(value))
    },
    remove: async (area, key) => {
      areaOf(area).delete(key)
    },
    all: async <Area extends keyof Areas>(area: Area) =>
      [...areaOf(area).values()].map((value) => structuredClone(value)) as Areas[Area][],
  }
}
