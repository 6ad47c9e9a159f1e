import { type ChainId, type EvmAddress, parseChainId } from '@latchkey/protocol'
import { ServiceError } from '@latchkey/protocol/errors'
import { factoryAbi, smartAccountAddress, type UserOperation } from '@latchkey/smart-account'
import { decodeFunctionData, decodeFunctionResult, encodeFunctionData, parseAbi } from 'viem'
import type { Hex } from '../chains/rpcTypes.ts'
import { readEmbeddedOwner } from '../embeddedOwners/embeddedOwners.ts'
import type { Context } from '../platform/context.ts'
import { type AddressLimits, createAddressLimits } from '../platform/http/createAddressLimits.ts'
import type { RpcService } from '../rpc/RpcService.ts'
import type { Sponsorship } from './checkPolicy.ts'
import { dayOf, type Ledger } from './createLedger.ts'

const day = 24 * 60 * 60
const ownerAbi = parseAbi(['function owner() view returns (address)'])

/** An operation and its caller. */
type Applicant = {
  chainId: ChainId
  sponsorship: Sponsorship
  operation: Pick<UserOperation, 'sender' | 'factory' | 'factoryData' | 'eip7702Auth'>
  /** Current code of the sender. */
  code: Hex
  /** Owner of an account that a waiting operation deploys. */
  owner?: EvmAddress | undefined
  /** Origin of the page; undefined if the request has none. */
  origin: string | undefined
  /** Whether a granted permission of this project signs the operation. Backends use permissions, and have no origin. */
  isSession: boolean
}

/** Decides which operations are sponsored, before any budget. */
export type Patronage = {
  /**
   * By default, accepts only accounts of this server's embedded wallets. The request must come from a page of the project, or
   * use a granted permission.
   *
   * @returns whether the account is new and has a lower limit
   * @throws ServiceError `sponsorship_refused`
   */
  check: (applicant: Applicant) => Promise<{ isNew: boolean }>
  /**
   * Counts an operation of one network address, and each new account once a day.
   *
   * @throws ServiceError `sponsorship_exhausted`
   */
  count: (options: {
    chainId: ChainId
    sponsorship: Sponsorship
    account: EvmAddress
    isNew: boolean
    caller: string
  }) => Promise<void>
}

type Act = 'operation' | 'account'

/** Creates the policy for accounts and network addresses. */
export function createPatronage({
  context,
  rpc,
  ledger,
}: {
  context: Pick<Context, 'database' | 'clock' | 'kv'>
  rpc: RpcService
  ledger: Pick<Ledger, 'hasHistory'>
}): Patronage {
  const { clock, kv } = context
  const limits = new Map<ChainId, AddressLimits<Act>>()

  const limitsOf = (chainId: ChainId, sponsorship: Sponsorship): AddressLimits<Act> => {
    const { operationsPerAddressAndDay, newAccountsPerAddressAndDay } = sponsorship
    const made =
      limits.get(chainId) ??
      createAddressLimits<Act>({
        context,
        name: `sponsorship:${chainId}`,
        windows: {
          operation: [{ seconds: day, limit: operationsPerAddressAndDay }],
          account: [{ seconds: day, limit: newAccountsPerAddressAndDay }],
        },
        refusal: () => 'The daily sponsorship of your internet connection is used up. Try again tomorrow',
      })
    limits.set(chainId, made)
    return made
  }

  /** Returns the EOA that was the sender's only owner when its address was computed. */
  const ownerOf = async ({ chainId, operation, code, owner }: Applicant): Promise<EvmAddress | undefined> => {
    const { sender, factory, factoryData, eip7702Auth } = operation
    // With EIP-7702, an EOA is its own owner.
    if (eip7702Auth !== undefined || code.startsWith('0xef0100')) return sender as EvmAddress
    const candidate =
      owner ?? (factory === undefined ? await readOwner({ rpc, chainId, sender }) : ownerInCall(factoryData))
    if (candidate === undefined) return undefined
    // The address depends on the first owner, without passkeys. An account that was transferred to a visitor later does not
    // count as theirs.
    return smartAccountAddress({ address: candidate }).toLowerCase() === sender.toLowerCase() ? candidate : undefined
  }

  return {
    check: async (applicant) => {
      const { chainId, sponsorship, operation, origin, isSession } = applicant
      const { anybody, targets } = sponsorship
      if (origin === undefined && !isSession && !anybody) {
        throw refuse(
          'Only requests from a page of the app or from a permission are sponsored. The request has no Origin header',
        )
      }
      const owner = await ownerOf(applicant)
      const known = owner && (await readEmbeddedOwner(context, owner))
      if (known) return { isNew: clock.now() - known.createdAt.getTime() < day * 1000 }
      if (!anybody && targets === undefined)
        throw refuse('Only accounts of this server’s embedded wallets are sponsored')
      const account = operation.sender.toLowerCase() as EvmAddress
      const id = Number(parseChainId(chainId).reference)
      return { isNew: !(await ledger.hasHistory({ chainId: id, account })) }
    },

    count: async ({ chainId, sponsorship, account, isNew, caller }) => {
      const own = limitsOf(chainId, sponsorship)
      try {
        await own.peek('operation', caller)
        const key = `sponsorship:new:${chainId}:${account}:${dayOf(clock.now())}`
        if (isNew && (await kv.get(key)) === undefined) {
          await own.consume('account', caller)
          await kv.set(key, '1', { ttl: day })
        }
        await own.consume('operation', caller)
      } catch (error) {
        if (!(error instanceof ServiceError) || error.code !== 'rate_limited') throw error
        throw new ServiceError('sponsorship_exhausted', { message: error.message, cause: error })
      }
    },
  }
}

async function readOwner({
  rpc,
  chainId,
  sender,
}: {
  rpc: RpcService
  chainId: ChainId
  sender: Hex
}): Promise<EvmAddress | undefined> {
  const data = encodeFunctionData({ abi: ownerAbi, functionName: 'owner' })
  const outcome = await rpc.call({ chainId, call: { method: 'eth_call', params: [{ to: sender, data }, 'latest'] } })
  if (!('result' in outcome)) return undefined
  try {
    return decodeFunctionResult({ abi: ownerAbi, functionName: 'owner', data: outcome.result as Hex })
  } catch {
    return undefined
  }
}

function ownerInCall(factoryData: Hex | undefined): EvmAddress | undefined {
  try {
    const { functionName, args } = decodeFunctionData({ abi: factoryAbi, data: factoryData ?? '0x' })
    return functionName === 'createAccount' ? args[0] : undefined
  } catch {
    return undefined
  }
}

function refuse(message: string): ServiceError {
  return new ServiceError('sponsorship_refused', { message, field: 'operation' })
}
