import { createAccountCall, factoryAbi, smartAccountAddress, smartAccountContracts } from '@latchkey/smart-account'
import { decodeFunctionData, zeroAddress, zeroHash } from 'viem'
import type { Hex } from '../chains/rpcTypes.ts'

/** Kind of an account's code: ours, or deployed by its next operation, or foreign. */
export type AccountKind = 'deployed' | 'delegated' | 'undeployed' | 'delegating' | 'foreign'

/** Code of an account of our factory. Source: ERC-1167. */
const accountCode = `0x363d3d373d3d3d363d73${smartAccountContracts.implementation
  .slice(2)
  .toLowerCase()}5af43d82803e903d91602b57fd5bf3`

/** Code of an EOA that delegates to ours. Source: EIP-7702, delegation indicator. */
const delegationCode = `0xef0100${smartAccountContracts.implementation.slice(2).toLowerCase()}`

/**
 * Returns whether an operation's sender runs our code, or will run it with this operation. Anything else is `foreign`: its
 * code could do anything at the operator's cost.
 *
 * @param options.code current code of the sender
 */
export function accountKindOf({
  sender,
  factory,
  factoryData,
  delegate,
  code,
}: {
  sender: Hex
  factory?: Hex | undefined
  factoryData?: Hex | undefined
  /** Address in the operation's authorization. */
  delegate?: Hex | undefined
  code: Hex
}): AccountKind {
  const isEmpty = code === '0x'
  if (factory !== undefined && /^0x7702(?:0{36})?$/.test(factory)) {
    // The existing code does not matter: the authorization replaces it before anything runs.
    if (delegate !== undefined) return isSame(delegate, smartAccountContracts.implementation) ? 'delegating' : 'foreign'
    return code === delegationCode ? 'delegated' : 'foreign'
  }
  if (delegate !== undefined) return 'foreign'
  if (code.toLowerCase() === accountCode) return factory === undefined ? 'deployed' : 'foreign'
  if (code.toLowerCase() === delegationCode) return factory === undefined ? 'delegated' : 'foreign'
  if (!isEmpty || factory === undefined || factoryData === undefined) return 'foreign'
  return isOwnFactoryCall({ sender, factory, factoryData }) ? 'undeployed' : 'foreign'
}

/** Whether the factory is ours, and deploys exactly this account, without any additional call. */
function isOwnFactoryCall({ sender, factory, factoryData }: { sender: Hex; factory: Hex; factoryData: Hex }): boolean {
  if (!isSame(factory, smartAccountContracts.factory)) return false
  try {
    const { functionName, args } = decodeFunctionData({ abi: factoryAbi, data: factoryData })
    if (functionName !== 'createAccount') return false
    const [address, x, y, rpIdHash, salt] = args
    const owner = {
      ...(address === zeroAddress ? {} : { address }),
      ...(x === zeroHash && y === zeroHash ? {} : { passkey: { x, y, rpIdHash } }),
      salt,
    }
    return (
      isSame(smartAccountAddress(owner), sender) &&
      createAccountCall(owner).factoryData.toLowerCase() === factoryData.toLowerCase()
    )
  } catch {
    return false
  }
}

function isSame(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase()
}
