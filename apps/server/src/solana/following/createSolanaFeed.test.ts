import type { AddressInfo } from 'node:net'
import { programs } from '@latchkey/solana'
import { pino } from 'pino'
import { afterEach, expect, test } from 'vitest'
import { WebSocketServer } from 'ws'
import { until } from '../../testing/until.ts'
import { createSolanaFeed } from './createSolanaFeed.ts'

const address = '9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin'
const ends: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ends.splice(0)) await end()
})

/** A node that counts its requests, and pushes `news` notifications for each log subscription. */
async function open({ owner, news, pollInterval }: { owner: string | undefined; news: number; pollInterval?: number }) {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  await new Promise((resolve) => server.once('listening', resolve))
  const asked: string[] = []
  server.on('connection', (socket) =>
    socket.on('message', (data) => {
      const { id, method } = JSON.parse(data.toString())
      asked.push(method)
      const own = asked.length
      socket.send(JSON.stringify({ jsonrpc: '2.0', id, result: method.endsWith('Unsubscribe') ? true : own }))
      if (method !== 'logsSubscribe') return
      const params = { subscription: own, result: { context: { slot: 5 }, value: {} } }
      const text = JSON.stringify({ jsonrpc: '2.0', method: 'logsNotification', params })
      for (let index = 0; index < news; index += 1) socket.send(text)
    }),
  )
  const state = { lamports: 1n, looks: 0, told: 0 }
  const end = new AbortController()
  ends.push(() => {
    end.abort()
    for (const one of server.clients) one.terminate()
    server.close()
  })
  const feed = createSolanaFeed({
    node: {
      readHoldings: async () => {
        state.looks += 1
        return { lamports: state.lamports, tokenAccounts: [], slot: 6 }
      },
      readAccounts: async () => [owner === undefined ? undefined : { owner, data: new Uint8Array(), lamports: 1n }],
    },
    sockets: () => [`ws://127.0.0.1:${(server.address() as AddressInfo).port}`],
    log: pino({ level: 'silent' }),
    signal: end.signal,
    ...(pollInterval === undefined ? {} : { pollInterval }),
  })
  const onChange = () => {
    state.told += 1
  }
  const watch = () => feed.watch({ address, onChange })
  return { asked, state, watch }
}

test('behavior: merges fast notifications into one report, and into one read of the token accounts', async () => {
  const { asked, state, watch } = await open({ owner: programs.system, news: 90 })
  const stop = watch()
  await until(() => state.told === 1)
  expect(asked.sort()).toEqual(['accountSubscribe', 'logsSubscribe'])
  // The read of the poller before the connection, and the one for its token accounts.
  expect(state.looks).toBeLessThanOrEqual(2)
  stop()
})

test('behavior: polls an account that too many transactions name', async () => {
  const { asked, state, watch } = await open({ owner: undefined, news: 2_000, pollInterval: 20 })
  const stop = watch()
  await until(() => asked.includes('logsUnsubscribe') && asked.includes('accountUnsubscribe'))
  const { told } = state
  expect(told).toBeLessThanOrEqual(1)
  const { looks } = state
  await until(() => state.looks > looks + 1)
  state.lamports = 2n
  await until(() => state.told > told)
  stop()
})

test.each([
  ['a program', 'BPFLoaderUpgradeab1e11111111111111111111111'],
  ['a mint or a token account', programs.token],
  ['one of Token-2022', programs.token2022],
])('behavior: %s is not followed, but another account is', async (_, owner) => {
  const other = await open({ owner, news: 0 })
  const stop = other.watch()
  const { state, watch } = await open({ owner: programs.system, news: 1 })
  const stopWallet = watch()
  await until(() => state.told === 1)
  expect([other.asked, other.state]).toEqual([[], { lamports: 1n, looks: 0, told: 0 }])
  stop()
  stopWallet()
})
