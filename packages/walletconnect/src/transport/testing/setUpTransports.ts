import { afterEach, beforeEach, expect } from 'vitest'
import type { ClientStorage } from '../../storage/ClientStorage.ts'
import { createClientStore } from '../../storage/createClientStore.ts'
import { createMemoryStorage } from '../../storage/createMemoryStorage.ts'
import { createTransport } from '../createTransport.ts'
import type { InboundMessage, OutboundMessage, RelayStatus } from '../Transport.ts'
import { createTestEnvironment, type TestEnvironment } from './createTestEnvironment.ts'
import { type ScriptedRelay, startScriptedRelay } from './startScriptedRelay.ts'

export const [topic, other, third] = ['a', 'b', 'c'].map((digit) => digit.repeat(64)) as [string, string, string]

/** Two relays, a clock and a storage, new for each test. */
export type TransportScene = {
  one: ScriptedRelay
  two: ScriptedRelay
  environment: TestEnvironment
  storage: ClientStorage
  start: (options?: {
    relays?: readonly { url: string }[]
    onMessage?: (message: InboundMessage) => Promise<void>
    signal?: AbortSignal
  }) => Promise<{
    transport: ReturnType<typeof createTransport>
    store: Awaited<ReturnType<typeof createClientStore>>
    received: InboundMessage[]
    changes: (readonly RelayStatus[])[]
  }>
}

/** Registers the hooks that create a scene. Each transport is destroyed after its test, and none may leave a timer. */
export function setUpTransports(): TransportScene {
  const ends: (() => void)[] = []
  const scene: Partial<TransportScene> & Pick<TransportScene, 'start'> = {
    start: async ({ relays, onMessage, signal } = {}) => {
      const { one, storage, environment } = scene as TransportScene
      const store = await createClientStore({ storage, ...(signal ? { signal } : {}) })
      const received: InboundMessage[] = []
      const changes: (readonly RelayStatus[])[] = []
      const transport = createTransport({
        relays: (relays ?? [one]).map(({ url }) => ({ url, projectId: 'project' })),
        store,
        environment,
        onMessage:
          onMessage ??
          (async (message) => {
            received.push(message)
          }),
        onRelaysChanged: (relays) => changes.push(relays),
        ...(signal ? { signal } : {}),
      })
      ends.push(transport.destroy)
      return { transport, store, received, changes }
    },
  }
  beforeEach(async () => {
    scene.one = await startScriptedRelay()
    scene.two = await startScriptedRelay()
    scene.environment = createTestEnvironment()
    scene.storage = createMemoryStorage()
  })
  afterEach(async () => {
    for (const end of ends.splice(0)) end()
    expect(scene.environment?.timers()).toBe(0)
    await Promise.all([scene.one?.stop(), scene.two?.stop()])
  })
  return scene as TransportScene
}

export function message(options: Partial<OutboundMessage> = {}): OutboundMessage {
  return { topic, message: 'sealed', tag: 1108, ttl: 300, prompt: true, ...options }
}

export function until(condition: () => unknown): ReturnType<typeof expect.poll> {
  return expect.poll(condition, { interval: 2 })
}

export function published(relay: ScriptedRelay) {
  return relay.requests.filter(({ method }) => method === 'irn_publish')
}

export function methods(relay: ScriptedRelay) {
  return relay.requests.map(({ method }) => method)
}

export function coded(code: string) {
  return expect.objectContaining({ code })
}
