import type { TestRpc } from './createTestServer.ts'

type Unspent = { txid: string; vout: number; value: number; status: { confirmed: boolean; block_height?: number } }

/** Answers the gateway's Bitcoin methods from an Esplora API, as the server does. */
export function answerEsplora(base: string): TestRpc {
  const get = async (path: string) => {
    const response = await fetch(`${base}${path}`)
    if (response.status === 404) throw { code: -5, message: 'No such mempool or blockchain transaction' }
    return response.text()
  }
  return async ({ method, params }) => {
    const [first, second] = params as [never, unknown]
    switch (method) {
      case 'getblockcount':
        return Number(await get('/blocks/tip/height'))
      case 'estimatesmartfee':
        return { feerate: 3.5, blocks: first }
      case 'getrawtransaction':
        return second ? JSON.parse(await get(`/tx/${first}`)) : (await get(`/tx/${first}/hex`)).trim()
      case 'gettxoutspend':
        return JSON.parse(await get(`/tx/${first}/outspend/${second}`))
      case 'getaddressutxos': {
        const [address] = (first as { addresses: string[] }).addresses
        const { scriptPubKey } = JSON.parse(await get(`/address/${address}`)) as { scriptPubKey?: string }
        const unspent = JSON.parse(await get(`/address/${address}/utxo`)) as Unspent[]
        return Promise.all(
          unspent.map(async ({ txid, vout, value, status }) => {
            const { vout: outputs } = JSON.parse(await get(`/tx/${txid}`)) as { vout: { scriptpubkey: string }[] }
            const script = scriptPubKey ?? outputs[vout]?.scriptpubkey
            return { address, txid, vout, satoshis: value, height: status.block_height ?? null, script }
          }),
        )
      }
      case 'sendrawtransaction': {
        const response = await fetch(`${base}/tx`, { method: 'POST', body: first })
        const text = await response.text()
        if (!response.ok) throw { code: -25, message: text }
        return text
      }
      default:
        throw { code: -32601, message: 'Method not found' }
    }
  }
}
