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

/** Whose operation it is, and who asks for it. */
type Applicant = {
  chainId: ChainId
  sponsorship: Sponsorship
  operation: Pick<UserOperation, 'sender' | 'factory' | 'factoryData' | 'eip7702Auth'>
  /** At the sender now. */
  code: Hex
  /** Whose account it is, where an operation that waits makes it. */
  owner?: EvmAddress | undefined
  /** The page that asks; undefined: the request names none. */
  origin: string | undefined
  /** A session acts that the account's owner granted for this project: backends use those, and have no page. */
  isSession: boolean
}

/** Decides whose operations are paid for, before any budget. */
export type Patronage = {
  /**
   * By default only accounts of this server's embedded wallets, asked for by a page of the project or by a granted session.
   *
   * @returns whether the account is new, and so has less to spend
   * @throws ServiceError `sponsorship_refused`
   */
  check: (applicant: Applicant) => Promise<{ isNew: boolean }>
  /**
   * Counts an operation of one network address, and a new account the first time in a day.
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

/** Creates what decides about accounts and network addresses. */
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
        refusal: () => 'What is paid for from one network in a day is used up. Try again tomorrow',
      })
    limits.set(chainId, made)
    return made
  }

  /** The ordinary account that alone owned the sender when its address was made. */
  const ownerOf = async ({ chainId, operation, code, owner }: Applicant): Promise<EvmAddress | undefined> => {
    const { sender, factory, factoryData, eip7702Auth } = operation
    // By EIP-7702 an ordinary account is its own owner.
    if (eip7702Auth !== undefined || code.startsWith('0xef0100')) return sender as EvmAddress
    const candidate =
      owner ?? (factory === undefined ? await readOwner({ rpc, chainId, sender }) : ownerInCall(factoryData))
    if (candidate === undefined) return undefined
    // The address commits to the first owner and to no passkey: an account that was given to a visitor is not the visitor's.
    return smartAccountAddress({ address: candidate }).toLowerCase() === sender.toLowerCase() ? candidate : undefined
  }

  return {
    check: async (applicant) => {
      const { chainId, sponsorship, operation, origin, isSession } = applicant
      const { anybody, targets } = sponsorship
      if (origin === undefined && !isSession && !anybody) {
        throw refuse(
          'Only what a page of the app or a session asks for is paid for; the request names no page (Origin)',
        )
      }
      const owner = await ownerOf(applicant)
      const known = owner && (await readEmbeddedOwner(context, owner))
      if (known) return { isNew: clock.now() - known.createdAt.getTime() < day * 1000 }
      if (!anybody && targets === undefined)
        throw refuse('Only accounts of this server’s embedded wallets are paid for')
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
