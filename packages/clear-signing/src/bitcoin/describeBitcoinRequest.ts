import { readAddress } from '@latchkey/bitcoin'
import type { Description, Finding } from '../Description.ts'
import { complete, toFinding } from '../families/complete.ts'
import { type ReadFamilyRequest, readFamilyRequest } from '../families/readFamilyRequest.ts'
import { Malformed } from '../request/Malformed.ts'
import { refuse } from '../request/refuse.ts'
import type { BitcoinParameters } from './BitcoinParameters.ts'
import { createReading } from './BitcoinReading.ts'
import { describeMessage } from './describeMessage.ts'
import { describePsbt } from './describePsbt.ts'
import { prepareTransfer } from './prepareTransfer.ts'
import { bitcoinMethods, readAsk } from './readAsk.ts'

/**
 * Describes the effect of a Bitcoin request before signing: spent coins, receivers, change, fee, and the parts that a signature would leave
 * open. Compares the site's data of coins with the chain. Never throws: it describes every request, and refuses one that cannot be
 * read. The result is plain data.
 *
 * Methods: `signPsbt`, `sendTransfer` (the wallet builds the payment itself), `signMessage`, with the parameters of the WalletConnect
 * specification.
 *
 * @example
 * const description = await describeBitcoinRequest({ request, accounts, ask, network, knownAddresses: [], now: Date.now })
 * const isRefused = description.findings.some(({ level }) => level === 'refuse')
 */
export async function describeBitcoinRequest(parameters: BitcoinParameters): Promise<Description> {
  let request: ReadFamilyRequest
  try {
    request = readFamilyRequest(parameters.request, 'bip122')
  } catch (error) {
    return refuse({ findings: [toFinding(error)], raw: '', intent: 'signPart' })
  }
  try {
    return complete({ description: await describe({ parameters, request }), network: parameters.network })
  } catch (error) {
    return refuse({ findings: [toFinding(error)], raw: request.raw, intent: 'signPart' })
  }
}

async function describe({
  parameters,
  request,
}: {
  parameters: BitcoinParameters
  request: ReadFamilyRequest
}): Promise<Description> {
  const { raw, method, account, chainId } = request
  const { accounts } = parameters
  const forbid = (findings: readonly Finding[]) => refuse({ findings, raw, intent: 'signPart' })
  if (!bitcoinMethods.includes(method))
    return forbid([{ level: 'refuse', code: 'methodForbidden', values: { method: method.slice(0, 60) } }])
  if (!readAddress({ text: account, chainId })) throw new Malformed('account', 'not an address of the network')
  const ask = readAsk(request)
  const wanted = [account, ask.account].find((one) => !accounts.some(({ address }) => address === one))
  if (wanted !== undefined) return forbid([{ level: 'refuse', code: 'accountMismatch', values: { wanted, account } }])
  const reading = createReading({ parameters, request })
  if (ask.kind === 'message') return describeMessage({ reading, ask, raw })
  if (ask.kind === 'psbt') return describePsbt({ reading, ...ask, raw })
  const prepared = await prepareTransfer({ reading, ask })
  if ('findings' in prepared) return { ...forbid(prepared.findings), intent: 'send' }
  return describePsbt({ reading, ...prepared, broadcast: true, raw })
}
