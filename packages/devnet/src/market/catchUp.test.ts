import { expect, it } from 'vitest'
import { createRpc } from '../anvil/rpc.ts'
import { urlOf, useDevnet } from '../test/useDevnet.ts'
import { createWorld } from '../world/World.ts'
import { createMarketMaker } from './MarketMaker.ts'

type Block = { number: string; timestamp: string; transactions: string[] }

const fixture = useDevnet()

it('behavior: trades fill the hours in which a chain did not run', async () => {
  const devnet = await fixture.start()
  const rpc = createRpc({ url: urlOf(devnet) })
  const latest = () => rpc<Block>('eth_getBlockByNumber', ['latest', false])
  const before = await latest()
  const hours = 3600_000 * 5
  const now = () => Number(before.timestamp) * 1000 + hours
  const maker = createMarketMaker({ id: 31337, world: createWorld(), rpc: () => rpc, now })
  await maker.catchUp({ rpc })

  const after = await latest()
  expect(Number(after.timestamp)).toBe(Math.floor(now() / 1000))
  const times: number[] = []
  for (let number = Number(before.number) + 1; number <= Number(after.number); number += 1) {
    const block = await rpc<Block>('eth_getBlockByNumber', [`0x${number.toString(16)}`, false])
    expect(block.transactions.length).toBeGreaterThan(0)
    times.push(Number(block.timestamp))
  }
  expect(times.length).toBe(37)
  const gaps = times.map((time, index) => time - (times[index - 1] ?? Number(before.timestamp)))
  expect(Math.max(...gaps)).toBeLessThan(10 * 60)

  // The hole is filled, and blocks have the current time again.
  await maker.catchUp({ rpc })
  expect(await latest()).toEqual(after)
  await maker.trade()
  const next = await latest()
  expect(Number(next.timestamp) - Number(after.timestamp)).toBeLessThan(60)
})
