import { createServer } from 'node:http'
import { describe, expect, it } from 'vitest'
import { createRpc } from './anvil/rpc.ts'
import { until } from './test/until.ts'
import { urlOf, useDevnet } from './test/useDevnet.ts'

const id = 31337
const fixture = useDevnet()

describe('ports', () => {
  it('behavior: uses the next port if another process has the wanted one', async () => {
    const stranger = createServer((_, response) => {
      response.end('{"jsonrpc":"2.0","id":1,"result":"0x7a69"}')
    })
    await new Promise<void>((resolve) => stranger.listen(0, '127.0.0.1', resolve))
    fixture.after(async () => stranger.close())
    const address = stranger.address()
    if (address === null || typeof address === 'string') throw new Error('no port')
    const devnet = await fixture.start({
      persist: false,
      chains: [31337, 31338],
      ports: { 31337: address.port, 31338: address.port },
    })
    const ports = devnet.chains.map(({ rpcUrl }) => Number(new URL(rpcUrl).port))
    expect(new Set([...ports, address.port]).size).toBe(3)
    for (const port of ports) expect(port).toBeGreaterThan(address.port)
  })

  it('error: a stopped chain cannot start while another process has its port', async () => {
    const devnet = await fixture.start()
    const port = Number(new URL(urlOf(devnet)).port)
    await devnet.stopChain({ id })
    const stranger = createServer((_, response) => {
      response.end('{"jsonrpc":"2.0","id":1,"result":"0x7a69"}')
    })
    await new Promise<void>((resolve) => stranger.listen(port, '127.0.0.1', resolve))
    await expect(devnet.startChain({ id })).rejects.toMatchObject({
      code: 'devnet_failed',
      message: `Local One cannot start again: another process has taken its port ${port}`,
    })
    await new Promise((resolve) => stranger.close(resolve))
    await devnet.startChain({ id })
    await devnet.trade()
  })
})

describe('blocks', () => {
  const heightOf = async (rpcUrl: string) => Number(await createRpc({ url: rpcUrl })('eth_blockNumber'))

  it('behavior: with a block time a transaction waits for its block', async () => {
    const devnet = await fixture.start({ blockTime: 1 })
    const rpc = createRpc({ url: urlOf(devnet) })
    const head = await heightOf(urlOf(devnet))
    await until({ what: 'an empty block', condition: async () => (await heightOf(urlOf(devnet))) > head })
    await devnet.trade()
    expect(await rpc('anvil_getAutomine')).toBe(false)
  })

  it('behavior: with a longer idle time there are blocks for transactions only', async () => {
    const devnet = await fixture.start({ blockTime: 1, idleBlockTime: 3600 })
    const head = await heightOf(urlOf(devnet))
    await devnet.trade()
    const traded = await heightOf(urlOf(devnet))
    expect(traded).toBeGreaterThan(head)
    expect(traded).toBeLessThanOrEqual(head + 2)
  })
})

describe('market', () => {
  it('behavior: trades automatically, even after an outage of its chain', async () => {
    const devnet = await fixture.start({ market: true })
    const rpc = createRpc({ url: urlOf(devnet) })
    const heightOf = async () => Number(await rpc('eth_blockNumber'))
    const traded = async () => {
      const head = await heightOf()
      await until({ what: 'a trade', condition: async () => (await heightOf()) > head })
    }
    await traded()
    await devnet.stopChain({ id })
    await devnet.startChain({ id })
    await traded()
  })
})
