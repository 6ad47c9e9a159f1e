import { farcasterIdRegistryAbi, farcasterKeyRegistryAbi } from '@latchkey/contracts'
import { encodeAbiParameters, encodeFunctionData, parseEther } from 'viem/utils'
import { farcasterPeople } from '../world/farcasterPeople.ts'
import type { World } from '../world/World.ts'
import type { ManualChain } from './ManualChain.ts'

/** The registry's type of a key that is an address for logins. */
const authAddressType = 2
const gas = 200_000n

/** Gives the people of the sandbox app their Farcaster accounts. Leaves the transactions waiting. */
export async function seedFarcaster({ chain, world }: { chain: ManualChain; world: World }): Promise<void> {
  const { farcasterIdRegistry, farcasterKeyRegistry } = world.contracts
  for (const { custody, authAddress } of farcasterPeople()) {
    await chain.rpc('anvil_setBalance', [custody.address, `0x${parseEther('1').toString(16)}`])
    const register = encodeFunctionData({ abi: farcasterIdRegistryAbi, functionName: 'register' })
    await chain.send({ from: custody, to: farcasterIdRegistry, data: register, gas })
    if (!authAddress) continue
    const key = encodeAbiParameters([{ type: 'address' }], [authAddress.address])
    const args = [authAddressType, key] as const
    const add = encodeFunctionData({ abi: farcasterKeyRegistryAbi, functionName: 'add', args })
    await chain.send({ from: custody, to: farcasterKeyRegistry, data: add, gas })
  }
}
