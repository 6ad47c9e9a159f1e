import { gunzipSync } from 'node:zlib'
import { farcasterIdRegistryBytecode, farcasterKeyRegistryBytecode, wrappedNativeBytecode } from '@latchkey/contracts'
import type { Address, Hex } from 'viem'
import { encodeAbiParameters, getContractAddress, hexToBytes } from 'viem/utils'
import { startAnvil } from '../anvil/startAnvil.ts'
import { contracts } from '../world/contracts.ts'
import { multicall3Bytecode } from '../world/multicall3Bytecode.ts'
import { nameCreations, names } from '../world/names.ts'
import { permit2Runtime } from '../world/permit2Runtime.ts'
import type { World } from '../world/World.ts'
import { foreignBytecode } from './foreignBytecode.ts'
import { createManualChain } from './ManualChain.ts'

/** Code and storage to write to an address. */
export type Placement = { address: Address; code: Hex; storage: readonly (readonly [slot: Hex, value: Hex])[] }

/** The position manager uses it for pictures of positions, which are not needed here. */
const noDescriptor: Address = '0x0000000000000000000000000000000000000000'

type DumpedState = { accounts: Record<string, { code: Hex; storage: Record<Hex, Hex> }> }

/**
 * Creates the contracts that must have the same addresses as on Ethereum. They cannot be deployed there, because we do not
 * have their deployers' keys. A plain transaction creates each one on a scratch chain, because its constructor must run.
 * Then its storage and its code are read, and its own address is replaced wherever the constructor stored it.
 */
export async function makePlacements({ world, binary }: { world: World; binary: string }): Promise<Placement[]> {
  const id = 31337
  const genesis = 1_700_000_000
  const anvil = await startAnvil({
    ...{ binary, id, port: 0, timestamp: genesis, manualMining: true, whenOrphaned: 'kill' },
  })
  try {
    const maker = world.accounts.deployer
    await anvil.rpc('anvil_setBalance', [maker.address, `0x${(10n ** 22n).toString(16)}`])
    const chain = createManualChain({ id, rpc: anvil.rpc, genesis })
    const made: { from: Address; to: Address }[] = []
    for (const { address, creation } of creations({ owner: maker.address })) {
      made.push({ from: getContractAddress({ from: maker.address, nonce: BigInt(made.length) }), to: address })
      await chain.send({ from: maker, data: creation, gas: 12_000_000n })
    }
    await chain.mine({ at: genesis + 1 })
    const dump = gunzipSync(hexToBytes(await anvil.rpc<Hex>('anvil_dumpState'))).toString('utf8')
    const { accounts }: DumpedState = JSON.parse(dump)
    const placements = made.map(({ from, to }): Placement => {
      const account = accounts[from.toLowerCase()]
      if (!account) throw new Error(`nothing was made for ${to}`)
      const code = account.code.replaceAll(from.slice(2).toLowerCase(), to.slice(2).toLowerCase())
      return { address: to, code: code as Hex, storage: Object.entries(account.storage) as [Hex, Hex][] }
    })
    return [...placements, { address: contracts.permit2, code: permit2Runtime, storage: [] }]
  } finally {
    await anvil.stop({ save: false })
  }
}

function creations({ owner }: { owner: Address }): { address: Address; creation: Hex }[] {
  const withAddresses = (bytecode: Hex, ...addresses: Address[]): Hex =>
    `${bytecode}${encodeAbiParameters(
      addresses.map(() => ({ type: 'address' })),
      addresses,
    ).slice(2)}`
  const { weth, uniswapV2Factory: v2, uniswapV3Factory: v3, uniswapV3PositionManager: positions } = contracts
  return [
    { address: contracts.multicall3, creation: multicall3Bytecode },
    { address: weth, creation: wrappedNativeBytecode },
    { address: v2, creation: withAddresses(foreignBytecode('v2Factory'), owner) },
    { address: contracts.uniswapV2Router, creation: withAddresses(foreignBytecode('v2Router'), v2, weth) },
    { address: v3, creation: foreignBytecode('v3Factory') },
    { address: positions, creation: withAddresses(foreignBytecode('v3PositionManager'), v3, weth, noDescriptor) },
    {
      address: contracts.uniswapSwapRouter02,
      creation: withAddresses(foreignBytecode('swapRouter02'), v2, v3, positions, weth),
    },
    { address: contracts.simple7702Account, creation: foreignBytecode('simple7702Account') },
    { address: contracts.uniswapQuoterV2, creation: withAddresses(foreignBytecode('quoterV2'), v3, weth) },
    // Its root belongs to the one who makes it.
    { address: contracts.ensRegistry, creation: foreignBytecode('ensRegistry') },
    { address: names.universalResolver, creation: nameCreations.universalResolver },
    { address: contracts.farcasterIdRegistry, creation: farcasterIdRegistryBytecode },
    {
      address: contracts.farcasterKeyRegistry,
      creation: withAddresses(farcasterKeyRegistryBytecode, contracts.farcasterIdRegistry),
    },
  ]
}
