import {
  farcasterIdRegistryAbi,
  farcasterIdRegistryBytecode,
  farcasterKeyRegistryAbi,
  farcasterKeyRegistryBytecode,
} from '@latchkey/contracts'
import { waitForReceipt } from '@latchkey/devnet'
import type { EvmAddress } from '@latchkey/protocol'
import {
  type Abi,
  createPublicClient,
  createWalletClient,
  encodeAbiParameters,
  encodeFunctionData,
  http,
  numberToHex,
  parseEther,
} from 'viem'
import type { PrivateKeyAccount } from 'viem/accounts'
import { anvil as chain } from 'viem/chains'
import { socialSchema } from '../../platform/config/socialConfig.ts'
import { startAnvil } from '../../testing/startAnvil.ts'

/** A chain with the registries of Farcaster at their addresses of OP Mainnet. */
export type FarcasterChain = {
  url: string
  request: (method: string, params?: unknown[]) => Promise<unknown>
  idRegistry: EvmAddress
  keyRegistry: EvmAddress
  /** Creates an account for a key. @returns its id */
  register: (owner: PrivateKeyAccount) => Promise<bigint>
  /** Transfers an account. */
  transfer: (owner: PrivateKeyAccount, to: EvmAddress) => Promise<void>
  /** Type 2: a sign-in address. */
  addKey: (owner: PrivateKeyAccount, key: EvmAddress, keyType?: number) => Promise<void>
  removeKey: (owner: PrivateKeyAccount, key: EvmAddress) => Promise<void>
  stop: () => Promise<void>
}

/** Starts a chain of Farcaster; the caller stops it. */
export async function startFarcasterChain(): Promise<FarcasterChain> {
  const anvil = await startAnvil()
  const reader = createPublicClient({ chain, transport: http(anvil.url), pollingInterval: 20 })
  const { idRegistry, keyRegistry } = socialSchema.parse({ farcaster: { rpcUrl: anvil.url } }).farcaster as {
    idRegistry: EvmAddress
    keyRegistry: EvmAddress
  }
  // We do not have the deployers' keys, so set the runtime code of our deployment at the address.
  const place = async (address: EvmAddress, creation: `0x${string}`) => {
    const { data } = await reader.call({ data: creation })
    await anvil.request('anvil_setCode', [address, data])
  }
  await place(idRegistry, farcasterIdRegistryBytecode)
  await place(
    keyRegistry,
    `${farcasterKeyRegistryBytecode}${encodeAbiParameters([{ type: 'address' }], [idRegistry]).slice(2)}`,
  )

  const call = async (
    from: PrivateKeyAccount,
    { to, ...what }: { to: EvmAddress; abi: Abi; functionName: string; args?: readonly unknown[] },
  ) => {
    await anvil.request('anvil_setBalance', [from.address, numberToHex(parseEther('1'))])
    const wallet = createWalletClient({ chain, transport: http(anvil.url), account: from })
    const hash = await wallet.sendTransaction({ to, data: encodeFunctionData(what) })
    const { status } = await waitForReceipt({ client: reader, hash })
    if (status !== 'success') throw new Error(`${what.functionName} was refused`)
  }
  const keys = { to: keyRegistry, abi: farcasterKeyRegistryAbi } as const
  const toKey = (address: EvmAddress) => encodeAbiParameters([{ type: 'address' }], [address])
  const ids = { to: idRegistry, abi: farcasterIdRegistryAbi } as const

  return {
    url: anvil.url,
    request: anvil.request,
    idRegistry,
    keyRegistry,
    register: async (owner) => {
      await call(owner, { ...ids, functionName: 'register' })
      return reader.readContract({
        ...{ address: idRegistry, abi: farcasterIdRegistryAbi, functionName: 'idOf', args: [owner.address] },
      })
    },
    transfer: (owner, to) => call(owner, { ...ids, functionName: 'transfer', args: [to] }),
    addKey: (owner, key, keyType = 2) => call(owner, { ...keys, functionName: 'add', args: [keyType, toKey(key)] }),
    removeKey: (owner, key) => call(owner, { ...keys, functionName: 'remove', args: [toKey(key)] }),
    stop: anvil.stop,
  }
}
