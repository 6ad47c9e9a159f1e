import { getAddress } from 'viem/utils'
import type { ValueNode } from '../abi/ValueNode.ts'
import type { Finding } from '../Description.ts'

/** Types that contain a call of the signer. Source: OpenSea's and Biconomy's NativeMetaTransaction, ERC-2771 forwarders, GSN. */
const types = /^(?:MetaTransaction|ForwardRequest|ForwardRequestData|RelayRequest)\(/
const callNames: readonly string[] = ['functionSignature', 'functionData', 'data', 'callData', 'calldata']
const signerNames: readonly string[] = ['from', 'user', 'userAddress', 'sender', 'signer']

/**
 * Warns of typed data with a call (a meta-transaction). Anyone with the signature can make the call in the signer's name, like a
 * transaction of the signer, without asking again.
 */
export function judgeMetaTransaction({
  encoding,
  isKnown,
  nodes,
  account,
  to,
}: {
  encoding: string
  /** Whether a descriptor explains the type. */
  isKnown: boolean
  nodes: readonly ValueNode[]
  account: `0x${string}`
  /** The contract that verifies the signature. */
  to: `0x${string}` | null
}): readonly Finding[] {
  const own = findCall({ nodes, account })
  if (!types.test(encoding) && (isKnown || !own)) return []
  const named = own?.find(({ name, type }) => name === 'to' && type === 'address')?.value
  const address = typeof named === 'string' ? getAddress(named) : to
  return [{ level: 'warn', code: 'callBySignature', values: address ? { address } : {} }]
}

/** Finds the members of a struct with a call of the account. */
function findCall({
  nodes,
  account,
}: {
  nodes: readonly ValueNode[]
  account: `0x${string}`
}): readonly ValueNode[] | undefined {
  const hasCall = nodes.some(
    ({ name, type, value }) =>
      callNames.includes(name) && type === 'bytes' && typeof value === 'string' && value.length >= 10,
  )
  const isOwn = nodes.some(({ name, value }) => signerNames.includes(name) && value === account.toLowerCase())
  if (hasCall && isOwn) return nodes
  for (const { children } of nodes) {
    const found = findCall({ nodes: children, account })
    if (found) return found
  }
  return undefined
}
