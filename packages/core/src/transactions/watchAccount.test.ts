import { expect, test } from 'vitest'
import type { ConnectionFeature } from '../connection/ConnectionFeature.ts'
import type { LatchkeyConfig } from '../LatchkeyConfig.ts'
import { createTestEnvironment, settle } from '../testing/createTestEnvironment.ts'
import { localOne } from '../testing/testNetworks.ts'
import { watchAccount, watchLimit } from './watchAccount.ts'

/** Watches an account that sends a transaction between any two looks. */
function follow(pendingTransactions: LatchkeyConfig['pendingTransactions']) {
  const environment = createTestEnvironment()
  let number = 0
  let moves = 0
  const stop = watchAccount({
    config: {
      ...{ projectId: '0'.repeat(32), apiUrl: 'https://api.test', networks: [localOne] },
      metadata: { name: 'Test', url: 'https://site.test' },
      ...(pendingTransactions && { pendingTransactions }),
    },
    environment,
    connection: {
      getState: () => ({
        status: 'connected',
        account: { address: `0x${'1'.repeat(40)}`, chainId: localOne.caipNetworkId, namespace: 'eip155' },
      }),
    } as ConnectionFeature,
    gatewayOf: () => ({ request: async () => `0x${(number++).toString(16)}` }),
    onMoved: () => {
      moves++
    },
  })
  return { environment, stop, looks: () => number / 2, moves: () => moves }
}

test('default: the account is watched only if the app enables it (spec 9.7)', async () => {
  for (const watched of [follow(undefined), follow({ watch: false })]) {
    await watched.environment.advance(120_000)
    expect([watched.looks(), watched.environment.timers()]).toStrictEqual([0, 0])
  }
})

test('behavior: it looks every 30,000 ms, or at the interval of the app (spec 9.7)', async () => {
  const { environment, looks, moves } = follow({ watch: true })
  await settle()
  await environment.advance(29_999)
  expect(looks()).toBe(1)
  await environment.advance(1)
  expect([looks(), moves()]).toStrictEqual([2, 1])
  const often = follow({ watch: true, pollInterval: 1_000 })
  await settle()
  await often.environment.advance(3_000)
  expect(often.looks()).toBe(4)
})

test('behavior: it stops after 99 transactions (spec 9.8 and 4.21)', async () => {
  const { environment, moves, looks } = follow({ watch: true, pollInterval: 1_000 })
  await settle()
  await environment.advance(98_000)
  expect(moves()).toBe(98)
  await environment.advance(60_000)
  expect([watchLimit, moves(), looks(), environment.timers()]).toStrictEqual([99, 99, 100, 0])
})
