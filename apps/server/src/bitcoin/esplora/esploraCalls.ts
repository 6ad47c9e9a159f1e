import { z } from 'zod'

const txid = z.string().regex(/^[0-9a-f]{64}$/)
const satoshi = z.number().int().min(0).max(21e14)
const height = z.number().int().min(0)

/** Whether and where a transaction is in the chain. Source of all shapes here: Blockstream/esplora, API.md. */
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

/** A transaction, with what it spends. Amounts are satoshi. */
export type EsploraTransaction = z.output<typeof transactionSchema>

/** What an address received and spent, in blocks and not yet. */
export type EsploraAddress = z.output<typeof addressSchema>

/** One kind of request: its path, how its answer reads, and whether "not found" is one. */
export type EsploraCall = {
  path: string
  /** Sent as the body of a POST. */
  body?: string
  /** Text that is no JSON: numbers, hashes, hexadecimal. */
  isText: boolean
  schema: z.ZodType
  /** What is not there is an answer: null. */
  mayMiss: boolean
  /** Bytes of an answer that are read at most. */
  maxBytes: number
}

type Definition = Pick<EsploraCall, 'isText' | 'schema' | 'mayMiss' | 'maxBytes'> & {
  path: (...parts: string[]) => string
}

/** Bytes of a list of coins: about 9,000 of them. */
const list = 2 * 2 ** 20
/** Bytes of anything else: a page of transactions may hold some of 400 kB, and an address must not become unreadable by being sent such. */
const other = 8 * 2 ** 20

const json = (schema: z.ZodType, path: Definition['path'], mayMiss = false): Definition => ({
  ...{ schema, path, mayMiss, isText: false, maxBytes: other },
})
const text = (schema: z.ZodType, path: Definition['path'], mayMiss = false): Definition => ({
  ...{ schema, path, mayMiss, isText: true, maxBytes: other },
})

/** The requests that we make, by the names under which our own readers ask for them (`EsploraClient`). */
const definitions = {
  'esplora.height': text(z.coerce.number().pipe(height), () => '/blocks/tip/height'),
  'esplora.tip': text(txid, () => '/blocks/tip/hash'),
  // What proves the network: the hash of its first block.
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

/** The names of the requests. */
export type EsploraMethod = keyof EsploraAnswers

/** What each of them is answered with; null where it is not there. */
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

/** The request of a call; undefined where there is none of that name. */
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

/** Whether a name is one of these requests. */
export function isEsploraMethod(method: string): method is EsploraMethod {
  return method.startsWith('esplora.')
}
