import { z } from 'zod'

const txid = z.string().regex(/^[0-9a-f]{64}$/)
const satoshi = z.number().int().min(0).max(21e14)
const height = z.number().int().min(0)

/** Position of a transaction in the chain. Source of all shapes here: Blockstream/esplora, API.md. */
const statusSchema = z.looseObject({
  confirmed: z.boolean(),
  block_height: height.nullish(),
  block_hash: txid.nullish(),
  block_time: z.number().int().nullish(),
})

const outputSchema = z.looseObject({
  scriptpubkey: z.string().regex(/^([0-9a-f]{2})*$/),
  scriptpubkey_address: z.string().nullish(),
  value: satoshi,
})

const transactionSchema = z.looseObject({
  txid,
  vin: z.array(
    z.looseObject({
      txid,
      vout: z.number().int(),
      prevout: outputSchema.nullish(),
      is_coinbase: z.boolean().nullish(),
    }),
  ),
  vout: z.array(outputSchema),
  fee: satoshi,
  status: statusSchema,
})

const sumsSchema = z.looseObject({
  tx_count: z.number().int().min(0),
  funded_txo_count: z.number().int().min(0),
  funded_txo_sum: z.number().int().min(0),
  spent_txo_count: z.number().int().min(0),
  spent_txo_sum: z.number().int().min(0),
})

const addressSchema = z.looseObject({ address: z.string(), chain_stats: sumsSchema, mempool_stats: sumsSchema })

/** A transaction with its inputs. Amounts are in satoshis. */
export type EsploraTransaction = z.output<typeof transactionSchema>

/** Received and spent sums of an address, mined and pending. */
export type EsploraAddress = z.output<typeof addressSchema>

/** A kind of request: its path, the shape of its response, and whether the data may be missing. */
export type EsploraCall = {
  path: string
  /** Body of a POST. */
  body?: string
  /** Whether the response is plain text: a number, a hash, or hexadecimal. */
  isText: boolean
  schema: z.ZodType
  /** Whether missing data is a valid answer: null. */
  mayMiss: boolean
  /** Maximum size of a response in bytes. */
  maxBytes: number
}

type Definition = Pick<EsploraCall, 'isText' | 'schema' | 'mayMiss' | 'maxBytes'> & {
  path: (...parts: string[]) => string
}

/** Bytes of a list of outputs: about 9,000 of them. */
const list = 2 * 2 ** 20
/**
 * Bytes of any other response. A page may have several transactions of 400 kB, and such transactions must not make an address
 * unreadable.
 */
const other = 8 * 2 ** 20

const json = (schema: z.ZodType, path: Definition['path'], mayMiss = false): Definition => ({
  ...{ schema, path, mayMiss, isText: false, maxBytes: other },
})
const text = (schema: z.ZodType, path: Definition['path'], mayMiss = false): Definition => ({
  ...{ schema, path, mayMiss, isText: true, maxBytes: other },
})

/** All requests, by the names that our readers use (`EsploraClient`). */
const definitions = {
  'esplora.height': text(z.coerce.number().pipe(height), () => '/blocks/tip/height'),
  'esplora.tip': text(txid, () => '/blocks/tip/hash'),
  // Proves the network by the hash of its first block.
  getblockhash: text(txid, (at = '0') => `/block-height/${at}`),
  'esplora.transaction': json(transactionSchema, (id) => `/tx/${id}`, true),
  'esplora.hex': text(z.string().regex(/^([0-9a-f]{2})+$/), (id) => `/tx/${id}/hex`, true),
  'esplora.status': json(statusSchema, (id) => `/tx/${id}/status`, true),
  'esplora.outspend': json(
    z.looseObject({ spent: z.boolean(), txid: txid.nullish(), status: statusSchema.nullish() }),
    (id, vout) => `/tx/${id}/outspend/${vout}`,
    true,
  ),
  'esplora.address': json(addressSchema, (address) => `/address/${address}`),
  'esplora.coins': {
    ...json(
      z.array(z.looseObject({ txid, vout: z.number().int().min(0), value: satoshi, status: statusSchema })),
      (address) => `/address/${address}/utxo`,
    ),
    maxBytes: list,
  },
  'esplora.waiting': json(z.array(transactionSchema), (address) => `/address/${address}/txs/mempool`),
  'esplora.settled': json(z.array(transactionSchema), (address, last) =>
    last ? `/address/${address}/txs/chain/${last}` : `/address/${address}/txs/chain`,
  ),
  'esplora.fees': json(z.record(z.string().regex(/^\d+$/), z.number().min(0)), () => '/fee-estimates'),
} satisfies Record<string, Definition>

/** Names of the requests. */
export type EsploraMethod = keyof EsploraAnswers

/** Response of each request; null for missing data. */
export type EsploraAnswers = {
  'esplora.height': number
  'esplora.tip': string
  'esplora.transaction': EsploraTransaction | null
  'esplora.hex': string | null
  'esplora.status': EsploraTransaction['status'] | null
  'esplora.outspend': { spent: boolean; txid?: string | null; status?: EsploraTransaction['status'] | null } | null
  'esplora.address': EsploraAddress
  'esplora.coins': { txid: string; vout: number; value: number; status: EsploraTransaction['status'] }[]
  'esplora.waiting': EsploraTransaction[]
  'esplora.settled': EsploraTransaction[]
  'esplora.fees': Record<string, number>
  'esplora.broadcast': string
}

/** Returns the request of a call; undefined for an unknown name. */
export function toEsploraCall({
  method,
  params = [],
}: {
  method: string
  params?: readonly unknown[]
}): EsploraCall | undefined {
  if (method === 'esplora.broadcast') {
    return { path: '/tx', body: String(params[0]), isText: true, schema: txid, mayMiss: false, maxBytes: other }
  }
  if (!(method in definitions)) return undefined
  const definition: Definition = definitions[method as keyof typeof definitions]
  return { ...definition, path: definition.path(...params.map((part) => encodeURIComponent(String(part)))) }
}

/** Returns whether a name is one of these requests. */
export function isEsploraMethod(method: string): method is EsploraMethod {
  return method.startsWith('esplora.')
}
