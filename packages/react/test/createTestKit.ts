import { createLatchkey, type Latchkey, type LatchkeyConfig } from '@latchkey/core'
import { config } from '../gallery/fixtures.ts'

/** Makes a real kit with its own storage and an unreachable server. */
export function createTestKit(overrides: Partial<LatchkeyConfig> = {}): Latchkey {
  const stored = new Map<string, string>()
  return createLatchkey({
    ...config,
    apiUrl: 'http://127.0.0.1:9',
    storage: {
      getItem: (key) => stored.get(key) ?? null,
      setItem: (key, value) => void stored.set(key, value),
      removeItem: (key) => void stored.delete(key),
    },
    ...overrides,
  })
}
