import { createClientEnvironment, createWalletClient } from '@latchkey/walletconnect/wallet'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createLatchkey } from '../../createLatchkey.ts'
import type { Latchkey } from '../../Latchkey.ts'
import { createTestRelay } from '../../testing/createTestRelay.ts'
import { localOne } from '../../testing/testNetworks.ts'

const projectId = '0123456789abcdef0123456789abcdef'
const address = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

test('default: paired over the relay of the app’s own server, and restored after a reload', async () => {
  const relay = createTestRelay()
  const dialled: string[] = []
  vi.stubGlobal('WebSocket', function (this: unknown, url: string) {
    dialled.push(url)
    return relay.openSocket(url)
  })
  onTestFinished(() => void vi.unstubAllGlobals())
  const wallet = createWalletClient({
    relays: [{ url: 'wss://api.test/relay', projectId }],
    metadata: { name: 'Fern', description: '', url: 'https://fern.example', icons: [] },
    environment: createClientEnvironment({ openSocket: relay.openSocket }),
  })
  onTestFinished(() => wallet.destroy())
  const memory = new Map<string, string>()
  const open = (): Latchkey => {
    const latchkey = createLatchkey({
      ...{ projectId, apiUrl: 'https://api.test', networks: [localOne], connectors: { walletConnect: true } },
      metadata: { name: 'Test', url: location.origin },
      storage: {
        getItem: (key) => memory.get(key) ?? null,
        setItem: (key, value) => void memory.set(key, value),
        removeItem: (key) => void memory.delete(key),
      },
    })
    onTestFinished(() => latchkey.destroy())
    return latchkey
  }

  const latchkey = open()
  await latchkey.connection.reconnect()
  expect(dialled).toStrictEqual([])
  const connected = latchkey.pairing.connect()
  await expect.poll(() => latchkey.pairing.getState().status).toBe('waiting')
  expect(new URL(dialled[0] ?? '').origin + new URL(dialled[0] ?? '').pathname).toBe('wss://api.test/relay')
  const state = latchkey.pairing.getState()
  await wallet.pair({ uri: state.status === 'waiting' ? state.uri : '' })
  await expect.poll(() => wallet.pending()).toMatchObject([{ kind: 'proposal', peer: { name: 'Test' } }])
  const accounts = [`eip155:31337:${address}`]
  const namespaces = { eip155: { accounts, chains: ['eip155:31337'], methods: ['personal_sign'], events: [] } }
  await wallet.approve({ id: wallet.pending()[0]?.id ?? 0, namespaces })
  expect(await connected).toMatchObject({ address, chainId: 'eip155:31337' })
  latchkey.destroy()

  const after = open()
  await after.connection.reconnect()
  expect(after.connection.getState()).toMatchObject({ status: 'connected', account: { address } })
  await after.connection.disconnect()
  await expect.poll(() => wallet.sessions()).toStrictEqual([])
})
