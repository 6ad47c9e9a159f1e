import type { Description } from '@latchkey/clear-signing'
import type { RpcAuthorization, RpcUserOperation, SendPreparedCalls } from '@latchkey/protocol'
import { parseChainId } from '@latchkey/protocol'
import { ServiceError } from '@latchkey/protocol/errors'
import { encodeCalls, hashOperation, smartAccountContracts, type UserOperation } from '@latchkey/smart-account'
import { hashAuthorization, recoverAddress } from 'viem/utils'
import { checkCalls } from './checkOperation.ts'
import type { PreparedOperation } from './Operations.ts'

/** A signature of an authorization from the key worker. Source: EIP-7702. */
export type DelegationSignature = { r: `0x${string}`; s: `0x${string}`; yParity: number }

/**
 * Verifies a signed operation and encodes it for sending. The hash is recomputed, the calls are the shown ones, and both signatures
 * are the owner's.
 *
 * @throws LatchkeyError `signature_invalid`
 */
export async function verifyOperation({
  prepared: { account, chainId, calls, hash, checked },
  description,
  signature,
  delegation,
}: {
  prepared: PreparedOperation
  description?: Description | undefined
  signature: `0x${string}`
  delegation: DelegationSignature | null
}): Promise<SendPreparedCalls> {
  const number = Number(parseChainId(chainId).reference)
  const { operation, authorization } = checked
  await checkCalls({ calls, description })
  if (encodeCalls(calls).toLowerCase() !== operation.callData) throw differs('calls')
  if (operation.sender !== account.address.toLowerCase()) throw differs('sender')
  if (hashOperation({ operation, chainId: number }) !== hash) throw differs('hash')
  if (!(await isOwners({ owner: account.owner, hash, signature }))) throw differs('signer')
  if ((authorization === null) !== (delegation === null)) throw differs('authorization')
  const chain = toHex(BigInt(number))
  const body: SendPreparedCalls = {
    preparedCalls: { type: 'user-operation-v08', chainId: chain, data: toRpc(operation) },
    signature,
  }
  if (!authorization || !delegation) return body
  const { implementation: address } = smartAccountContracts
  const digest = hashAuthorization({ address, chainId: number, nonce: authorization.nonce })
  if (!(await isOwners({ owner: account.address, hash: digest, signature: delegation }))) throw differs('authorization')
  const { r, s, yParity } = delegation
  const signed: RpcAuthorization = {
    ...{ address, chainId: chain, nonce: toHex(BigInt(authorization.nonce)), r, s },
    yParity: yParity === 0 ? '0x0' : '0x1',
  }
  return { ...body, authorization: signed }
}

async function isOwners({
  owner,
  hash,
  signature,
}: {
  owner: `0x${string}`
  hash: `0x${string}`
  signature: `0x${string}` | DelegationSignature
}): Promise<boolean> {
  if (typeof signature === 'string' && !/^0x[0-9a-f]{128}(1b|1c)$/i.test(signature)) return false
  const signer = await recoverAddress({ hash, signature }).catch(() => undefined)
  return signer?.toLowerCase() === owner.toLowerCase()
}

/** The operation in JSON-RPC form, without its signature. */
function toRpc({ eip7702Auth: _, signature, ...operation }: UserOperation): RpcUserOperation {
  const entries = Object.entries(operation).map(([name, value]) => [
    name,
    typeof value === 'bigint' ? toHex(value) : value,
  ])
  return { ...Object.fromEntries(entries), signature } as RpcUserOperation
}

function toHex(value: bigint): `0x${string}` {
  return `0x${value.toString(16)}`
}

function differs(field: string): ServiceError {
  return new ServiceError('signature_invalid', { details: `Differs from the request shown: ${field}` })
}
