import { isAddress } from '@latchkey/solana'
import type { Description, Finding } from '../Description.ts'
import { complete, toFinding } from '../families/complete.ts'
import { type ReadFamilyRequest, readFamilyRequest } from '../families/readFamilyRequest.ts'
import { Malformed } from '../request/Malformed.ts'
import { refuse } from '../request/refuse.ts'
import { createCluster } from './Cluster.ts'
import { collectReading } from './collectReading.ts'
import { describeMessage } from './describeMessage.ts'
import { describeTransaction } from './describeTransaction.ts'
import { readAsk, type SolanaAsk, solanaMethods } from './readAsk.ts'
import { describeFee } from './readFee.ts'
import { payloadOf } from './readSolanaPayload.ts'
import { resolveTables } from './resolveTables.ts'
import type { SolanaParameters } from './SolanaParameters.ts'
import { sumChanges } from './sumChanges.ts'

/**
 * Describes the effect of a Solana request before signing: it decodes every instruction, simulates it on the cluster, and applies the
 * rules. Never throws: it describes every request, and refuses one that cannot be read. The result is plain data. Balance changes are
 * expected, not certain.
 *
 * Methods: `solana_signMessage`, `solana_signTransaction`, `solana_signAllTransactions`, `solana_signAndSendTransaction`, with the
 * parameters of the WalletConnect specification.
 *
 * @example
 * const description = await describeSolanaRequest({ request, ask, network, knownAddresses: [], now: Date.now })
 * const isRefused = description.findings.some(({ level }) => level === 'refuse')
 */
export async function describeSolanaRequest(parameters: SolanaParameters): Promise<Description> {
  let request: ReadFamilyRequest
  try {
    request = readFamilyRequest(parameters.request, 'solana')
  } catch (error) {
    return refuse({ findings: [toFinding(error)], raw: '', intent: 'programCall' })
  }
  try {
    return complete({ description: await describe({ parameters, request }), network: parameters.network })
  } catch (error) {
    return refuse({ findings: [toFinding(error)], raw: request.raw, intent: 'programCall' })
  }
}

async function describe({
  parameters,
  request,
}: {
  parameters: SolanaParameters
  request: ReadFamilyRequest
}): Promise<Description> {
  const { method, account, raw } = request
  if (!isAddress(account)) throw new Malformed('account', 'not an address of Solana')
  if (!solanaMethods.includes(method)) {
    const values = { method: method.slice(0, 60) }
    return refuse({ findings: [{ level: 'refuse', code: 'methodForbidden', values }], raw, intent: 'programCall' })
  }
  const ask = readAsk(request)
  const { wanted } = ask
  const mismatch: Finding[] =
    wanted === undefined || wanted === account
      ? []
      : [{ level: 'refuse', code: 'accountMismatch', values: { wanted: wanted.slice(0, 60), account } }]
  const described =
    ask.kind === 'message'
      ? describeMessage({ request, message: ask.message, now: parameters.now() })
      : await describeTransactions({ parameters, request, ask })
  const payload = payloadOf({ account, ask })
  return {
    ...described,
    findings: [...mismatch, ...described.findings],
    family: { ...described.family, payload },
  }
}

async function describeTransactions({
  parameters,
  request: { account, raw },
  ask: { transactions, send },
}: {
  parameters: SolanaParameters
  request: ReadFamilyRequest
  ask: Extract<SolanaAsk, { kind: 'transactions' }>
}): Promise<Description> {
  const cluster = createCluster({ ask: parameters.ask })
  const decoded = transactions.map(({ transaction }) => transaction)
  const { tables, findings } = await resolveTables({ cluster, transactions: decoded })
  if (findings.length > 0) return refuse({ findings, raw, intent: 'programCall' })
  const reading = await collectReading({ parameters, account, cluster, transactions, tables })
  const described = await Promise.all(
    transactions.map((asked, index) =>
      describeTransaction({
        ...{ reading, cluster, asked, send },
        ...{ isTestnet: parameters.network.testnet, isLater: index > 0, raw: index === 0 ? raw : '' },
      }),
    ),
  )
  const family = { payload: null, facts: reading.facts }
  const [first, second] = described
  if (first && !second) return { ...first, raw, family }
  const isKnown = described.every(({ balanceChanges }) => balanceChanges !== null)
  return {
    ...refuse({ findings: [], raw, intent: 'transactions' }),
    fee: describeFee({ reading, transactions: decoded }).fee,
    balanceChanges: isKnown ? sumChanges(described.flatMap(({ balanceChanges }) => balanceChanges ?? [])) : null,
    parts: described,
    family,
  }
}
