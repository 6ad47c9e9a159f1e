import { type ChainId, type EvmAddress, parseChainId } from '@latchkey/protocol'
import { ServiceError } from '@latchkey/protocol/errors'
import {
  encodePaymasterData,
  hashOperation,
  paymasterGas,
  type SponsorshipClaim,
  smartAccountContracts,
  sponsorshipTypedData,
  stubPaymasterData,
  type UserOperation,
} from '@latchkey/smart-account'
import type { PrivateKeyAccount } from 'viem/accounts'
import type { Bundler } from '../bundler/Bundler.ts'
import type { Hex } from '../chains/rpcTypes.ts'
import { isEvmChain } from '../platform/config/chainConfig.ts'
import type { Context } from '../platform/context.ts'
import type { RpcService } from '../rpc/RpcService.ts'
import { checkPolicy, type Sponsorship } from './checkPolicy.ts'
import { createLedger } from './createLedger.ts'
import { createOpenPromises } from './createOpenPromises.ts'
import { createPatronage } from './createPatronage.ts'
import { createPaymasterChecks } from './createPaymasterChecks.ts'
import { createSettlement } from './createSettlement.ts'
import type { Paymaster } from './Paymaster.ts'
import { readFunds } from './readFunds.ts'
import { registerPaymasterMetrics } from './registerPaymasterMetrics.ts'
import { worstCost } from './worstCost.ts'

/** Validity of a promise in seconds. */
const lifetime = 180
/** Milliseconds between checks of open promises. */
const interval = 30_000
/** Maximum fee per gas as a multiple of the current one. The operation pays only the block's base fee and its tip. */
const mostFees = 2n
/**
 * Maximum tip relative to the highest recommended one, including prices of other processes. It is twice the network's tip. On
 * a network with a single gas price, only a tenth more is allowed.
 */
const mostTip = [4n, 3n] as const
const mostPrice = [11n, 10n] as const

const exhausted = {
  caller: 'Your pending operations use all of the sponsored amount. Try again in a few minutes',
  account: 'The daily sponsorship of this account is used up. Try again tomorrow',
  operations: 'This account has reached its daily number of sponsored operations. Try again tomorrow',
  project: 'The sponsorship of this app is used up. Try again later',
} as const

/**
 * Creates the paymaster service: the policy, budgets in the database, and signatures for the operator's contract. It checks
 * the chains immediately and then regularly, so that promises of a dead process are settled.
 *
 * @param options.signer the key of `smartAccounts.paymaster`
 */
export function createPaymaster({
  context,
  rpc,
  bundler,
  signer,
}: {
  context: Pick<Context, 'config' | 'database' | 'kv' | 'clock' | 'log' | 'metrics' | 'shutdown'>
  rpc: RpcService
  bundler: Pick<Bundler, 'gasPrice' | 'toldPrice' | 'onSettled'>
  signer: PrivateKeyAccount
}): Paymaster {
  const { config, clock, log, shutdown } = context
  const ledger = createLedger(context)
  const promises = createOpenPromises({ clock })
  const patronage = createPatronage({ context, rpc, ledger })
  const settlement = createSettlement({ context, rpc, ledger })
  const served = new Map<ChainId, Sponsorship>(
    config.chains
      .filter(isEvmChain)
      .flatMap(({ chainId, smartAccounts: part }) =>
        part?.enabled && part.sponsorship ? [[chainId, part.sponsorship] as const] : [],
      ),
  )

  const policyOf = (chainId: ChainId): Sponsorship => {
    const sponsorship = served.get(chainId)
    if (sponsorship) return sponsorship
    throw new ServiceError('sponsorship_refused', {
      field: 'chainId',
      message: 'No operations are sponsored on this network',
    })
  }
  const readCode = (chainId: ChainId, sender: EvmAddress) =>
    rpc.request<Hex>({ chainId, call: { method: 'eth_getCode', params: [sender, 'latest'] } })

  const readHead = async (chainId: ChainId) => {
    const call = { method: 'eth_getBlockByNumber', params: ['latest', false] }
    const { number, timestamp } = await rpc.request<{ number: Hex; timestamp: Hex }>({ chainId, call })
    // The chain's clock decides, and may be ahead of ours. The last block of an idle chain is behind.
    return { number: Number(number), seconds: Math.max(Number(timestamp), Math.floor(clock.now() / 1000)) }
  }
  const claimOf = (projectId: string, seconds: number): SponsorshipClaim => ({
    budget: `0x${projectId}`,
    time: seconds,
    validAfter: 0,
    validUntil: seconds + lifetime,
  })

  const checkFees = async (chainId: ChainId, { maxFeePerGas, maxPriorityFeePerGas }: UserOperation) => {
    const { fast } = await bundler.gasPrice({ chainId })
    // The tip is paid in full to the submitter of the operation.
    const isLegacy = fast.maxFeePerGas === fast.maxPriorityFeePerGas
    const [more, than] = isLegacy ? mostPrice : mostTip
    const mostTipNow = (fast.maxPriorityFeePerGas * more) / than
    if (maxFeePerGas <= fast.maxFeePerGas * mostFees && maxPriorityFeePerGas <= mostTipNow) return
    // A fee that was recommended a moment ago is accepted after the price fell.
    const told = bundler.toldPrice({ chainId }) ?? fast
    if (maxFeePerGas <= told.maxFeePerGas && maxPriorityFeePerGas <= told.maxPriorityFeePerGas) return
    throw new ServiceError('sponsorship_refused', {
      field: 'maxFeePerGas',
      message: 'The operation’s fees are above those of the network. Call pimlico_getUserOperationGasPrice',
    })
  }

  const settleAll = async () => {
    for (const chainId of served.keys()) {
      await settlement.settle({ chainId }).catch((error: unknown) => {
        log.warn({ err: error, chainId }, 'Settling sponsored operations failed')
      })
    }
  }

  const stopListening = bundler.onSettled(async ({ hash, outcome, actualGasCost }) => {
    promises.end(hash)
    // Another bundler may still submit a dropped operation while its signature is valid.
    if (outcome !== 'dropped') await ledger.settle({ hash, cost: actualGasCost })
  })
  let looking: Promise<void> = Promise.resolve()
  const look = () => {
    looking = looking
      .then(settleAll)
      .then(settlement.forgetOld)
      .catch((error: unknown) => log.warn({ err: error }, 'Deleting old sponsorships failed'))
  }
  look()
  const timer = setInterval(look, interval)
  timer.unref()
  shutdown.add('paymaster', async () => {
    clearInterval(timer)
    stopListening()
    await looking
  })
  registerPaymasterMetrics({ context, rpc, ledger, served })

  return {
    serves: (chainId) => served.has(chainId),
    stub: async ({ chainId, project, operation, owner, origin, isSession = false }) => {
      const sponsorship = policyOf(chainId)
      const code = await readCode(chainId, operation.sender)
      checkPolicy({ sponsorship, operation, code, owner, isWhole: false })
      await patronage.check({ chainId, sponsorship, operation, code, owner, origin, isSession })
      const { seconds } = await readHead(chainId)
      return {
        paymaster: sponsorship.paymaster as EvmAddress,
        paymasterData: stubPaymasterData(claimOf(project.id, seconds)),
        ...paymasterGas,
        sponsor: { name: project.name },
      }
    },
    sponsor: async ({ chainId, project, operation, owner, caller, origin, isSession = false }) => {
      const sponsorship = policyOf(chainId)
      const id = Number(parseChainId(chainId).reference)
      const [code, head] = await Promise.all([readCode(chainId, operation.sender), readHead(chainId)])
      const paymaster = sponsorship.paymaster as EvmAddress
      // Our own limits, never the caller's: with too little gas, `postOp` fails, and the contract does not return the unused
      // budget.
      const whole = withDelegate({ ...operation, paymaster, ...paymasterGas }, id)
      checkPolicy({ sponsorship, operation: whole, code, owner, isWhole: true })
      const { isNew } = await patronage.check({ chainId, sponsorship, operation, code, owner, origin, isSession })
      const claim = claimOf(project.id, head.seconds)
      const worst = worstCost(whole)
      const [left] = await Promise.all([
        readFunds({ rpc, config, chainId, paymaster, budget: claim.budget, time: claim.time }),
        checkFees(chainId, whole),
      ])
      if (left.deposit < worst)
        log.warn({ chainId, paymaster, deposit: left.deposit }, 'The paymaster has no money left')
      if (left.deposit < worst || left.budget < worst) {
        throw new ServiceError('sponsorship_exhausted', { message: exhausted.project })
      }
      const signature = await signer.signTypedData(sponsorshipTypedData({ operation: whole, claim, chainId: id }))
      const paymasterData = encodePaymasterData({ claim, signature })
      const hash = hashOperation({ operation: { ...whole, paymasterData }, chainId: id })
      const validUntil = claim.validUntil * 1000
      const most = mostOpen(sponsorship)
      if (caller !== undefined && !promises.add({ caller, hash, wei: worst, until: validUntil, most })) {
        throw new ServiceError('sponsorship_exhausted', { message: exhausted.caller })
      }
      const account = operation.sender.toLowerCase() as EvmAddress
      if (caller !== undefined) {
        await patronage.count({ chainId, sponsorship, account, isNew, caller }).catch((error: unknown) => {
          promises.end(hash)
          throw error
        })
      }
      // The hash contains the signature, so sign first. The signature is only returned after the reservation.
      const isUsedUp = await ledger.reserve({
        hash,
        chainId: id,
        projectId: project.id,
        account,
        worst,
        validUntil,
        nonce: operation.nonce,
        fromBlock: head.number,
        budgets: {
          perAccountAndDay: perAccountOf(sponsorship, isNew),
          perProjectAndDay: BigInt(sponsorship.perProjectAndDay),
          operationsPerAccountAndDay: sponsorship.operationsPerAccountAndDay,
        },
      })
      if (isUsedUp) promises.end(hash)
      if (isUsedUp) throw new ServiceError('sponsorship_exhausted', { message: exhausted[isUsedUp] })
      return {
        paymaster,
        paymasterData,
        ...paymasterGas,
        sponsor: { name: project.name },
      }
    },
    checks: () => createPaymasterChecks({ rpc, served, signer: signer.address }),
    settle: settleAll,
  }
}

/** Daily limit of an account in wei. Accounts cost nothing to create, so a new one has a lower limit. */
function perAccountOf({ perAccountAndDay, perNewAccountAndDay }: Sponsorship, isNew: boolean): bigint {
  const [most, fewer] = [BigInt(perAccountAndDay), BigInt(perNewAccountAndDay)]
  return isNew && fewer < most ? fewer : most
}

/** Maximum open wei of one caller: a fiftieth of a project's daily budget, and at least two operations. */
function mostOpen({ perOperation, perProjectAndDay }: Sponsorship): bigint {
  const [two, part] = [BigInt(perOperation) * 2n, BigInt(perProjectAndDay) / 50n]
  return two > part ? two : part
}

/**
 * Adds a placeholder for the authorization. The hash of an operation with `0x7702` depends on the delegated code, which is
 * known before the authorization is signed.
 */
function withDelegate(operation: UserOperation, chainId: number): UserOperation {
  if (operation.eip7702Auth || !operation.factory || !/^0x7702(?:0{36})?$/.test(operation.factory)) return operation
  const none = `0x${'00'.repeat(32)}` as const
  const address = smartAccountContracts.implementation
  return { ...operation, eip7702Auth: { address, chainId, nonce: 0, r: none, s: none, yParity: 0 } }
}
