import { afterAll, beforeAll, expect, test } from 'vitest'
import { until } from '../testing/until.ts'
import type { Settlement } from './Bundler.ts'
import { createOperations } from './testing/createOperations.ts'
import { type BundlerWorld, startBundlerWorld, type TestBundler, testChainId } from './testing/startBundlerWorld.ts'

const chainId = testChainId
let world: BundlerWorld
let test1: TestBundler
const ends: Settlement[] = []
const operations = () => createOperations({ world, bundler: () => test1.bundler })

beforeAll(async () => {
  world = await startBundlerWorld()
  test1 = await world.startBundler(process.env.BUNDLER_DEBUG ? { log: 'debug' } : {})
  test1.bundler.onSettled((end) => void ends.push(end))
})
afterAll(async () => {
  await test1?.stop()
  await world?.stop()
})

const bob = '0x000000000000000000000000000000000000b0b0'

test('default: a sponsored first operation makes the account and is included', async () => {
  const { bundler } = test1
  const account = operations().create({ delegated: false })
  await world.node.setBalance({ address: account.sender, value: 10n ** 18n })
  const operation = await account.operation({
    calls: [
      { to: bob, value: 5n },
      { to: bob, value: 6n },
    ],
  })
  const hash = await bundler.send({ chainId, operation, projectId: 'p' })
  await until(async () => (await bundler.status({ chainId, hash }))?.state === 'included')
  const receipt = await bundler.receipt({ chainId, hash })
  expect(receipt).toMatchObject({ success: true, userOpHash: hash, receipt: { status: '0x1' } })
  expect(await world.client.getBalance({ address: bob })).toBe(11n)
  await until(() => ends.some((end) => end.hash === hash))
  expect(ends.find((end) => end.hash === hash)).toMatchObject({
    outcome: 'included',
    projectId: 'p',
    actualGasCost: BigInt(receipt?.actualGasCost ?? 0),
  })
})
