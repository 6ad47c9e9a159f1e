import type { ChainId, PreparedCalls } from '@latchkey/protocol'
import { ServiceError } from '@latchkey/protocol/errors'
import {
  type AccountCall,
  createAccountCall,
  delegationFactory,
  encodeCalls,
  hashOperation,
  sessionNonceKey,
  smartAccountAddress,
  smartAccountContracts,
  stubSessionSignature,
  stubSignature,
  toRpcOperation,
  type UserOperation,
} from '@latchkey/smart-account'
import type { UnmeasuredOperation } from '../bundler/Bundler.ts'
import { OperationRefusal, refusalCodes } from '../bundler/OperationRefusal.ts'
import type { Hex } from '../chains/rpcTypes.ts'
import { accountKindOf } from '../paymaster/accountKindOf.ts'
import { worstCost } from '../paymaster/worstCost.ts'
import type { LivePermission } from '../permissions/PermissionService.ts'
import type { ProjectConfig } from '../platform/config/ServerConfig.ts'
import { checkSessionCalls } from './checkSessionCalls.ts'
import { readPrepareCalls } from './readParams.ts'
import type { WalletRpcPorts } from './WalletRpcPorts.ts'

type Ports = Pick<WalletRpcPorts, 'bundler' | 'paymaster' | 'sessions' | 'rpc' | 'log'>

/**
 * Additional gas of the permission module if the account pays for gas. The module counts that cost, but the measurement has
 * no gas price.
 */
const countingGas = 40_000n

/** An operation without its gas, and the data for its signature. */
type Draft = {
  operation: UnmeasuredOperation
  session: LivePermission | undefined
  /** The account's transaction nonce, if it must delegate to our code. */
  authorizationNonce: number | undefined
  /**
   * Owner of an account that a waiting operation deploys. This operation is measured with the deployment, but does not
   * contain it.
   */
  awaitedOwner?: `0x${string}` | undefined
}

/**
 * Answers `wallet_prepareCalls` (ERC-7836). It sets the nonce, gas, fees and sponsor, so that a wallet or an app with a
 * permission only needs to sign. The signer checks the result and does not have to trust the server.
 *
 * @throws ServiceError `malformed_request`, `operation_refused`, `session_unknown`, `session_revoked`, `session_expired`,
 *   `session_limit`, `bundler_unavailable`
 */
export async function prepareCalls({
  params,
  chainOf,
  project,
  caller,
  origin,
  ports,
}: {
  params: readonly unknown[]
  /** Returns the requested network, after a check. */
  chainOf: (number: number | undefined) => ChainId
  project: ProjectConfig
  /** Key for the caller's rate limit. */
  caller: string
  /** Origin of the page; undefined if the request has none. */
  origin: string | undefined
  ports: Ports
}): Promise<PreparedCalls> {
  const asked = readPrepareCalls(params)
  const chainId = chainOf(asked.chainId)
  const id = Number(chainId.slice('eip155:'.length))
  const calls: AccountCall[] = asked.calls.map(({ to, value = 0n, data = '0x' }) => ({ to, value, data }))
  const sender = asked.from
  const { permissions } = asked.capabilities ?? {}
  const draftAndMeasure = async () => {
    const draft = permissions
      ? await draftForSession({ ports, chainId, project, sender, calls, context: permissions.context })
      : await draftForOwner({ ports, chainId, sender, calls, capabilities: asked.capabilities ?? {} })
    const measured =
      (await measureSponsored({ ports, chainId, project, caller, origin, draft })) ??
      (await measureSelfPaid({ ports, chainId, draft }))
    return { draft, measured }
  }
  // A previous operation may deploy the account between the draft and the measurement (AA10). A second draft sees the account.
  const { draft, measured } = await draftAndMeasure().catch((error: unknown) => {
    if (error instanceof OperationRefusal && error.reason?.startsWith('AA10')) return draftAndMeasure()
    throw error
  })
  const { operation, sponsor } = measured
  if (draft.session) checkSessionCalls({ session: draft.session, calls, operation })
  const { eip7702Auth: _, ...bare } = operation
  const implementation = smartAccountContracts.implementation
  return {
    preparedCalls: {
      type: 'user-operation-v08',
      chainId: toHex(id),
      data: toRpcOperation({ ...bare, signature: '0x' }),
    },
    signatureRequest: {
      hash: hashOperation({ operation, chainId: id }),
      ...(draft.authorizationNonce === undefined
        ? {}
        : {
            authorization: { address: implementation, chainId: toHex(id), nonce: toHex(draft.authorizationNonce) },
          }),
    },
    capabilities: { sponsor, maxCost: toHex(worstCost(operation)) },
    ...(permissions ? { context: permissions.context } : {}),
  }
}

async function draftForSession({
  ports: { bundler, sessions },
  chainId,
  project,
  sender,
  calls,
  context,
}: {
  ports: Ports
  chainId: ChainId
  project: ProjectConfig
  sender: `0x${string}`
  calls: readonly AccountCall[]
  context: `0x${string}`
}): Promise<Draft> {
  if (!sessions) throw new ServiceError('session_unknown', { message: 'This server has no permissions' })
  const session = await sessions.find({ context, chainId, projectId: project.id })
  if (session.account !== sender.toLowerCase()) {
    throw new ServiceError('session_unknown', { field: 'from', message: 'The permission belongs to another account' })
  }
  checkSessionCalls({ session, calls })
  const nonce = await bundler.nextNonce({ chainId, sender, key: sessionNonceKey(session.id) })
  const signature = stubSessionSignature({ grant: session.grant, at: session.at })
  return {
    operation: { sender, nonce, callData: encodeCalls(calls), signature },
    session,
    authorizationNonce: undefined,
  }
}

async function draftForOwner({
  ports: { bundler, rpc },
  chainId,
  sender,
  calls,
  capabilities: { account, delegation },
}: {
  ports: Ports
  chainId: ChainId
  sender: `0x${string}`
  calls: readonly AccountCall[]
  capabilities: { account?: { owner: `0x${string}` } | undefined; delegation?: true | undefined }
}): Promise<Draft> {
  const ask = <Result>(method: string, block: string) =>
    rpc.request<Result>({ chainId, call: { method, params: [sender, block] } })
  const [code, nonce] = await Promise.all([
    ask<Hex>('eth_getCode', 'latest'),
    bundler.nextNonce({ chainId, sender, key: 0n }),
  ])
  const operation: UnmeasuredOperation = { sender, nonce, callData: encodeCalls(calls), signature: stubSignature() }
  const kind = accountKindOf({ sender, code })
  if (kind !== 'foreign') return { operation, session: undefined, authorizationNonce: undefined }

  const isDelegated = /^0xef0100/i.test(code)
  if (account && code === '0x') {
    if (smartAccountAddress({ address: account.owner }).toLowerCase() !== sender.toLowerCase()) {
      const message = 'This is not the smart account of that owner'
      throw new ServiceError('operation_refused', { field: 'capabilities.account.owner', message })
    }
    return {
      operation: { ...operation, ...createAccountCall({ address: account.owner }) },
      session: undefined,
      authorizationNonce: undefined,
      awaitedOwner: nonce === 0n ? undefined : account.owner,
    }
  }
  if (!delegation || (code !== '0x' && !isDelegated)) {
    throw new ServiceError('operation_refused', {
      field: 'from',
      message: 'This address is not a smart account of this wallet',
    })
  }
  const authorizationNonce = Number(await ask<Hex>('eth_getTransactionCount', 'pending'))
  return {
    operation: {
      ...operation,
      factory: delegationFactory,
      factoryData: '0x',
      eip7702Auth: unsignedAuthorization(chainId, authorizationNonce),
    },
    session: undefined,
    authorizationNonce,
  }
}

/**
 * Placeholder for the authorization until the account's owner has signed it. The hash of an operation depends only on the
 * code.
 */
function unsignedAuthorization(chainId: ChainId, nonce: number): NonNullable<UserOperation['eip7702Auth']> {
  const none = `0x${'00'.repeat(32)}` as const
  const id = Number(chainId.slice('eip155:'.length))
  return { address: smartAccountContracts.implementation, chainId: id, nonce, r: none, s: none, yParity: 0 }
}

/** Returns the operation with its gas, paid by the operator; undefined if the paymaster refuses. */
async function measureSponsored({
  ports,
  chainId,
  project,
  caller,
  origin,
  draft,
}: {
  ports: Ports
  chainId: ChainId
  project: ProjectConfig
  caller: string
  origin: string | undefined
  draft: Draft
}): Promise<{ operation: UserOperation; sponsor: { name: string } } | undefined> {
  const { paymaster, log } = ports
  if (!paymaster?.serves(chainId)) return undefined
  try {
    // Measured with gas prices: without a price, the paymaster counts nothing and uses less gas than it will.
    const asking = { chainId, project, origin, isSession: draft.session !== undefined }
    const { sponsor: _, ...stub } = await paymaster.stub({ ...asking, operation: toWhole(draft.operation) })
    const unmeasured = { ...draft.operation, ...stub }
    const operation = await measure({ ports, chainId, draft: { ...draft, operation: unmeasured } })
    const { sponsor, ...fields } = await paymaster.sponsor({
      ...asking,
      operation,
      owner: draft.awaitedOwner,
      caller,
    })
    return { operation: { ...operation, ...fields }, sponsor }
  } catch (error) {
    const isRefusal =
      error instanceof ServiceError && (error.code === 'sponsorship_refused' || error.code === 'sponsorship_exhausted')
    const isPaymasters = error instanceof OperationRefusal && error.rpcCode === refusalCodes.rejectedByPaymaster
    if (!isRefusal && !isPaymasters) throw error
    if (isPaymasters) log.warn({ chainId, reason: error.reason }, 'The paymaster contract does not pay')
    else
      log.info(
        { chainId, sender: draft.operation.sender, reason: error.message },
        'Operation is not sponsored, the account pays',
      )
    return undefined
  }
}

async function measureSelfPaid({
  ports,
  chainId,
  draft,
}: {
  ports: Ports
  chainId: ChainId
  draft: Draft
}): Promise<{ operation: UserOperation; sponsor: null }> {
  if (draft.awaitedOwner) {
    // Without a sponsor, the bundler accepts only operations of deployed accounts.
    const message = 'The first operation of this account still waits. Try again in a moment'
    throw new ServiceError('operation_limit', { message, retryAfter: 2 })
  }
  return { operation: await measure({ ports, chainId, draft }), sponsor: null }
}

async function measure({
  ports: { bundler },
  chainId,
  draft: { operation, session, awaitedOwner },
}: {
  ports: Ports
  chainId: ChainId
  draft: Draft
}): Promise<UserOperation> {
  const { standard } = await bundler.gasPrice({ chainId })
  const gas = await bundler.estimate({ chainId, operation: { ...operation, ...standard } })
  const isCounted = session !== undefined && operation.paymaster === undefined
  const { factory, factoryData, ...rest } = toWhole(operation)
  return {
    ...rest,
    ...(factory === undefined || awaitedOwner ? {} : { factory, factoryData: factoryData ?? '0x' }),
    ...gas,
    ...standard,
    verificationGasLimit: gas.verificationGasLimit + (isCounted ? countingGas : 0n),
  }
}

function toWhole(operation: UnmeasuredOperation): UserOperation {
  const none = { callGasLimit: 0n, verificationGasLimit: 0n, preVerificationGas: 0n }
  return { ...none, maxFeePerGas: 0n, maxPriorityFeePerGas: 0n, ...operation }
}

function toHex(value: bigint | number): `0x${string}` {
  return `0x${value.toString(16)}`
}
