import { readTransaction } from '@latchkey/bitcoin'
import { ServiceError } from '@latchkey/protocol/errors'
import type { BitcoinChainConfig } from '../../platform/config/ServerConfig.ts'
import type { RpcCall, RpcOutcome } from '../../rpc/RpcService.ts'
import type { EsploraReader } from '../esplora/createEsploraReader.ts'
import { RefusedError } from '../esplora/RefusedError.ts'
import { readAddressCoins, readAddressTxids, readAddressWaiting } from './readAddressData.ts'
import { readFeeRate } from './readFeeRate.ts'
import { readAddresses, readHex, readTxid, readWhole } from './readParams.ts'

const missing = { code: -5, message: 'No such mempool or blockchain transaction' }

/** Largest target of a fee estimate, in blocks. Source: Bitcoin Core, `estimatesmartfee`. */
const farthest = 1008

type Answer = (options: {
  params: readonly unknown[]
  reader: EsploraReader
  chain: BitcoinChainConfig
}) => Promise<unknown>

/**
 * The methods of the gateway, named after those of Bitcoin Core and its address index, with parameters by position. Two
 * differ. `estimatesmartfee` returns satoshis per virtual byte (Core: bitcoins per 1,000 bytes, a float that loses digits). A
 * transaction with details has Esplora's shape.
 */
const answers: Readonly<Record<string, Answer>> = {
  getblockcount: ({ reader }) => reader('esplora.height'),
  getbestblockhash: ({ reader }) => reader('esplora.tip'),
  async getrawtransaction({ params: [id, verbose = false], reader }) {
    const txid = readTxid(id)
    const isVerbose = verbose === true || (typeof verbose === 'number' && verbose > 0)
    const found = isVerbose ? await reader('esplora.transaction', txid) : await reader('esplora.hex', txid)
    if (found === null) throw new RefusedError(missing)
    return found
  },
  sendrawtransaction: ({ params: [hex], reader, chain }) => broadcast({ hex: readHex(hex), reader, chain }),
  async estimatesmartfee({ params: [blocks], reader, chain: { testnet } }) {
    const target = Math.max(1, readWhole(blocks, { name: 'the number of blocks', most: farthest }))
    const estimate = readFeeRate({ estimates: await reader('esplora.fees'), blocks: target, isTest: testnet })
    if (!estimate) throw new RefusedError({ code: -1, message: 'Insufficient data or no feerate found' })
    return estimate
  },
  getaddressutxos: ({ params: [asked], reader, chain }) =>
    readAddressCoins({ addresses: readAddresses(asked, chain), reader }),
  getaddresstxids: ({ params: [asked], reader, chain }) =>
    readAddressTxids({ addresses: readAddresses(asked, chain), reader }),
  getaddressmempool: ({ params: [asked], reader, chain }) =>
    readAddressWaiting({ addresses: readAddresses(asked, chain), reader }),
  async gettxoutspend({ params: [id, vout], reader }) {
    const place = readWhole(vout, { name: 'vout', most: 0xffffffff })
    const spend = await reader('esplora.outspend', readTxid(id), place)
    // An unknown transaction has no spent outputs.
    const { spent, txid, status } = spend ?? { spent: false }
    return spent ? { spent, ...(txid ? { txid } : {}), ...(status ? { status } : {}) } : { spent }
  },
}

/**
 * Answers a call of the gateway from Esplora.
 *
 * @throws LatchkeyError `upstream_unavailable`
 */
export async function answerBitcoinCall({
  call: { method, params = [] },
  reader,
  chain,
}: {
  call: RpcCall
  reader: EsploraReader
  chain: BitcoinChainConfig
}): Promise<RpcOutcome> {
  const answer = Object.hasOwn(answers, method) ? answers[method] : undefined
  if (!answer) return { error: { code: -32601, message: 'Method not found' } }
  try {
    return { result: await answer({ params, reader, chain }) }
  } catch (error) {
    if (error instanceof RefusedError) return { error: error.refusal }
    throw error
  }
}

/**
 * Submits a transaction. If the network already has it, the call succeeds, regardless of the node's message. The function
 * looks the transaction up by its bytes, because some servers report unknown transactions as pending.
 *
 * @throws {@link RefusedError} if no server has it; LatchkeyError `upstream_unavailable` if one may have it
 */
async function broadcast({
  hex,
  reader,
  chain: { chainId },
}: {
  hex: string
  reader: EsploraReader
  chain: BitcoinChainConfig
}): Promise<string> {
  const txid = readOwnTxid({ hex, chainId })
  try {
    return await reader('esplora.broadcast', hex)
  } catch (error) {
    const isUnsure = error instanceof ServiceError && error.code === 'upstream_unavailable'
    if (!(error instanceof RefusedError || isUnsure) || txid === undefined) throw error
    const found = await reader('esplora.hex', txid).catch((failure: unknown) => {
      // A refusal of the lookup is no refusal of the transaction.
      throw failure instanceof RefusedError ? new ServiceError('upstream_unavailable', { field: 'chainId' }) : failure
    })
    if (found === null) throw error
    return txid
  }
}

function readOwnTxid({ hex, chainId }: { hex: string; chainId: BitcoinChainConfig['chainId'] }): string | undefined {
  try {
    return readTransaction({ hex, chainId }).txid
  } catch {
    return undefined
  }
}
