import {
  farcasterIdRegistryAbi,
  farcasterKeyRegistryAbi,
  keyCollectionAbi,
  noReturnTokenAbi,
  permitTokenAbi,
  wrappedNativeAbi,
} from '@latchkey/contracts'
import {
  createPublicClient,
  createWalletClient,
  encodeAbiParameters,
  erc20Abi,
  http,
  parseAbi,
  parseEther,
  parseUnits,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import * as publicChains from 'viem/chains'
import { namehash } from 'viem/ens'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createRpc } from './anvil/rpc.ts'
import { waitForReceipt } from './anvil/waitForReceipt.ts'
import type { Devnet, DevnetAccount, DevnetToken } from './Devnet.ts'
import { poolPrice, readPools } from './market/readPools.ts'
import { startDevnet } from './startDevnet.ts'
import { testBakeFolder, testFolder } from './test/testFolder.ts'
import { toChainConfigs } from './toChainConfigs.ts'
import { ensAbi, quoterV2Abi } from './world/abis.ts'
import { chainDefinitions, nativeCurrency } from './world/chains.ts'
import { contracts } from './world/contracts.ts'
import { farcasterPeople } from './world/farcasterPeople.ts'
import { poolsOf } from './world/Pool.ts'
import { createWorld } from './world/World.ts'

let devnet: Devnet
let tidy: () => Promise<void>

beforeAll(async () => {
  const { folder, remove } = await testFolder()
  tidy = remove
  devnet = await startDevnet({ folder, bakeFolder: testBakeFolder })
})

afterAll(async () => {
  await devnet?.stop()
  await tidy?.()
})

const chainIds = chainDefinitions.map(({ id }) => id)

function chainOf(id: number) {
  const chain = devnet.chains.find((candidate) => candidate.id === id)
  if (!chain) throw new Error(`chain ${id} does not run`)
  const definition = {
    id,
    name: chain.name,
    nativeCurrency,
    rpcUrls: { default: { http: [chain.rpcUrl] } },
    contracts: { multicall3: { address: devnet.contracts.multicall3 } },
  }
  return { definition, transport: http(chain.rpcUrl), rpc: createRpc({ url: chain.rpcUrl }) }
}

function readerOf(id: number) {
  const { definition, transport } = chainOf(id)
  return createPublicClient({ chain: definition, transport, pollingInterval: 20 })
}

function walletOf(id: number, account: DevnetAccount) {
  const { definition, transport } = chainOf(id)
  return createWalletClient({ chain: definition, transport, account: privateKeyToAccount(account.privateKey) })
}

function token(symbol: string): DevnetToken {
  const found = devnet.tokens.find((candidate) => candidate.symbol === symbol)
  if (!found) throw new Error(`no token ${symbol}`)
  return found
}

function account(name: string): DevnetAccount {
  const found = devnet.accounts.find((candidate) => candidate.name === name)
  if (!found) throw new Error(`no account ${name}`)
  return found
}

async function latchPrice(id: number): Promise<number[]> {
  const pools = poolsOf(createWorld()).filter(({ base }) => base.symbol === 'LATCH')
  return (await readPools({ rpc: chainOf(id).rpc, pools })).map(poolPrice)
}

describe.each(chainIds)('chain %i', (id) => {
  it('default: answers with its number and has every contract at its canonical address', async () => {
    const reader = readerOf(id)
    expect(await reader.getChainId()).toBe(id)
    for (const [name, address] of Object.entries(devnet.contracts)) {
      const isElsewhere = /^(ens|farcaster).*Registry$/.test(name) && id !== 31337
      const size = (await reader.getCode({ address }))?.length ?? 0
      if (isElsewhere) expect(size, name).toBe(0)
      else expect(size, name).toBeGreaterThan(500)
    }
  })

  it('default: its tokens have their names, symbols and decimals', async () => {
    const reader = readerOf(id)
    for (const { address, name, symbol, decimals } of devnet.tokens) {
      const of = { address, abi: erc20Abi } as const
      expect(await reader.readContract({ ...of, functionName: 'name' })).toBe(name)
      expect(await reader.readContract({ ...of, functionName: 'symbol' })).toBe(symbol)
      expect(await reader.readContract({ ...of, functionName: 'decimals' })).toBe(decimals)
    }
    expect(devnet.tokens.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(['usd', 'site', 'plain', 'fee-on-transfer', 'no-bool', 'wrapped-native', 'spam']),
    )
  })

  it('default: faucet and treasury have plenty, and everyone has native tokens, every token and some spam', async () => {
    const reader = readerOf(id)
    const balance = (address: `0x${string}`, of: `0x${string}`) =>
      reader.readContract({ address: of, abi: erc20Abi, functionName: 'balanceOf', args: [address] })
    expect(await reader.getBalance({ address: devnet.faucet.address })).toBeGreaterThan(parseEther('1000000'))
    expect(await reader.getBalance({ address: devnet.treasury.address })).toBe(parseEther('100000'))
    for (const { address, kind } of devnet.tokens)
      expect((await balance(devnet.treasury.address, address)) > 0n, kind).toBe(/^(usd|site|plain)$/.test(kind))
    for (const { address, name } of devnet.accounts) {
      expect(await reader.getBalance({ address }), name).toBeGreaterThan(parseEther('1'))
      for (const { address: of, symbol } of devnet.tokens) {
        // Only there so that SOL has a price.
        if (symbol !== 'LSOL') expect(await balance(address, of), `${symbol} of ${name}`).toBeGreaterThan(0n)
        expect(await balance(devnet.faucet.address, of), symbol).toBeGreaterThan(0n)
      }
      expect(await balance(address, devnet.nfts.spam)).toBe(1n)
    }
    expect(await balance(account('Ada').address, devnet.nfts.collection)).toBe(1n)
    expect(await balance(account('Dan').address, devnet.nfts.collection)).toBe(2n)
  })

  it('default: keys carry metadata and a picture without any host', async () => {
    const uri = await readerOf(id).readContract({
      ...{ address: devnet.nfts.collection, abi: keyCollectionAbi, functionName: 'tokenURI', args: [1n] },
    })
    const [head, body = ''] = uri.split(',')
    expect(head).toBe('data:application/json;base64')
    const metadata = JSON.parse(Buffer.from(body, 'base64').toString('utf8'))
    expect(metadata.name).toBe('Latchkey Keys #1')
    expect(Buffer.from(metadata.image.split(',')[1], 'base64').toString('utf8')).toMatch(/^<svg .*<\/svg>$/)
  })

  it('default: QuoterV2 quotes about 3000 dollars for a native token, and pools agree with each other', async () => {
    const { result } = await readerOf(id).simulateContract({
      address: devnet.contracts.uniswapQuoterV2,
      abi: quoterV2Abi,
      functionName: 'quoteExactInputSingle',
      args: [
        {
          tokenIn: devnet.contracts.weth,
          tokenOut: token('USDL').address,
          amountIn: parseEther('1'),
          fee: 500,
          sqrtPriceLimitX96: 0n,
        },
      ],
    })
    expect(result[0]).toBeGreaterThan(parseUnits('2900', 6))
    expect(result[0]).toBeLessThan(parseUnits('3100', 6))

    const states = await readPools({ rpc: chainOf(id).rpc, pools: poolsOf(createWorld()) })
    const prices: Record<string, number> = createWorld().prices
    for (const state of states) {
      const { base, quote, kind } = state.pool
      const ratio = poolPrice(state) / ((prices[base.symbol] ?? 0) / (prices[quote.symbol] ?? 1))
      expect(Math.abs(ratio - 1), `${kind} ${base.symbol}/${quote.symbol}`).toBeLessThan(0.02)
    }
  })

  it('default: every block follows the one before it, from the first on', async () => {
    const { rpc } = chainOf(id)
    const block = (number: number) =>
      rpc<{ hash: string; parentHash: string }>('eth_getBlockByNumber', [`0x${number.toString(16)}`, false])
    const head = Number(await rpc<string>('eth_blockNumber'))
    const blocks = await Promise.all(Array.from({ length: head + 1 }, (_, number) => block(number)))
    expect(blocks.slice(1).map(({ parentHash }) => parentHash)).toEqual(blocks.slice(0, -1).map(({ hash }) => hash))
  })

  it('default: the last two days are full of trades, and v3 pools remember prices', async () => {
    const { rpc } = chainOf(id)
    const reader = readerOf(id)
    const genesis = await reader.getBlock({ blockNumber: 0n })
    const age = Date.now() / 1000 - Number(genesis.timestamp)
    expect(age).toBeGreaterThan(48 * 3600)
    expect(age).toBeLessThan(49 * 3600 + 26 * 3600)
    for (const pool of poolsOf(createWorld())) {
      const logs = await rpc<unknown[]>('eth_getLogs', [{ address: pool.address, fromBlock: '0x0' }])
      expect(logs.length, `${pool.kind} ${pool.base.symbol}/${pool.quote.symbol}`).toBeGreaterThan(15)
    }
    const [latchPool] = poolsOf(createWorld()).filter(({ kind, base }) => kind === 'v3' && base.symbol === 'LATCH')
    if (!latchPool) throw new Error('no pool')
    const [ticks] = await reader.readContract({
      address: latchPool.address,
      abi: parseAbi(['function observe(uint32[] secondsAgos) view returns (int56[] ticks, uint160[] liquidities)']),
      functionName: 'observe',
      args: [[3600, 0]],
    })
    expect(ticks[0]).not.toBe(ticks[1])
  })

  it('default: people have histories with every kind of item, including a failed transfer', async () => {
    const { rpc } = chainOf(id)
    const people = new Map(devnet.accounts.map(({ address, name }) => [address.toLowerCase(), name]))
    const done = new Map<string, Set<string>>()
    let failed = 0
    const head = Number(await rpc('eth_blockNumber'))
    for (let number = 1; number <= head; number += 1) {
      const block = await rpc<{ transactions: { hash: string; from: string; input: string }[] }>(
        ...(['eth_getBlockByNumber', [`0x${number.toString(16)}`, true]] as const),
      )
      for (const { hash, from, input } of block.transactions) {
        const name = people.get(from)
        if (!name) continue
        done.set(name, (done.get(name) ?? new Set()).add(input.slice(0, 10)))
        const receipt = await rpc<{ status: string }>('eth_getTransactionReceipt', [hash])
        if (receipt.status === '0x0') failed += 1
      }
    }
    expect([...done.keys()].sort()).toEqual(['Ada', 'Ben', 'Cleo', 'Dan'])
    for (const [name, kinds] of done) expect(kinds.size, name).toBeGreaterThanOrEqual(2)
    expect(failed).toBe(1)
  })

  it('default: a transaction is signed for this chain alone', async () => {
    const block = await readerOf(id).getBlock({ blockNumber: 1n, includeTransactions: true })
    expect(block.transactions.length).toBeGreaterThan(0)
    for (const { chainId } of block.transactions) expect(chainId).toBe(id)
  })
})

describe('tokens', () => {
  const id = 31337
  const receiver = '0x00000000000000000000000000000000000c0de1'

  it('behavior: Toll arrives less its fee', async () => {
    const reader = readerOf(id)
    const hash = await walletOf(id, account('Ada')).writeContract({
      ...{ address: token('TOLL').address, abi: erc20Abi, functionName: 'transfer' },
      args: [receiver, parseEther('100')],
    })
    await waitForReceipt({ client: reader, hash })
    const arrived = await reader.readContract({
      ...{ address: token('TOLL').address, abi: erc20Abi, functionName: 'balanceOf', args: [receiver] },
    })
    expect(arrived).toBe(parseEther('99'))
  })

  it('behavior: Mute transfers and returns nothing', async () => {
    const reader = readerOf(id)
    const wallet = walletOf(id, account('Ben'))
    const of = { address: token('MUTE').address, abi: noReturnTokenAbi } as const
    const hash = await wallet.writeContract({ ...of, functionName: 'transfer', args: [receiver, 1_000_000n] })
    expect((await waitForReceipt({ client: reader, hash })).status).toBe('success')
    expect(await reader.readContract({ ...of, functionName: 'balanceOf', args: [receiver] })).toBe(1_000_000n)
    const call = reader.simulateContract({
      ...{ address: of.address, abi: erc20Abi, functionName: 'transfer', args: [receiver, 1n] },
      account: wallet.account,
    })
    await expect(call).rejects.toThrow(/returned no data/)
  })

  it('behavior: native tokens sent to the wrapped token are wrapped, and can be unwrapped', async () => {
    const reader = readerOf(id)
    const wallet = walletOf(id, account('Cleo'))
    const of = { address: devnet.contracts.weth, abi: wrappedNativeAbi } as const
    const balance = () => reader.readContract({ ...of, functionName: 'balanceOf', args: [wallet.account.address] })
    const before = await balance()
    const wrapped = await wallet.sendTransaction({ to: of.address, value: 5n })
    await waitForReceipt({ client: reader, hash: wrapped })
    expect(await balance()).toBe(before + 5n)
    const unwrapped = await wallet.writeContract({ ...of, functionName: 'withdraw', args: [5n] })
    expect((await waitForReceipt({ client: reader, hash: unwrapped })).status).toBe('success')
    expect(await balance()).toBe(before)
  })

  it('behavior: the dollar accepts a permit signed for this chain', async () => {
    const reader = readerOf(id)
    const wallet = walletOf(id, account('Dan'))
    const of = { address: token('USDL').address, abi: permitTokenAbi } as const
    const owner = wallet.account.address
    const nonce = await reader.readContract({ ...of, functionName: 'nonces', args: [owner] })
    const message = { owner, spender: receiver, value: 7n, nonce, deadline: 2n ** 62n } as const
    const signature = await wallet.signTypedData({
      domain: { name: 'Local Dollar', version: '1', chainId: id, verifyingContract: of.address },
      types: {
        Permit: [
          { name: 'owner', type: 'address' },
          { name: 'spender', type: 'address' },
          { name: 'value', type: 'uint256' },
          { name: 'nonce', type: 'uint256' },
          { name: 'deadline', type: 'uint256' },
        ],
      },
      primaryType: 'Permit',
      message,
    })
    const [r, s, v] = [`0x${signature.slice(2, 66)}`, `0x${signature.slice(66, 130)}`, signature.slice(130)] as const
    const hash = await walletOf(id, account('Ada')).writeContract({
      ...{ ...of, functionName: 'permit' },
      args: [owner, receiver, 7n, message.deadline, Number.parseInt(v, 16), r as `0x${string}`, s as `0x${string}`],
    })
    await waitForReceipt({ client: reader, hash })
    expect(await reader.readContract({ ...of, functionName: 'allowance', args: [owner, receiver] })).toBe(7n)
  })
})

describe('names', () => {
  const read = (address: `0x${string}`) => ({ address, abi: ensAbi }) as const
  const resolverOf = async (name: string) =>
    readerOf(31337).readContract({
      ...{ ...read(devnet.contracts.ensRegistry), functionName: 'resolver', args: [namehash(name)] },
    })

  it('default: everyone owns a name for their address, and all except Dan an address with that name', async () => {
    const reader = readerOf(31337)
    for (const { name: person, address } of devnet.accounts) {
      const name = `${person.toLowerCase()}.eth`
      const registry = read(devnet.contracts.ensRegistry)
      expect(await reader.readContract({ ...registry, functionName: 'owner', args: [namehash(name)] })).toBe(address)
      const records = read(await resolverOf(name))
      expect(await reader.readContract({ ...records, functionName: 'addr', args: [namehash(name)] })).toBe(address)
      const reverse = `${address.slice(2).toLowerCase()}.addr.reverse`
      if (person === 'Dan') expect(Number(await resolverOf(reverse))).toBe(0)
      else
        expect(
          await reader.readContract({
            ...{ address: await resolverOf(reverse), abi: parseAbi(['function name(bytes32) view returns (string)']) },
            ...{ functionName: 'name', args: [namehash(reverse)] },
          }),
        ).toBe(name)
    }
  })

  it('default: Ada has a picture', async () => {
    const avatar = await readerOf(31337).readContract({
      ...{ ...read(await resolverOf('ada.eth')), functionName: 'text', args: [namehash('ada.eth'), 'avatar'] },
    })
    expect(avatar).toMatch(/^data:image\/png;base64,iVBORw0KGgo[A-Za-z0-9+/]+=*$/)
  })

  it('behavior: the owner of an address sets its name', async () => {
    const reader = readerOf(31337)
    const registrar = await reader.readContract({
      ...{ ...read(devnet.contracts.ensRegistry), functionName: 'owner', args: [namehash('addr.reverse')] },
    })
    const hash = await walletOf(31337, account('Dan')).writeContract({
      ...{ address: registrar, abi: parseAbi(['function setName(string name) returns (bytes32)']) },
      ...{ functionName: 'setName', args: ['dan.eth'] },
    })
    expect((await waitForReceipt({ client: reader, hash })).status).toBe('success')
    expect(Number(await resolverOf(`${account('Dan').address.slice(2).toLowerCase()}.addr.reverse`))).not.toBe(0)
  })
})

describe('Farcaster', () => {
  const idRegistry = { address: contracts.farcasterIdRegistry, abi: farcasterIdRegistryAbi } as const
  const keyRegistry = { address: contracts.farcasterKeyRegistry, abi: farcasterKeyRegistryAbi } as const
  const toKey = (address: `0x${string}`) => encodeAbiParameters([{ type: 'address' }], [address])

  it('default: the people of the sandbox app own their accounts, and their addresses for signing in are registered', async () => {
    const reader = readerOf(31337)
    for (const { fid, custody, authAddress } of farcasterPeople()) {
      expect(await reader.readContract({ ...idRegistry, functionName: 'idOf', args: [custody.address] })).toBe(
        BigInt(fid),
      )
      expect(await reader.readContract({ ...idRegistry, functionName: 'custodyOf', args: [BigInt(fid)] })).toBe(
        custody.address,
      )
      const key = toKey(authAddress?.address ?? custody.address)
      expect(
        await reader.readContract({ ...keyRegistry, functionName: 'keyDataOf', args: [BigInt(fid), key] }),
      ).toEqual(authAddress ? { state: 1, keyType: 2 } : { state: 0, keyType: 0 })
    }
  })

  it('behavior: an account has one owner, and a removed key cannot be added again', async () => {
    const reader = readerOf(31337)
    const [dan, ben] = [walletOf(31337, account('Dan')), walletOf(31337, account('Ben'))]
    const done = async (hash: `0x${string}`) =>
      expect((await waitForReceipt({ client: reader, hash })).status).toBe('success')
    const key = toKey(ben.account.address)
    await done(await dan.writeContract({ ...idRegistry, functionName: 'register' }))
    const fid = await reader.readContract({ ...idRegistry, functionName: 'idOf', args: [dan.account.address] })
    await done(await dan.writeContract({ ...keyRegistry, functionName: 'add', args: [2, key] }))
    await done(await dan.writeContract({ ...keyRegistry, functionName: 'remove', args: [key] }))
    expect(await reader.readContract({ ...keyRegistry, functionName: 'keyDataOf', args: [fid, key] })).toEqual({
      ...{ state: 2, keyType: 2 },
    })
    await expect(dan.writeContract({ ...keyRegistry, functionName: 'add', args: [2, key] })).rejects.toThrow(
      'InvalidState',
    )
    await expect(ben.writeContract({ ...keyRegistry, functionName: 'remove', args: [key] })).rejects.toThrow(
      'Unauthorized',
    )
    await done(await dan.writeContract({ ...idRegistry, functionName: 'transfer', args: [ben.account.address] }))
    expect(await reader.readContract({ ...idRegistry, functionName: 'custodyOf', args: [fid] })).toBe(
      ben.account.address,
    )
    expect(await reader.readContract({ ...idRegistry, functionName: 'idOf', args: [dan.account.address] })).toBe(0n)
    await expect(
      dan.writeContract({ ...idRegistry, functionName: 'transfer', args: [ben.account.address] }),
    ).rejects.toThrow('HasNoId')
    await expect(ben.writeContract({ ...idRegistry, functionName: 'register' })).rejects.toThrow('HasId')
  })
})

describe('trade', () => {
  it('behavior: moves a price of the site token on every chain, and is mined when it resolves', async () => {
    for (const id of chainIds) {
      const [before, head] = [await latchPrice(id), await readerOf(id).getBlockNumber({ cacheTime: 0 })]
      await devnet.trade()
      const after = await latchPrice(id)
      expect(after.some((price, index) => Math.abs(price / (before[index] ?? 0) - 1) > 0.001)).toBe(true)
      expect(await readerOf(id).getBlockNumber({ cacheTime: 0 })).toBeGreaterThan(head)
    }
  })

  it('behavior: concurrent rounds run one after another', async () => {
    const trades = async () => {
      const world = createWorld()
      const counts = world.accounts.traders.map(({ address }) => readerOf(31337).getTransactionCount({ address }))
      return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0)
    }
    const before = await trades()
    await Promise.all([devnet.trade(), devnet.trade(), devnet.trade()])
    expect(await trades()).toBe(before + 6)
  })
})

describe('stopChain and startChain', () => {
  const id = 31338

  it('behavior: a chain keeps its state and its port', async () => {
    await devnet.trade()
    const before = await latchPrice(id)
    await devnet.stopChain({ id })
    await expect(chainOf(id).rpc('eth_chainId')).rejects.toMatchObject({ code: 'upstream_unavailable' })
    await devnet.trade()
    await devnet.startChain({ id })
    expect(await latchPrice(id)).toEqual(before)
    await devnet.trade()
    expect(await latchPrice(id)).not.toEqual(before)
  })

  it('behavior: without its state it begins from the baked one', async () => {
    await devnet.stopChain({ id })
    await devnet.startChain({ id, keepState: false })
    const fresh = await latchPrice(id)
    await devnet.trade()
    await devnet.stopChain({ id })
    await devnet.startChain({ id, keepState: false })
    expect(await latchPrice(id)).toEqual(fresh)
  })

  it('error: a chain that is not part of it', async () => {
    await expect(async () => devnet.stopChain({ id: 1 })).rejects.toMatchObject({ code: 'unsupported_chain' })
    await expect(startDevnet({ folder: testBakeFolder, chains: [1] })).rejects.toMatchObject({
      code: 'unsupported_chain',
    })
  })
})

describe('chain numbers', () => {
  it('default: none is a public chain', () => {
    for (const id of chainIds) {
      const same = Object.values(publicChains).filter((chain) => chain.id === id)
      for (const { name, rpcUrls } of same) {
        expect(rpcUrls.default.http, name).toEqual(['http://127.0.0.1:8545'])
      }
    }
  })
})

describe('toChainConfigs', () => {
  it('default: one entry for each chain, with the dollar as reference and the spam marked', () => {
    const configs = toChainConfigs(devnet)
    expect(configs.map(({ chainId }) => chainId)).toEqual(['eip155:31337', 'eip155:31338'])
    for (const [index, config] of configs.entries()) {
      const chain = devnet.chains[index]
      expect(config.upstreams).toEqual([{ url: chain?.rpcUrl, ws: chain?.wsUrl }])
      expect(config.tokens.filter(({ usdReference }) => usdReference).map(({ symbol }) => symbol)).toEqual(['USDL'])
      expect(config.tokens).toHaveLength(8)
      expect(config.spam).toHaveLength(2)
      const { ensRegistry } = devnet.contracts
      expect(config.contracts.ensRegistry).toBe(config.chainId === 'eip155:31337' ? ensRegistry : undefined)
      expect(config.indexer).toEqual({ startBlock: 0, trace: true, pollInterval: 250 })
    }
    expect(JSON.parse(JSON.stringify(configs))).toEqual(configs)
  })
})
