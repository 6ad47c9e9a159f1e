import type { EvmAddress } from '@latchkey/protocol'
import { ServiceError } from '@latchkey/protocol/errors'
import { hashOperation, smartAccountContracts, type UserOperation } from '@latchkey/smart-account'
import { bundleGas } from '../bundling/bundleGas.ts'
import type { ChainScope } from '../ChainScope.ts'
import { requireFees } from '../judging/fees.ts'
import { readDataFee } from '../judging/readDataFee.ts'
import { OperationRefusal } from '../OperationRefusal.ts'
import {
  countWaiting,
  findLiveOfSender,
  findOperation,
  insertOperation,
  settleOperation,
} from '../store/operationStore.ts'
import { countReputation, readStandings } from '../store/reputationStore.ts'
import { judgeOperation } from './judgeOperation.ts'
import { makeRoom } from './makeRoom.ts'
import { requireAuthorization } from './requireAuthorization.ts'
import { bundleGasLimit, requireBounds } from './requireBounds.ts'
import { requireWelcome } from './requireWelcome.ts'

/** Maximum number of waiting operations on one network. */
const waitingAtMost = 4096
/** Maximum for a throttled entity. Source: ERC-7562, `THROTTLED_ENTITY_MEMPOOL_COUNT`. */
const waitingThrottled = 4

/**
 * Checks an operation completely, and stores it as waiting.
 *
 * @returns its hash
 * @throws OperationRefusal; ServiceError `bundler_unavailable`
 */
export async function admitOperation(
  scope: ChainScope,
  { operation, projectId }: { operation: UserOperation; projectId: string | undefined },
): Promise<`0x${string}`> {
  const { context, chainId, number, view } = scope
  const { database, clock } = context
  const hash = hashOperation({ operation, chainId: number })
  const known = await findOperation(database, { chainId, hash })
  if (known && known.state !== 'dropped') return hash

  await view.requireEntryPoint()
  const { head, market } = await view.now()
  const dataFee = await readDataFee(scope, { operation, market })
  requireBounds(scope, { operation, blockGasLimit: head.gasLimit, dataFee })
  requireFees(operation, market)
  const { sender } = operation
  const live = await findLiveOfSender(database, { chainId, sender })
  await requireWelcome(scope, operation, live)
  await requireStanding(scope, operation)
  await requireFunds(scope, operation)
  if ((await countWaiting(database, { chainId })) >= waitingAtMost) {
    throw new OperationRefusal('bannedOrThrottled', 'Too many operations are pending on this network', {
      code: 'operation_limit',
      retryAfter: 10,
    })
  }
  const { before } = makeRoom({ operation, live })
  if (operation.eip7702Auth) await requireAuthorization(scope, operation)
  const time = Math.max(Math.floor(clock.now() / 1000), head.time)
  const validUntil = await judgeOperation(scope, { operation, before, time })

  await database
    .transaction(async (tx) => {
      // Other operations of the account may have arrived during the requests to the chain.
      const { replaces } = makeRoom({ operation, live: await findLiveOfSender(tx, { chainId, sender }) })
      const now = clock.now()
      if (replaces) {
        const reason = 'Another operation with the same number took its place'
        await settleOperation(tx, { chainId, hash: replaces.hash, state: 'dropped', reason, now })
      }
      await insertOperation(tx, { chainId, hash, operation, projectId, validUntil, now })
      await countReputation(tx, { chainId, addresses: entitiesOf(scope, operation), seen: 1, now })
    })
    .catch((error: unknown) => {
      if (!isUniqueViolation(error)) throw error
      throw new OperationRefusal('invalidParams', 'Another operation with this nonce was submitted at the same time', {
        code: 'operation_underpriced',
        field: 'nonce',
      })
    })
  await scope.onStep('received')
  return hash
}

/**
 * Returns the addresses whose reputation depends on an operation. The operator's own contracts are left out. Source:
 * ERC-7562, entities.
 */
export function entitiesOf(
  { config }: Pick<ChainScope, 'config'>,
  { sender, factory, paymaster }: Pick<UserOperation, 'sender' | 'factory' | 'paymaster'>,
): EvmAddress[] {
  const ours = [smartAccountContracts.factory, config.sponsorship?.paymaster].map((address) => address?.toLowerCase())
  return [sender, factory, paymaster]
    .flatMap((address) => (address && address.length === 42 ? [address.toLowerCase() as EvmAddress] : []))
    .filter((address) => !ours.includes(address))
}

async function requireStanding(scope: ChainScope, operation: UserOperation): Promise<void> {
  const { context, chainId } = scope
  const { database, clock } = context
  const addresses = entitiesOf(scope, operation)
  const standings = await readStandings(database, { chainId, addresses, now: clock.now() })
  for (const [address, standing] of standings) {
    if (standing === 'ok') continue
    const waiting =
      standing === 'banned' ? waitingThrottled : await countWaiting(database, { chainId, entity: address })
    if (waiting < waitingThrottled) continue
    throw new OperationRefusal(
      'bannedOrThrottled',
      `Too many operations of ${address} were never included. It is ${standing} for some hours`,
      { code: 'operation_limit', retryAfter: 3600 },
    )
  }
}

/** @throws ServiceError `bundler_unavailable` if the executor cannot pay a transaction with this operation alone */
async function requireFunds({ view, name }: ChainScope, operation: UserOperation): Promise<void> {
  const { head, market } = await view.now()
  const gas = bundleGas([operation])
  const most = bundleGasLimit(head.gasLimit)
  const needed = (gas < most ? gas : most) * (market.baseFee + market.tip)
  if ((await view.balance()) >= needed) return
  throw new ServiceError('bundler_unavailable', {
    message: `Operations cannot be sent on ${name} at the moment: the bundler’s account is out of funds`,
    retryAfter: 60,
  })
}

/** Source: PostgreSQL, error 23505. */
function isUniqueViolation(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if ('code' in cause && cause.code === '23505') return true
  }
  return false
}
