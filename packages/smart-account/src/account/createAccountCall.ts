import { encodeFunctionData } from 'viem/utils'
import { factoryAbi } from '../contracts/abis.ts'
import { smartAccountContracts } from '../contracts/addresses.ts'
import type { AccountOwner } from './AccountOwner.ts'
import { factoryArguments } from './factoryArguments.ts'

/** Returns the fields of an operation that deploy its account. Source: ERC-4337, `factory` and `factoryData`. */
export function createAccountCall(owner: AccountOwner): { factory: `0x${string}`; factoryData: `0x${string}` } {
  const factoryData = encodeFunctionData({
    abi: factoryAbi,
    functionName: 'createAccount',
    args: factoryArguments(owner),
  })
  return { factory: smartAccountContracts.factory, factoryData }
}
