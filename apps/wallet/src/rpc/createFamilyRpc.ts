import { isSafeRpcMethod, parseChainId } from '@latchkey/protocol'
import { ServiceError } from '@latchkey/protocol/errors'
import { answerBitcoin, answerBitcoinRead } from '../bitcoin/answerBitcoin.ts'
import type { Families } from '../families/createFamilies.ts'
import type { FamilyAccount, FamilyNamespace } from '../families/FamilyAccount.ts'
import { RpcRefusal } from '../gateway/RpcRefusal.ts'
import { answerSolana, answerSolanaRead } from '../solana/answerSolana.ts'
import type { ApprovalNetwork } from './createApprovals.ts'
import type { FamilyApprovals } from './createFamilyApprovals.ts'
import type { Rpc } from './Rpc.ts'

/** A signing request and its possible signers. */
export type FamilyAsk = {
  method: string
  params: unknown
  network: ApprovalNetwork
  /** The visitor's accounts on that network, at least one. */
  accounts: readonly [FamilyAccount, ...FamilyAccount[]]
  ask: FamilyApprovals['ask']
  signal: AbortSignal
  hold: () => void
}

/** Answers a request of one family. */
type AnswerFamily = (
  request: Parameters<Rpc>[0] & { namespace: FamilyNamespace },
  context: Parameters<Rpc>[1],
) => Promise<unknown>

const reads = { solana: answerSolanaRead, bip122: answerBitcoinRead }
const answers = { solana: answerSolana, bip122: answerBitcoin }

/**
 * Creates the handler of the listed methods for Solana and Bitcoin. It does not read their chains: it only has accounts and signing,
 * for the family's network in use.
 */
export function createFamilyRpc({
  families,
  requests: { familyApprovals },
}: {
  families: Families
  requests: { familyApprovals: FamilyApprovals }
}): AnswerFamily {
  return async ({ method, params, chainId, namespace }, { signal, hold }) => {
    const inUse = chainInUse(families, namespace)
    const used = chainId ?? inUse
    // A method of one family with a network of another.
    if (parseChainId(used).namespace !== namespace) throw notSupported()
    const network = families.network(used)
    const [first, ...others] = families.accounts(used)
    if (isSafeRpcMethod(method)) return reads[namespace]({ params, accounts: first ? [first, ...others] : [] })
    // Signing is only for the network in use, not for one that the page names.
    if (used !== inUse) throw new ServiceError('chain_changed')
    if (!first) throw new ServiceError('no_active_account')
    const { ask } = familyApprovals
    return answers[namespace]({ method, params, network, accounts: [first, ...others], ask, signal, hold })
  }
}

function chainInUse(families: Families, namespace: FamilyNamespace) {
  try {
    return families.chain(namespace)
  } catch {
    // Listed, but for nothing that exists here.
    throw notSupported()
  }
}

function notSupported(): RpcRefusal {
  return new RpcRefusal({ code: 'unsupported_chain', rpcCode: 4200 })
}
