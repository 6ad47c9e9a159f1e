import { setTimeout as delay } from 'node:timers/promises'
import type { ChainId, SentCalls } from '@latchkey/protocol'
import { ServiceError } from '@latchkey/protocol/errors'
import {
  decodeCalls,
  delegationFactory,
  encodeSessionSignature,
  hashOperation,
  isSignedBySession,
  sessionIdOf,
  smartAccountContracts,
  type UserOperation,
} from '@latchkey/smart-account'
import { recoverAuthorizationAddress } from 'viem/utils'
import { OperationRefusal, refusalCodes } from '../bundler/OperationRefusal.ts'
import { findEvmChain } from '../platform/config/chainConfig.ts'
import type { ProjectConfig } from '../platform/config/ServerConfig.ts'
import { checkSessionCalls } from './checkSessionCalls.ts'
import { type ReadSendCalls, readSendCalls } from './readParams.ts'
import type { WalletRpcPorts } from './WalletRpcPorts.ts'

type Ports = Pick<WalletRpcPorts, 'bundler' | 'sessions' | 'config'>

/** Milliseconds. */
const pauses = [200, 400, 800, 1_600]

/**
 * Answers `wallet_sendPreparedCalls` (ERC-7836). The request's operation counts, not the prepared one: it needs a valid
 * signature. For a permission, the server adds its own signature after a complete check.
 *
 * @returns the hash of the operation; repeating a request returns the same hash
 * @throws ServiceError `malformed_request`, `signature_invalid`, the codes of permissions, and those of the bundler
 */
export async function sendPreparedCalls({
  params,
  chainOf,
  project,
  ports,
}: {
  params: readonly unknown[]
  chainOf: (number: number | undefined) => ChainId
  project: ProjectConfig
  ports: Ports
}): Promise<SentCalls> {
  const asked = readSendCalls(params)
  const chainId = chainOf(asked.chainId)
  const operation = await addAuthorization(asked)
  const hash = hashOperation({ operation, chainId: asked.chainId })
  const known = await ports.bundler.status({ chainId, hash })
  if (known && known.state !== 'dropped') return { id: hash }

  const signature =
    asked.context === undefined
      ? ownerSignature({ operation, signature: asked.signature })
      : await signForSession({ asked, context: asked.context, operation, hash, chainId, project, ports })
  const whole = { ...operation, signature }
  return { id: await sendPatiently(() => ports.bundler.send({ chainId, operation: whole, projectId: project.id })) }
}

/** Retries an operation that is refused because its predecessor is being mined. It passes a moment later. */
async function sendPatiently(send: () => Promise<`0x${string}`>): Promise<`0x${string}`> {
  for (const pause of pauses) {
    try {
      return await send()
    } catch (error) {
      if (!(error instanceof OperationRefusal) || error.rpcCode !== refusalCodes.rejectedByAccount || !error.retryAfter)
        throw error
    }
    await delay(pause)
  }
  return send()
}

/** @throws ServiceError `signature_invalid` unless the account itself authorizes exactly our code */
async function addAuthorization({ operation, authorization, chainId }: ReadSendCalls): Promise<UserOperation> {
  const { eip7702Auth: _, ...bare } = operation
  const isNeeded = operation.factory === delegationFactory
  if (!isNeeded && !authorization) return bare
  const refusal = new ServiceError('signature_invalid', { field: 'authorization' })
  if (!isNeeded || !authorization) throw refusal
  const isOurs =
    authorization.address.toLowerCase() === smartAccountContracts.implementation.toLowerCase() &&
    authorization.chainId === chainId
  const signer = await recoverAuthorizationAddress({ authorization }).catch(() => undefined)
  if (!isOurs || signer?.toLowerCase() !== operation.sender.toLowerCase()) throw refusal
  return { ...bare, eip7702Auth: authorization }
}

function ownerSignature({
  operation,
  signature,
}: {
  operation: UserOperation
  signature: `0x${string}`
}): `0x${string}` {
  // Without its context, a permission's operation would lack the server's signature. Refuse it here, before the chain does.
  if (sessionIdOf(operation.nonce) === undefined) return signature
  throw new ServiceError('session_unknown', { field: 'context', message: 'The context of the permission is missing' })
}

async function signForSession({
  asked,
  context,
  operation,
  hash,
  chainId,
  project,
  ports: { sessions, config },
}: {
  asked: ReadSendCalls
  context: `0x${string}`
  operation: UserOperation
  hash: `0x${string}`
  chainId: ChainId
  project: ProjectConfig
  ports: Ports
}): Promise<`0x${string}`> {
  if (!sessions) throw new ServiceError('session_unknown', { message: 'This server has no permissions' })
  const session = await sessions.find({ context, chainId, projectId: project.id })
  const isOfSession =
    session.account === operation.sender.toLowerCase() &&
    sessionIdOf(operation.nonce) === session.id &&
    operation.factory === undefined
  if (!isOfSession) {
    throw new ServiceError('session_unknown', {
      field: 'context',
      message: 'The operation belongs to another permission',
    })
  }
  const calls = decodeCalls(operation.callData)
  if (!calls)
    throw new ServiceError('session_limit', { field: 'calls', message: 'A permission can make only plain calls' })
  checkPaymaster({ operation, chainId, config })
  checkSessionCalls({ session, calls, operation })
  const { grant, at, pci } = session
  if (!(await isSignedBySession({ grant, hash, signature: asked.signature }))) {
    throw new ServiceError('signature_invalid', { field: 'signature' })
  }
  const coSignature = await sessions.coSign({ pci, hash })
  return encodeSessionSignature({ grant, at, signature: asked.signature, coSignature })
}

/** Another paymaster could take its payment from the account in tokens, which no limit of the permission counts. */
function checkPaymaster({
  operation: { paymaster },
  chainId,
  config,
}: {
  operation: UserOperation
  chainId: ChainId
  config: WalletRpcPorts['config']
}): void {
  if (paymaster === undefined) return
  const own = findEvmChain(config.chains, chainId)?.smartAccounts?.sponsorship?.paymaster
  if (own?.toLowerCase() === paymaster.toLowerCase()) return
  throw new ServiceError('session_limit', {
    field: 'paymaster',
    message: 'This permission does not allow this paymaster',
  })
}
